package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import java.util.Optional;

/**
 * An access of an earlier launch that later ones may have to wait for.
 *
 * @param access the access
 * @param waitsFor the value a later launch lists in order to wait for it: a TaskId, an array of
 *     TaskIds or the result of the launch; nothing when the launch has no name
 * @param direct whether {@code waitsFor} is a TaskId itself, rather than a result that stands for
 *     one
 * @param inLoop whether one statement stands for several launches, because a loop around it is
 *     still to be left
 * @param runtimeLoopDepth nesting depth (1-based) of the innermost loop around it whose trip count
 *     is unknown, or 0
 * @param runtimeLoop a number of that loop, unique in the function; 0 if there is none
 */
record PriorAccess(
    Access access,
    Optional<Var> waitsFor,
    boolean direct,
    boolean inLoop,
    int runtimeLoopDepth,
    int runtimeLoop) {

  PriorAccess withTarget(Var target, boolean isDirect) {
    return new PriorAccess(
        access, Optional.of(target), isDirect, inLoop, runtimeLoopDepth, runtimeLoop);
  }

  PriorAccess withInLoop(boolean value) {
    return new PriorAccess(access, waitsFor, direct, value, runtimeLoopDepth, runtimeLoop);
  }

  /**
   * Returns this access as one launch after all: its loop was left, and its value stands for all
   * iterations.
   */
  PriorAccess outsideLoops() {
    return new PriorAccess(access, waitsFor, direct, false, 0, 0);
  }
}
