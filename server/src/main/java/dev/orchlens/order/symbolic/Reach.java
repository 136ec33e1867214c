package dev.orchlens.order.symbolic;

/** Finds what a sum is at least and at most, from the bounds of its symbols. */
public final class Reach {
  /** Stands for no bound. */
  public static final long NONE = Long.MIN_VALUE;

  private static final int MOST_STEPS = 24;

  /** Returns a number that {@code sum} is never less than, the best that is found. */
  public long low(Affine sum) {
    int[] steps = {MOST_STEPS};
    return low(sum, steps);
  }

  /** Returns a number that {@code sum} is never more than, the best that is found. */
  public long high(Affine sum) {
    long low = low(sum.times(-1));
    return low == NONE ? NONE : -low;
  }

  private long low(Affine sum, int[] steps) {
    if (!sum.isKnown()) {
      return NONE;
    }
    if (sum.size() == 0) {
      return sum.constant();
    }
    if (steps[0]-- <= 0) {
      return NONE;
    }
    int last = sum.size() - 1;
    Sym sym = sum.sym(last);
    long factor = sum.factor(last);
    Affine rest = sum.minus(Affine.of(sym).times(factor));
    long best = NONE;
    if (sym.numerator().isKnown() && factor % sym.divisor() == 0) {
      long times = factor / sym.divisor();
      Affine multiple = times > 0 ? sym.numerator().plus(1 - sym.divisor()) : sym.numerator();
      best = low(rest.plus(multiple, times), steps);
    }
    Affine bound = factor > 0 ? sym.low() : sym.high();
    if (bound.isKnown()) {
      best = better(best, low(rest.plus(bound, factor), steps));
    }
    Affine other = factor > 0 ? sym.otherLow() : sym.otherHigh();
    if (other.isKnown()) {
      best = better(best, low(rest.plus(other, factor), steps));
    }
    return best;
  }

  private static long better(long a, long b) {
    return a == NONE ? b : b == NONE ? a : Math.max(a, b);
  }
}
