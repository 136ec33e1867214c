package dev.orchlens.cli;

import dev.orchlens.cli.report.Explanations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code orchlens explain}: what docs/diagnostics.md says about a code. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Prints what a diagnostic means and what to do about it.")
final class ExplainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "CODE", description = "The code, such as race/manual-dep.")
  private String code;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine()
        .getOut()
        .println(
            Explanations.read()
                .words(code)
                .orElseThrow(
                    () ->
                        new UserError(
                            "there is no diagnostic '"
                                + code
                                + "'; docs/diagnostics.md lists all.")));
    return 0;
  }
}
