package dev.orchlens.pass.tools;

import dev.orchlens.ir.Stmt;
import java.util.Optional;
import java.util.OptionalLong;

/** Counts iterations. */
public final class TripCount {
  private TripCount() {}

  /**
   * Returns how often a loop over {@code [start, stop)} by {@code step} runs, whichever way it
   * counts: 0 or more, at most {@link Long#MAX_VALUE}; 0 for a step of 0.
   */
  public static long of(long start, long stop, long step) {
    boolean ascending = step > 0 && start < stop;
    boolean descending = step < 0 && start > stop;
    if (!ascending && !descending) {
      return 0;
    }
    long span = ascending ? stop - start : start - stop;
    long magnitude = ascending ? step : -step;
    long whole = Long.divideUnsigned(span, magnitude);
    long count = Long.remainderUnsigned(span, magnitude) == 0 ? whole : whole + 1;
    return count < 0 ? Long.MAX_VALUE : count;
  }

  /** Returns how often a loop with constant bounds runs; nothing when a bound is not constant. */
  public static OptionalLong of(Stmt.For loop) {
    Optional<Long> start = loop.start().constant();
    Optional<Long> stop = loop.stop().constant();
    Optional<Long> step = loop.step().constant();
    return start.isEmpty() || stop.isEmpty() || step.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(of(start.get(), stop.get(), step.get()));
  }
}
