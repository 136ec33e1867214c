package dev.orchlens.module.value;

import java.util.Optional;

/**
 * The owner of all mutable values of one evaluation: once it is closed, none of them changes any
 * more.
 */
public final class Heap {
  private volatile boolean closed;

  /** Fixes everything that this heap owns. */
  public void close() {
    closed = true;
  }

  /** Whether everything that this heap owns is fixed. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Called before a mutable value changes.
   *
   * @throws UnknownAnswerException when the evaluation that owns the value is over
   */
  void beforeChange(String what) {
    if (closed) {
      throw new UnknownAnswerException(
          new UnknownValue(
              "this would change " + what + " after its module was loaded", Optional.empty()));
    }
  }
}
