package dev.orchlens.pass.deps;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.Loss;
import dev.orchlens.rule.Code;
import java.util.Optional;

/**
 * An access that no fixed edge can order, so that its region stays with the runtime's tracking
 * (reference: docs/en/dev/passes/auto_derive_task_dependencies, fallback triggers).
 *
 * @param scope the region: the body of the scope the user placed, or of the whole function
 * @param argument the argument that caused it
 * @param kind what the launch does with it
 * @param reason the reference's name of the reason
 * @param loss for {@link Reason#UNRESOLVED_LOCATION} why the location is unknown
 * @param hazard for the other reasons the access and the earlier one that it cannot be ordered
 *     behind
 * @param consequence what becomes of the region
 */
public record Fallback(
    Origin scope,
    Argument argument,
    AccessKind kind,
    Reason reason,
    Optional<Loss> loss,
    Optional<Conflict> hazard,
    Consequence consequence) {

  /**
   * Two accesses that would need an edge.
   *
   * @param access the access of this launch
   * @param prior the earlier access
   * @param waitsFor the value that stands for the earlier launch, where it has one
   */
  public record Conflict(Access access, Access prior, Optional<Var> waitsFor) {}

  /** Why no edge can be derived. */
  public enum Reason {
    /** The storage of the argument is not known. */
    UNRESOLVED_LOCATION(Code.UNRESOLVED_LOCATION),
    /** The earlier launch is in a loop with an unknown trip count that has ended. */
    PRIOR_FROM_INACTIVE_DYNAMIC_LOOP(Code.PRIOR_FROM_INACTIVE_DYNAMIC_LOOP),
    /** The earlier launch is in a loop, and no value stands for all its iterations. */
    DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT(Code.DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT),
    /** The earlier launch is a bare statement, so that nothing names it. */
    MISSING_PRIOR_TASK_ID(Code.MISSING_PRIOR_TASK_ID);

    private final Code code;

    Reason(Code code) {
      this.code = code;
    }

    /** Returns its code, which is the name that the reference's log and the facts use. */
    public Code code() {
      return code;
    }
  }

  /** What a fallback does to its region. */
  public enum Consequence {
    /** Nothing: an edge the user wrote orders the access. */
    EXCUSED,
    /** A placed scope loses all derived edges and rewrites, also of the scopes inside it. */
    SCOPE_LOSES_EDGES,
    /**
     * The whole body keeps its derived edges and loses the rewrites and the MANUAL scopes of the
     * compiler.
     */
    BODY_LOSES_REWRITES
  }
}
