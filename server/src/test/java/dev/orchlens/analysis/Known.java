package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Problem;

/** All that is known of a file, as text that two workspaces with the same documents agree on. */
final class Known {
  private Known() {}

  /**
   * Returns what a workspace knows of one of its documents: facts, problems, final programs, C++,
   * and what holds tasks apart.
   */
  static String of(Workspace workspace, String uri) {
    FileAnalysis analysis = workspace.snapshot().analysis(uri, new Cancellation()).orElseThrow();
    for (boolean on : new boolean[] {false, true}) {
      assertThat(analysis.facts(on).order(new Cancellation())).isEmpty();
    }
    StringBuilder known = new StringBuilder(FactsJson.of("main.py", analysis).toString());
    analysis.problems().forEach(problem -> known.append('\n').append(problem));
    analysis.defects().forEach(defect -> known.append('\n').append(defect));
    for (EntryAnalysis entry : analysis.entries()) {
      for (EntryAnalysis.Outcome outcome : new EntryAnalysis.Outcome[] {entry.off(), entry.on()}) {
        outcome.problems().forEach(problem -> known.append('\n').append(problem));
        outcome
            .facts()
            .ifPresent(
                facts -> {
                  known.append('\n').append(facts.order().known());
                  known.append('\n').append(Printer.print(facts.result().program()));
                  facts
                      .code()
                      .forEach(
                          (name, code) ->
                              known.append('\n').append(name).append('\n').append(text(code)));
                });
      }
    }
    return known.toString();
  }

  private static String text(CodegenOutcome code) {
    return switch (code) {
      case CodegenOutcome.Generated(GeneratedOrchestration made) ->
          made.text()
              + made.sourceMap()
              + made.kernels()
              + made.taskDepArrays()
              + made.barrierDepArrays();
      case CodegenOutcome.Refused(Problem problem) -> problem.toString();
    };
  }
}
