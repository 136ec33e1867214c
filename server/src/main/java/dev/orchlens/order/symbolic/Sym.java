package dev.orchlens.order.symbolic;

/**
 * An integer that a trace does not know: an input, the number of an iteration, a counter inside of
 * a kernel, or what is computed from such numbers in a way that no sum of multiples says. Two
 * symbols are the same only when they are the same object.
 */
public final class Sym {
  private final int id;
  private final String name;
  private final Frame home;
  private final boolean inner;
  private Affine low;
  private Affine high;
  private Affine otherLow;
  private Affine otherHigh;
  private Affine numerator;
  private long divisor;

  /**
   * Makes a symbol.
   *
   * @param id larger than that of every symbol that its bounds speak of
   * @param name how messages call it
   * @param home the innermost loop in whose every iteration it may have another value; null for
   *     none
   * @param inner whether it runs through all values between its bounds within one task
   */
  public Sym(int id, String name, Frame home, boolean inner) {
    this.id = id;
    this.name = name;
    this.home = home;
    this.inner = inner;
    this.low = Affine.UNKNOWN;
    this.high = Affine.UNKNOWN;
    this.otherLow = Affine.UNKNOWN;
    this.otherHigh = Affine.UNKNOWN;
    this.numerator = Affine.UNKNOWN;
  }

  /** Returns its number, larger than that of every symbol that its bounds speak of. */
  public int id() {
    return id;
  }

  /** Returns how messages call it. */
  public String name() {
    return name;
  }

  /**
   * Returns the innermost loop in whose every iteration it may have another value; null for none.
   */
  public Frame home() {
    return home;
  }

  /** Returns whether it runs through all values between its bounds within one task. */
  public boolean inner() {
    return inner;
  }

  /** Returns what it is at least; unknown for no bound. */
  public Affine low() {
    return low;
  }

  /** Returns what it is at most; unknown for no bound. */
  public Affine high() {
    return high;
  }

  /** Returns what else it is at least. */
  public Affine otherLow() {
    return otherLow;
  }

  /** Returns what else it is at most. */
  public Affine otherHigh() {
    return otherHigh;
  }

  /** Returns the number that it is a quotient of, rounded down; unknown when it is no quotient. */
  public Affine numerator() {
    return numerator;
  }

  /** Returns what that is divided by, more than 0. */
  public long divisor() {
    return divisor;
  }

  /**
   * Returns whether it runs through all values between its bounds, or is computed from such
   * counters.
   */
  public boolean isCounted() {
    if (home != null && home.counter() == this) {
      return true;
    }
    if (numerator.isKnown()) {
      for (int i = 0; i < numerator.size(); i++) {
        if (!numerator.sym(i).isCounted()) {
          return false;
        }
      }
      return true;
    }
    return inner && low.isKnown() && high.isKnown();
  }

  /** Sets its bounds, both included; returns itself. */
  public Sym between(Affine newLow, Affine newHigh) {
    low = newLow;
    high = newHigh;
    return this;
  }

  /** Sets another upper bound; returns itself. */
  public Sym orAtMost(Affine bound) {
    otherHigh = bound;
    return this;
  }

  /** Sets another lower bound; returns itself. */
  public Sym orAtLeast(Affine bound) {
    otherLow = bound;
    return this;
  }

  /** Says that it is a number divided by {@code by}, rounded down; returns itself. */
  public Sym quotientOf(Affine number, long by) {
    numerator = number;
    divisor = by;
    return this;
  }

  @Override
  public String toString() {
    return name;
  }
}
