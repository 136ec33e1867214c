package dev.orchlens.cli;

import dev.orchlens.cli.report.Plain;
import dev.orchlens.syntax.SyntaxProblem;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
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
 * {@code orchlens parse PATH...}: parses Python files and prints their number, lines, syntax errors
 * and the throughput. Exit code 0 when all files are sound, 1 when there are syntax errors, 2 when
 * something cannot be read.
 */
@Command(
    name = "parse",
    mixinStandardHelpOptions = true,
    description = "Parse Python files; print files, lines, syntax errors and lines per second.")
public final class ParseCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "A Python file, or a directory to search for them.")
  private List<Path> paths;

  @Option(
      names = "--rounds",
      defaultValue = "12",
      description =
          "How often to parse everything to measure the speed once warm; 0 for only the first pass "
              + "(default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<Document> documents = new ArrayList<>();
    boolean unreadable = false;
    for (Path file : Sources.of(paths)) {
      try {
        documents.add(Document.of(file.toString(), 0, Sources.read(file)));
      } catch (UserError failure) {
        err.println("orchlens: " + Plain.line(failure.getMessage()));
        unreadable = true;
      }
    }
    int errors = documents.isEmpty() ? 0 : measure(documents, out);
    return unreadable ? Main.EXIT_USAGE : errors > 0 ? 1 : 0;
  }

  private int measure(List<Document> documents, PrintWriter out) {
    ParseBenchmark benchmark = new ParseBenchmark(documents);
    int errors = firstPass(benchmark, out);
    if (rounds > 0) {
      String warm = speed(benchmark.lines(), benchmark.warmSeconds(rounds));
      out.printf(
          Locale.ROOT, "warm:       %s, median of the last half of %d passes%n", warm, rounds);
    }
    return errors;
  }

  /**
   * Parses everything for the first time, prints what that showed, and returns the number of syntax
   * errors.
   */
  private int firstPass(ParseBenchmark benchmark, PrintWriter out) {
    ParseBenchmark.Pass pass = benchmark.pass();
    int errors = 0;
    for (SyntaxTree tree : pass.trees()) {
      for (SyntaxProblem problem : tree.problems()) {
        TextPosition place = tree.document().lines().position(problem.range().start());
        String at =
            tree.document().uri() + ":" + (place.line() + 1) + ":" + (place.character() + 1);
        out.println(Plain.line(at + ": " + problem.message()));
        errors++;
      }
    }
    long lines = benchmark.lines();
    out.printf(
        Locale.ROOT,
        "%,d files, %,d lines, %,d syntax errors%n",
        pass.trees().size(),
        lines,
        errors);
    out.printf(Locale.ROOT, "first pass: %s%n", speed(lines, pass.seconds()));
    return errors;
  }

  private static String speed(long lines, double seconds) {
    return String.format(Locale.ROOT, "%,.0f lines/s (%.3f s)", lines / seconds, seconds);
  }
}
