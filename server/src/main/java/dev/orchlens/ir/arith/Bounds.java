package dev.orchlens.ir.arith;

/**
 * An inclusive range of integers. {@link Long#MAX_VALUE} and its negation stand for no bound on
 * that side.
 *
 * @param min the least value
 * @param max the greatest value
 */
public record Bounds(long min, long max) {
  /** No bound on a side. */
  public static final long INFINITE = Long.MAX_VALUE;

  private static final Bounds EVERYTHING = new Bounds(-INFINITE, INFINITE);
  private static final Bounds TRUTH = new Bounds(0, 1);

  static Bounds everything() {
    return EVERYTHING;
  }

  /** Returns the range of a truth value. */
  static Bounds truth() {
    return TRUTH;
  }

  static Bounds of(long value) {
    return new Bounds(value, value);
  }

  boolean isConstant() {
    return min == max;
  }

  boolean isNonNegative() {
    return min >= 0;
  }

  boolean isEverything() {
    return min == -INFINITE && max == INFINITE;
  }

  Bounds intersect(Bounds other) {
    return new Bounds(/* min= */ Math.max(min, other.min), /* max= */ Math.min(max, other.max));
  }

  // ---------------------------------------------------------------- arithmetic that keeps
  // infinities

  static long add(long a, long b) {
    if (a == INFINITE || b == INFINITE) {
      return INFINITE;
    }
    if (a == -INFINITE || b == -INFINITE) {
      return -INFINITE;
    }
    long sum = a + b;
    boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
    return overflows ? (b > 0 ? INFINITE : -INFINITE) : sum;
  }

  static long multiply(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    long limit = (a > 0) == (b > 0) ? INFINITE : -INFINITE;
    boolean isInfinite = Math.abs(a) == INFINITE || Math.abs(b) == INFINITE;
    try {
      return isInfinite ? limit : Math.multiplyExact(a, b);
    } catch (ArithmeticException overflow) {
      return limit;
    }
  }

  static long negate(long a) {
    return a == Long.MIN_VALUE ? INFINITE : -a;
  }

  Bounds plus(Bounds o) {
    return new Bounds(add(min, o.min), add(max, o.max));
  }

  Bounds negated() {
    return new Bounds(negate(max), negate(min));
  }

  Bounds minus(Bounds o) {
    return plus(o.negated());
  }

  Bounds times(Bounds o) {
    long a = multiply(min, o.min);
    long b = multiply(min, o.max);
    long c = multiply(max, o.min);
    long d = multiply(max, o.max);
    return new Bounds(
        Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  Bounds floorDiv(Bounds o) {
    if (o.min > 0) {
      long low = min >= 0 ? Math.floorDiv(min, o.max) : Math.floorDiv(min, o.min);
      long high = max >= 0 ? Math.floorDiv(max, o.min) : Math.floorDiv(max, o.max);
      return new Bounds(low, high);
    }
    return o.max < 0 ? negated().floorDiv(o.negated()) : EVERYTHING;
  }

  Bounds floorMod(Bounds o) {
    if (o.min <= 0) {
      return EVERYTHING;
    }
    return new Bounds(0, isNonNegative() ? Math.min(max, o.max - 1) : o.max - 1);
  }

  Bounds power(Bounds exponent) {
    if (!exponent.isConstant() || exponent.min < 0) {
      return EVERYTHING;
    }
    if (exponent.min == 0) {
      return of(1);
    }
    if (exponent.min == 1) {
      return this;
    }
    return isNonNegative()
        ? new Bounds(power(min, exponent.min), power(max, exponent.min))
        : EVERYTHING;
  }

  private static long power(long base, long exponent) {
    long result = 1;
    for (long square = base, e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        result = multiply(result, square);
      }
      square = multiply(square, square);
    }
    return result;
  }
}
