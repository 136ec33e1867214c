package dev.orchlens.pass;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.deps.Derivation;
import dev.orchlens.pass.deps.DirectionChoice;
import dev.orchlens.pass.deps.Fence;
import dev.orchlens.pass.deps.ScopeMode;
import java.util.List;

/**
 * What the pipeline made of a program under one setting of {@code analyze_auto_scopes_for_deps}.
 *
 * @param program the final program
 * @param directions why each argument of a launch had its direction before the derivation
 * @param derivation what AutoDeriveTaskDependencies found
 * @param fences the barriers that ExpandManualPhaseFence placed
 * @param scopes the mode of each runtime scope, with the reason
 * @param problems what the user should know although the compiler accepts the program
 */
public record PipelineResult(
    Program program,
    List<DirectionChoice> directions,
    Derivation derivation,
    List<Fence> fences,
    List<ScopeMode> scopes,
    List<Problem> problems) {
  public PipelineResult {
    directions = List.copyOf(directions);
    fences = List.copyOf(fences);
    scopes = List.copyOf(scopes);
    problems = List.copyOf(problems);
  }
}
