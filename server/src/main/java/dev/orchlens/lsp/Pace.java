package dev.orchlens.lsp;

import java.util.HashMap;
import java.util.Map;

/**
 * How soon after a keystroke work starts: at once, unless typing outruns it. Work that was
 * withdrawn before it was done would be so again with the next key, so what follows waits for a
 * pause: what is published first for one that the next key of a burst does not leave, what is found
 * out behind that for one that is long against what it costs. All times are nanoseconds, moments
 * those of {@code System.nanoTime}.
 */
final class Pace {
  /** The share of the time that the first answers may take while keys come in a burst. */
  private static final double SHARE = 0.5;

  /** Keys that follow each other sooner than this are a burst: a key that is held down. */
  private static final long BURST = 50_000_000;

  /** The longest wait of a first answer, which shall be there within 150 ms of the last key. */
  private static final long LONGEST = 50_000_000;

  /** The longest wait of what comes behind a first answer. */
  private static final long LONGEST_BEHIND = 300_000_000;

  private final Map<String, Costs> documents = new HashMap<>();

  /** What is known of a document: what its work took last, and how far that has come. */
  private static final class Costs {
    long first = LONGEST;
    long behind = LONGEST_BEHIND;
    long lastStart = Long.MIN_VALUE;
    Turn turn;
  }

  private enum Stage {
    WAITING,
    STARTED,
    ANSWERED,
    DONE
  }

  /** The work that a key has caused. */
  final class Turn {
    private final Costs costs;
    private final long key;
    private final long delay;
    private final boolean isPressed;
    private Stage stage = Stage.WAITING;
    private long since;

    private Turn(Costs costs, long key, long delay, boolean isPressed) {
      this.costs = costs;
      this.key = key;
      this.delay = delay;
      this.isPressed = isPressed;
    }

    /** Returns how long the work waits before it starts. */
    long delay() {
      return delay;
    }

    /** Notes that the work has started. */
    void started(long now) {
      synchronized (Pace.this) {
        stage = Stage.STARTED;
        since = now;
        costs.lastStart = now;
      }
    }

    /** Notes that the first answer is out, and returns how long what comes behind it waits. */
    long answered(long now) {
      synchronized (Pace.this) {
        if (stage == Stage.STARTED) {
          costs.first = now - since;
          stage = Stage.ANSWERED;
        }
        return isPressed ? Math.clamp(costs.behind / 2, LONGEST, LONGEST_BEHIND) : 0;
      }
    }

    /** Notes that what comes behind the first answer has started. */
    void resumed(long now) {
      synchronized (Pace.this) {
        since = now;
      }
    }

    /** Notes that all is done. */
    void done(long now) {
      synchronized (Pace.this) {
        if (stage == Stage.ANSWERED) {
          costs.behind = now - since;
        }
        stage = Stage.DONE;
      }
    }
  }

  /** Notes a key in a document, and returns the turn of the work that it causes. */
  synchronized Turn key(String document, long now) {
    Costs costs = documents.computeIfAbsent(document, _ -> new Costs());
    Turn before = costs.turn;
    costs.turn =
        before == null
            ? new Turn(costs, now, 0, false)
            : new Turn(costs, now, delay(costs, before, now), before.stage != Stage.DONE);
    return costs.turn;
  }

  private static long delay(Costs costs, Turn before, long now) {
    long interval = now - before.key;
    boolean isAnswered = before.stage == Stage.ANSWERED || before.stage == Stage.DONE;
    if (isAnswered && interval >= BURST) {
      return 0;
    }
    boolean isDue = now - costs.lastStart >= costs.first / SHARE;
    if (isDue && costs.first < interval) {
      return 0;
    }
    long pause = Math.max(3 * Math.min(interval, BURST) / 2, 3 * costs.first / 4);
    return Math.min(pause, LONGEST);
  }

  /** Forgets a document. */
  synchronized void forget(String document) {
    documents.remove(document);
  }
}
