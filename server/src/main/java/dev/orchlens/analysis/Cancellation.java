package dev.orchlens.analysis;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells running work that its result is no longer wanted, because the document moved on or the client withdrew its
 * request. Work polls it between steps; a cancelled one is left with an exception and publishes nothing.
 */
public final class Cancellation {
  private final AtomicBoolean cancelled = new AtomicBoolean();

  /** Makes a token that is not cancelled. */
  public Cancellation() {}

  /** Withdraws the work; may be called from any thread, any number of times. */
  public void cancel() {
    cancelled.set(true);
  }

  /** Returns whether the work was withdrawn. */
  public boolean isCancelled() {
    return cancelled.get();
  }

  /**
   * Goes on only while the result is still wanted.
   *
   * @throws CancellationException when the work was withdrawn
   */
  public void check() {
    if (cancelled.get()) {
      throw new CancellationException();
    }
  }
}
