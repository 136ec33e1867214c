package dev.orchlens.pass.deps;

import dev.orchlens.ir.Origin;

/**
 * How the runtime treats one region of an orchestration function, and why.
 *
 * @param function the function
 * @param place what the region is
 * @param scope the statement it belongs to, or the function
 * @param manual whether only explicit edges order its tasks (MANUAL), rather than the runtime's
 *     tracking too (AUTO)
 * @param why the reason
 */
public record ScopeMode(String function, Place place, Origin scope, boolean manual, Why why) {

  /** What a region is. */
  public enum Place {
    FUNCTION_BODY,
    LOOP_BODY,
    THEN_BRANCH,
    ELSE_BRANCH,
    PLACED
  }

  /** Why a region is AUTO or MANUAL. */
  public enum Why {
    /** AUTO: the user placed it as AUTO, and the analysis is off. */
    WRITTEN_AUTO,
    /** AUTO: the user placed it, and its edges were derived; a placed scope stays AUTO. */
    WRITTEN_AUTO_ANALYSED,
    /** MANUAL: the user placed it. */
    WRITTEN_MANUAL,
    /**
     * MANUAL: explicit edges cover everything (reference:
     * docs/en/dev/passes/materialize_runtime_scopes).
     */
    FULLY_COVERED,
    /** AUTO: the analysis is off. */
    ANALYSIS_OFF,
    /** AUTO: an access could not be ordered by fixed edges; see the fallbacks. */
    FELL_BACK,
    /** AUTO: it holds a scope of its own. */
    HOLDS_SCOPE,
    /** AUTO: some task in it waits for nothing that was derived. */
    TASK_WITHOUT_DERIVED_EDGE,
    /** AUTO: the directions of some call are not known. */
    UNKNOWN_DIRECTIONS,
    /** AUTO: it launches nothing. */
    NO_TASKS
  }
}
