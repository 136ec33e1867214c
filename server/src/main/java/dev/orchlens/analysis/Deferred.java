package dev.orchlens.analysis;

import java.util.function.Supplier;

/** A value that is worked out when it is first asked for, once; whoever asks meanwhile waits. */
public final class Deferred<T> {
  private Supplier<T> source;
  private T value;

  /** Makes the value that {@code source} gives, which is not null. */
  public Deferred(Supplier<T> source) {
    this.source = source;
  }

  /** Returns the value. What {@code source} throws leaves it to be worked out by the next who asks. */
  public synchronized T get() {
    if (value == null) {
      value = source.get();
      source = null;
    }
    return value;
  }
}
