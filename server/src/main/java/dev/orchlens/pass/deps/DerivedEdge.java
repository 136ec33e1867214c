package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Launch;
import java.util.Set;

/**
 * One reason for a derived edge: a pair of accesses that the edge orders (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", step 9). One edge may have several
 * reasons; {@code waitsFor} is the same in all of them.
 *
 * @param access the access of the launch that waits
 * @param prior the access of the launch it waits for
 * @param hazards why their order matters; never empty
 * @param waitsFor the value that the launch waits for: a TaskId, an array of TaskIds, a launch's
 *     result, or the value that stands for all launches of a loop
 */
public record DerivedEdge(Access access, Access prior, Set<Hazard> hazards, Var waitsFor) {
  public DerivedEdge {
    hazards = Hazard.ordered(hazards);
  }

  /** Returns the launch that waits. */
  public Launch consumer() {
    return access.argument().launch();
  }

  /** Returns the launch that is waited for. */
  public Launch producer() {
    return prior.argument().launch();
  }
}
