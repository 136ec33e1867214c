package dev.orchlens.codegen;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;

/**
 * A derived dependency of a loop on all tasks of an earlier loop, compressed into one barrier in
 * front of it (reference: docs/en/dev/passes/loop-carried-dep-compression.md). It is made when it
 * saves entries: {@code producers * consumers > producers + consumers}, consumers counted over all
 * iterations.
 *
 * @param loop the loop of the consumers
 * @param awaited the value whose producers are awaited
 * @param producers the slots of the array of producer TaskIds, 1 or more
 * @param consumersPerTrip the launches in the loop's body that wait for the array, 1 or more
 * @param trips the iterations of the loop, 2 or more
 */
public record Compression(
    Origin loop, Var awaited, long producers, long consumersPerTrip, long trips) {
  /** Returns the source name of the value whose producers are awaited. */
  public String array() {
    return awaited.sourceName();
  }

  /** Returns the launches that wait for the array over all iterations. */
  public long consumers() {
    return consumersPerTrip * trips;
  }

  /** Returns the dependency entries without the barrier: every consumer lists every producer. */
  public long before() {
    return producers * consumers();
  }

  /**
   * Returns the dependency entries with it: the barrier lists every producer, every consumer lists
   * the barrier.
   */
  public long after() {
    return producers + consumers();
  }

  /** Returns the dependency entries the barrier saves, 1 or more when it was made. */
  public long saved() {
    return before() - after();
  }
}
