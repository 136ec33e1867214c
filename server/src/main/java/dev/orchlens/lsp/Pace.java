package dev.orchlens.lsp;

import java.util.HashMap;
import java.util.Map;

/**
 * How soon after a keystroke work starts: at once, unless typing outruns it. Work that was
 * withdrawn before it was done would be so again with the next key, so the next piece waits for a
 * pause, in proportion to what it costs; and work never takes more than half of a processor for
 * long. All times are nanoseconds, moments those of {@code System.nanoTime}.
 */
final class Pace {
  /** The share of a processor that work may take while keys come one after the other. */
  private static final double SHARE = 0.5;

  /** What may be spent beyond that share, so that single edits never wait. */
  private static final long FREE = 50_000_000;

  /**
   * The longest wait; with the work itself the answer to the last key shall be there within 150 ms.
   */
  private static final long LONGEST = 60_000_000;

  private final Map<String, Long> costs = new HashMap<>();
  private double debt;
  private long settled;

  /** Makes a pace for somebody who has not typed yet. */
  Pace(long now) {
    settled = now;
  }

  /**
   * Notes that work on a document took some time; {@code done} tells whether it came to its end.
   */
  synchronized void spent(String key, long cost, boolean done, long now) {
    settle(now);
    debt += cost;
    if (done) {
      costs.put(key, cost);
    }
  }

  /**
   * Returns how long to wait before work on a document starts.
   *
   * @param outrun whether the key came before the work on the one before was done
   */
  synchronized long delay(String key, boolean outrun, long now) {
    settle(now);
    double wait = Math.max(0, (debt - FREE) / SHARE);
    if (outrun) {
      wait = Math.max(wait, 0.75 * costs.getOrDefault(key, LONGEST));
    }
    return Math.min((long) wait, LONGEST);
  }

  /** Forgets a document. */
  synchronized void forget(String key) {
    costs.remove(key);
  }

  private void settle(long now) {
    debt = Math.max(0, debt - (now - settled) * SHARE);
    settled = now;
  }
}
