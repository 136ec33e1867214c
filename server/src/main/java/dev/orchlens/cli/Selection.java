package dev.orchlens.cli;

import dev.orchlens.cli.report.Finding;
import dev.orchlens.config.CodeFilter;
import dev.orchlens.config.Project;
import dev.orchlens.rule.Code;
import dev.orchlens.rule.Severity;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which findings are shown: as the command line says, else as the project does. */
final class Selection {
  @Option(
      names = "--select",
      split = ",",
      paramLabel = "CODE",
      description = "Show only these codes, or those that start so, and also as notes.")
  private List<String> select;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "CODE",
      description = "Do not show these codes, or those that start so.")
  private List<String> ignore;

  @Option(
      names = "--strict",
      negatable = true,
      description =
          "Also show notes: what is worth knowing, and accesses of which it is not shown that they"
              + " are ordered.")
  private Boolean strict;

  /**
   * Holds what was asked for against the codes that there are.
   *
   * @throws UserError when none starts so
   */
  void check() {
    List<String> codes = Stream.of(Code.values()).map(Code::section).toList();
    Stream.of(select, ignore)
        .filter(list -> list != null)
        .flatMap(List::stream)
        .filter(start -> codes.stream().noneMatch(code -> code.startsWith(start)))
        .findFirst()
        .ifPresent(
            start -> {
              throw new UserError(
                  "no diagnostic has a code that starts with '"
                      + start
                      + "'; docs/diagnostics.md lists all.");
            });
  }

  /** Returns whether a finding in a file of a project is shown. */
  boolean shows(Finding finding, Project project) {
    return shows(finding.code(), finding.severity() != Finding.Severity.NOTE, project);
  }

  /** Returns whether what has a code, as bad as it mostly is, is shown. */
  boolean shows(Code code, Project project) {
    boolean isProblem = code.severity() == Severity.ERROR || code.severity() == Severity.WARNING;
    return shows(code.section(), isProblem, project);
  }

  private boolean shows(String code, boolean isProblem, Project project) {
    CodeFilter said = project.config().codes();
    CodeFilter filter =
        new CodeFilter(
            select == null ? said.select() : select, ignore == null ? said.ignore() : ignore);
    boolean all = strict == null ? project.config().strict() : strict;
    return filter.wants(code) && (all || isProblem || filter.names(code));
  }
}
