package dev.orchlens.analysis;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Tells running work that its result is no longer wanted, because the document moved on or the
 * client withdrew its request. Work polls it between steps; a cancelled one is left with an
 * exception and publishes nothing.
 */
public final class Cancellation {
  private final BooleanSupplier withdrawn;
  private volatile boolean cancelled;

  /** Makes a token that only {@link #cancel} cancels. */
  public Cancellation() {
    this(() -> false);
  }

  /** Makes a token that is also cancelled as soon as {@code withdrawn} says so. */
  public Cancellation(BooleanSupplier withdrawn) {
    this.withdrawn = withdrawn;
  }

  /** Withdraws the work; may be called from any thread, any number of times. */
  public void cancel() {
    cancelled = true;
  }

  /** Returns whether the work was withdrawn. */
  public boolean isCancelled() {
    return cancelled || withdrawn.getAsBoolean();
  }

  /**
   * Goes on only while the result is still wanted.
   *
   * @throws CancellationException when the work was withdrawn
   */
  public void check() {
    if (isCancelled()) {
      throw new CancellationException();
    }
  }
}
