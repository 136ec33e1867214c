package dev.orchlens.cli;

import dev.orchlens.syntax.SyntaxProblem;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import dev.orchlens.text.SourceFile;
import dev.orchlens.text.TextPosition;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code orchlens parse PATH...}: parses Python files and prints their number, lines, syntax errors and the throughput.
 * Exit code 0 when all files are sound, 1 when there are syntax errors, 2 when a path cannot be read.
 */
@Command(
    name = "parse",
    mixinStandardHelpOptions = true,
    description = "Parse Python files; print files, lines, syntax errors and lines per second.")
public final class ParseCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "PATH", description = "A Python file, or a directory to search for them.")
  private List<Path> paths;

  @Option(
      names = "--rounds",
      defaultValue = "12",
      description = "How often to parse everything to measure the speed once warm; 0 for only the first pass "
          + "(default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<Document> documents = new ArrayList<>();
    boolean unreadable = false;
    for (PythonFiles.Found found : PythonFiles.find(paths)) {
      switch (found.content()) {
        case SourceFile.Text(String text) -> documents.add(Document.of(found.path().toString(), 0, text));
        case SourceFile.Unreadable(String reason) -> {
          err.println("orchlens: " + found.path() + " " + reason);
          unreadable = true;
        }
      }
    }
    int errors = documents.isEmpty() ? 0 : measure(documents, out);
    if (documents.isEmpty() && !unreadable) {
      err.println("orchlens: there is no Python file in the paths given");
      unreadable = true;
    }
    out.flush();
    err.flush();
    return unreadable ? 2 : errors > 0 ? 1 : 0;
  }

  private int measure(List<Document> documents, PrintWriter out) {
    ParseBenchmark benchmark = new ParseBenchmark(documents);
    ParseBenchmark.Pass first = benchmark.pass();
    int errors = 0;
    for (SyntaxTree tree : first.trees()) {
      for (SyntaxProblem problem : tree.problems()) {
        TextPosition place = tree.document().lines().position(problem.range().start());
        String at = tree.document().uri() + ":" + (place.line() + 1) + ":" + (place.character() + 1);
        out.println(at + ": " + problem.message());
        errors++;
      }
    }
    long lines = benchmark.lines();
    out.printf(Locale.ROOT, "%,d files, %,d lines, %,d syntax errors%n", documents.size(), lines, errors);
    out.printf(Locale.ROOT, "first pass: %s%n", speed(lines, first.seconds()));
    if (rounds > 0) {
      double warm = benchmark.warmSeconds(rounds);
      out.printf(Locale.ROOT, "warm:       %s, median of the last half of %d passes%n", speed(lines, warm), rounds);
    }
    return errors;
  }

  private static String speed(long lines, double seconds) {
    return String.format(Locale.ROOT, "%,.0f lines/s (%.3f s)", lines / seconds, seconds);
  }
}
