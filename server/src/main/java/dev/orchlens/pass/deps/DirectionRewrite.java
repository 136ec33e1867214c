package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A direction that explicit edges made cheaper, so that the runtime need not look the argument up
 * (reference: docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 10 and 11).
 *
 * @param argument the argument
 * @param from its direction before
 * @param to its direction now
 * @param coveredBy the edges that order it against every earlier access, made as they are asked for
 */
public record DirectionRewrite(
    Argument argument, ArgDirection from, ArgDirection to, List<Cover> coveredBy) {
  /**
   * An edge that orders the argument behind an earlier access.
   *
   * @param prior the earlier access
   * @param hazards why their order matters
   * @param waitsFor the value that stands for the earlier launch; nothing when it has no name
   * @param written whether the user wrote the edge, rather than the compiler deriving it
   */
  public record Cover(Access prior, Set<Hazard> hazards, Optional<Var> waitsFor, boolean written) {
    public Cover {
      hazards = Hazard.ordered(hazards);
    }
  }
}
