package dev.orchlens.device;

import dev.orchlens.ir.Origin;
import java.util.List;
import java.util.Optional;

/**
 * What one scope of the runtime holds until it ends: the slots of its tasks and the memory of its
 * buffers are given back then, and not before (reference of the runtime: docs/MULTI_RING.md,
 * sections 2 and 5). Scopes inside it take from a ring of their own, but for the deepest, which
 * share the last.
 *
 * @param scope where it opens; the function for what stands outside of all scopes
 * @param depth how many scopes are around it, 0 or more; the runtime opens one around the function
 * @param least what it holds at least, whenever it runs
 * @param most what it holds at most
 * @param fillers what takes most of it, the largest first
 * @param open the one loop that leaves the number of tasks or bytes unknown, where there is one
 */
public record ScopeBudget(
    Origin scope,
    int depth,
    Amount least,
    Amount most,
    List<Filler> fillers,
    Optional<OpenLoop> open) {
  public ScopeBudget {
    fillers = List.copyOf(fillers);
  }

  /**
   * A place that submits tasks or makes buffers.
   *
   * @param origin the place
   * @param least what it takes of the scope at least
   */
  public record Filler(Origin origin, Amount least) {}

  /**
   * A loop that runs a number of times that is not known.
   *
   * @param loop where it is
   * @param fits the largest number of iterations for which the scope still fits, 0 or more
   */
  public record OpenLoop(Origin loop, long fits) {}

  /** Returns the ring that it takes from, 0 to 3. */
  public int ring() {
    return Limits.ring(depth);
  }

  /** Returns the larger of the shares of the ring that it takes at most; 1 is all of it. */
  public double share() {
    return Math.max((double) most.tasks() / Limits.TASKS, (double) most.bytes() / Limits.HEAP);
  }
}
