package dev.orchlens.cli;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.Diagnostics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orchlens check}: the diagnostics of programs, printed as a compiler prints them. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Prints what is wrong with programs, or worth knowing about them.",
      "Exits with 1 when there is an error, with 2 when a path cannot be read, else with 0."
    })
final class CheckCommand implements Callable<Integer> {
  /** How the diagnostics are printed. */
  enum Format {
    TEXT,
    JSON,
    SARIF
  }

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Programs, or folders of them.")
  private List<Path> paths;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "One of text, json, sarif; default: text.")
  private Format format;

  @Mixin private Roots roots;

  @Option(
      names = "--analyze-auto-scopes",
      description = "Check as with the compiler's option analyze_auto_scopes_for_deps on.")
  private boolean analyzeAutoScopes;

  @Option(
      names = "--strict",
      description =
          "Also print what is shown in the editor as a hint: accesses of which it is not shown that"
              + " they are ordered.")
  private boolean strict;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Workspace workspace = roots.workspace();
    List<CheckReport.Finding> findings = new ArrayList<>();
    boolean unreadable = false;
    for (Path file : Sources.of(paths)) {
      try {
        Sources.read(file);
        workspace
            .snapshot()
            .analysis(file.toUri().toString(), new Cancellation())
            .map(this::diagnostics)
            .ifPresent(
                all -> all.forEach(d -> findings.add(new CheckReport.Finding(file.toString(), d))));
      } catch (UserError problem) {
        spec.commandLine().getErr().println("orchlens: " + Plain.line(problem.getMessage()));
        unreadable = true;
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case TEXT -> CheckReport.text(findings, out);
      case JSON -> out.println(CheckReport.json(findings));
      case SARIF -> out.println(CheckReport.sarif(findings));
    }
    if (unreadable) {
      return Main.EXIT_USAGE;
    }
    return findings.stream().map(CheckReport.Finding::diagnostic).anyMatch(CheckCommand::isError)
        ? 1
        : 0;
  }

  private List<Diagnostic> diagnostics(FileAnalysis analysis) {
    FileFacts facts = analysis.facts(analyzeAutoScopes);
    facts.order(new Cancellation());
    return Diagnostics.of(facts).stream()
        .filter(d -> strict || d.getSeverity() != DiagnosticSeverity.Hint)
        .toList();
  }

  private static boolean isError(Diagnostic diagnostic) {
    return diagnostic.getSeverity() == DiagnosticSeverity.Error;
  }
}
