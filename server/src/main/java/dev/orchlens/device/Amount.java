package dev.orchlens.device;

import java.util.Locale;

/**
 * How much of a ring is taken.
 *
 * @param tasks slots for tasks, 0 or more; {@link #UNKNOWN} where no bound is known
 * @param bytes bytes for buffers, 0 or more; {@link #UNKNOWN} where no bound is known
 */
public record Amount(long tasks, long bytes) {
  /** No bound is known. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  static final Amount NOTHING = new Amount(0, 0);

  /** Returns whether a bound of both is known. */
  public boolean isKnown() {
    return tasks != UNKNOWN && bytes != UNKNOWN;
  }

  Amount plus(Amount other) {
    return new Amount(add(tasks, other.tasks), add(bytes, other.bytes));
  }

  Amount times(long count) {
    return new Amount(multiply(tasks, count), multiply(bytes, count));
  }

  Amount max(Amount other) {
    return new Amount(Math.max(tasks, other.tasks), Math.max(bytes, other.bytes));
  }

  Amount min(Amount other) {
    return new Amount(Math.min(tasks, other.tasks), Math.min(bytes, other.bytes));
  }

  static long add(long a, long b) {
    return a > UNKNOWN - b ? UNKNOWN : a + b;
  }

  /** Returns a number of bytes in MiB, rounded up to tenths. */
  public static String mebibytes(long bytes) {
    double tenths = Math.ceil(bytes / 1024.0 / 1024.0 * 10);
    return tenths % 10 == 0
        ? String.format(Locale.ROOT, "%,d MiB", (long) tenths / 10)
        : String.format(Locale.ROOT, "%,.1f MiB", tenths / 10);
  }

  static long multiply(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? UNKNOWN : a * b;
  }
}
