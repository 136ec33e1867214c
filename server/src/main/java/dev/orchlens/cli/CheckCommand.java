package dev.orchlens.cli;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.cli.report.Finding;
import dev.orchlens.cli.report.GithubReport;
import dev.orchlens.cli.report.JsonReports;
import dev.orchlens.cli.report.Plain;
import dev.orchlens.cli.report.SarifReport;
import dev.orchlens.cli.report.Style;
import dev.orchlens.cli.report.Summary;
import dev.orchlens.cli.report.TextReport;
import dev.orchlens.config.Project;
import dev.orchlens.feature.Diagnostics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
      "Prints what is wrong with programs.",
      "Exits with 1 when there is an error, with 2 when a path cannot be read, else with 0."
    })
final class CheckCommand implements Callable<Integer> {
  /** How the diagnostics are printed. */
  enum Format {
    TEXT,
    JSON,
    GITHUB,
    GITLAB,
    SARIF
  }

  /** When colours are used. */
  enum Colour {
    AUTO,
    ALWAYS,
    NEVER
  }

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Programs, or folders of them.")
  private List<Path> paths;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "One of text, json, github, gitlab, sarif; default: text.")
  private Format format;

  @Mixin private Selection selection;

  @Option(
      names = "--max",
      defaultValue = "2147483647",
      paramLabel = "N",
      description = "Print at most so many findings; all are counted.")
  private int max;

  @Option(names = "--statistics", description = "Print how often each code is found instead.")
  private boolean statistics;

  @Option(
      names = "--fix",
      description =
          "Make the edits that change nothing but which tasks wait for which; each is tried first.")
  private boolean fix;

  @Option(names = "--diff", description = "Print what --fix would edit, and edit nothing.")
  private boolean diff;

  @Option(
      names = "--fail-on",
      defaultValue = "error",
      paramLabel = "SEVERITY",
      description = "Exit with 1 also for warning or note; default: error.")
  private Finding.Severity failOn;

  @Option(
      names = "--color",
      defaultValue = "auto",
      description = "One of auto, always, never; default: auto, which follows NO_COLOR.")
  private Colour colour;

  @Mixin private Roots roots;

  @Mixin private AutoScopes option;

  @Spec private CommandSpec spec;

  private final List<Finding> all = new ArrayList<>();
  private final List<Finding> shown = new ArrayList<>();
  private boolean unreadable;
  private int fixed;

  @Override
  public Integer call() {
    selection.check();
    for (Path file : Sources.of(paths)) {
      try {
        check(file);
      } catch (UserError problem) {
        tell(problem.getMessage());
        unreadable = true;
      }
    }
    tellGuesses();
    if (fixed > 0) {
      tell(Summary.number(fixed, "fix") + (diff ? " that --fix would make." : " made."));
    }
    Summary summary = Summary.of(all, shown);
    PrintWriter out = spec.commandLine().getOut();
    out.print(statistics ? statistics(summary) : report(summary));
    if (unreadable) {
      return Main.EXIT_USAGE;
    }
    return shown.stream().anyMatch(finding -> finding.severity().compareTo(failOn) <= 0) ? 1 : 0;
  }

  /** Says once where modules were looked for unasked, but for the folder that the user is in. */
  private void tellGuesses() {
    Path here = Path.of("").toAbsolutePath();
    roots.guessed().stream()
        .filter(folder -> !folder.equals(here))
        .sorted()
        .forEach(
            folder ->
                tell(
                    "imports are also looked for in "
                        + folder
                        + ", the folder of the project; --root DIR chooses another one."));
  }

  private void check(Path file) {
    String text = Sources.read(file);
    Project project = roots.project(file);
    boolean on = option.in(project);
    Workspace workspace = roots.workspace(file);
    if (fix || diff) {
      fix(file, text, project, on);
    }
    FileAnalysis analysis =
        workspace.snapshot().analysis(file.toUri().toString(), new Cancellation()).orElseThrow();
    FileFacts facts = analysis.facts(on);
    Set<Throwable> defects = new LinkedHashSet<>(facts.order(new Cancellation()));
    defects.addAll(analysis.defects());
    defects.forEach(
        defect -> {
          tell(file + ": not all was checked, through a defect of Orchlens:");
          defect.printStackTrace(spec.commandLine().getErr());
        });
    Diagnostics.of(facts).stream()
        .map(
            found ->
                new Finding(
                    file.toString(),
                    found,
                    analysis.tree().document().line(found.getRange().getStart().getLine())))
        .forEach(
            finding -> {
              all.add(finding);
              if (selection.shows(finding, project)) {
                shown.add(finding);
              }
            });
  }

  private void fix(Path file, String text, Project project, boolean on) {
    FileFixer.Result result =
        new FileFixer(roots.workspace(file), on)
            .fix(file, text, code -> selection.shows(code, project));
    if (result.count() == 0) {
      return;
    }
    fixed += result.count();
    if (diff) {
      FileFixer.diff(file.toString(), result)
          .forEach(line -> spec.commandLine().getOut().println(Plain.line(line)));
    } else {
      FileFixer.write(file, result);
    }
  }

  private String report(Summary summary) {
    List<Finding> first = summary.shown().stream().limit(max).toList();
    return switch (format) {
      case TEXT -> TextReport.of(summary, max, style());
      case JSON -> JsonReports.json(first);
      case GITHUB -> GithubReport.of(first);
      case GITLAB -> JsonReports.gitlab(first);
      case SARIF -> SarifReport.of(first, Main.Version.number());
    };
  }

  private String statistics(Summary summary) {
    return format == Format.TEXT ? TextReport.statistics(summary) : JsonReports.statistics(summary);
  }

  private Style style() {
    return new Style(
        switch (colour) {
          case AUTO -> spec.commandLine().getColorScheme().ansi().enabled();
          case ALWAYS -> true;
          case NEVER -> false;
        });
  }

  private void tell(String message) {
    spec.commandLine().getErr().println("orchlens: " + Plain.line(message));
  }
}
