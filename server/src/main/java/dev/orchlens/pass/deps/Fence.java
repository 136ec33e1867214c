package dev.orchlens.pass.deps;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.OptionalLong;

/**
 * A barrier that ExpandManualPhaseFence put before a loop: its tasks wait for the barrier instead
 * of a whole array of TaskIds (reference: docs/en/dev/passes/expand_manual_phase_fence).
 *
 * @param function the function
 * @param loop the loop in the source
 * @param source the array of TaskIds that the barrier waits for
 * @param barrier the barrier's TaskId
 * @param producers slots of the array, 1 or more
 * @param consumers launches that waited for the array, over all iterations, 1 or more
 * @param trips how often the loop runs, where that is known
 * @param launches the numbers of the launches that now wait for the barrier
 */
public record Fence(
    String function,
    Origin loop,
    Var source,
    Var barrier,
    long producers,
    long consumers,
    OptionalLong trips,
    List<Integer> launches) {
  public Fence {
    launches = List.copyOf(launches);
  }

  /** Returns the number of dependency entries without the barrier. */
  public long before() {
    return producers * consumers;
  }

  /** Returns the number of dependency entries with it. */
  public long after() {
    return producers + consumers;
  }
}
