package dev.orchlens.order.symbolic;

import java.util.Arrays;

/**
 * A sum of a constant and of multiples of symbols, or a number about which nothing is known.
 * Immutable.
 */
public final class Affine {
  private static final Sym[] NO_SYMS = {};
  private static final long[] NO_FACTORS = {};

  /**
   * Nothing that is larger counts as known, so that sums and products of what is known do not
   * overflow.
   */
  private static final long LIMIT = 1L << 40;

  /** The number about which nothing is known. */
  public static final Affine UNKNOWN = new Affine(0, NO_SYMS, NO_FACTORS);

  /** The number 0. */
  public static final Affine ZERO = new Affine(0, NO_SYMS, NO_FACTORS);

  /** The number 1. */
  public static final Affine ONE = new Affine(1, NO_SYMS, NO_FACTORS);

  private final long constant;

  /** In the order of their ids. */
  private final Sym[] syms;

  private final long[] factors;

  private Affine(long constant, Sym[] syms, long[] factors) {
    this.constant = constant;
    this.syms = syms;
    this.factors = factors;
  }

  /** Returns a constant; unknown where it is too large to count with. */
  public static Affine of(long constant) {
    return Math.abs(constant) >= LIMIT ? UNKNOWN : new Affine(constant, NO_SYMS, NO_FACTORS);
  }

  /** Returns the sum that is one symbol. */
  public static Affine of(Sym sym) {
    return new Affine(0, new Sym[] {sym}, new long[] {1});
  }

  /** Returns whether anything is known about it. */
  public boolean isKnown() {
    return this != UNKNOWN;
  }

  /** Returns whether it is a number without symbols. */
  public boolean isConstant() {
    return this != UNKNOWN && syms.length == 0;
  }

  /** Returns the part that no symbol counts in. */
  public long constant() {
    return constant;
  }

  /** Returns the number of symbols. */
  public int size() {
    return syms.length;
  }

  /** Returns a symbol; {@code index} is less than the size. */
  public Sym sym(int index) {
    return syms[index];
  }

  /** Returns what a symbol is multiplied by; {@code index} is less than the size. */
  public long factor(int index) {
    return factors[index];
  }

  /** Returns whether this is known to be {@code value}. */
  public boolean is(long value) {
    return isConstant() && constant == value;
  }

  /** Returns the sum; unknown where it is too large to count with. */
  public Affine plus(long number) {
    return this == UNKNOWN || Math.abs(constant + number) >= LIMIT
        ? UNKNOWN
        : new Affine(constant + number, syms, factors);
  }

  /** Returns the sum; unknown where one of both is. */
  public Affine plus(Affine other) {
    return plus(other, 1);
  }

  /** Returns the difference; unknown where one of both is. */
  public Affine minus(Affine other) {
    return plus(other, -1);
  }

  /** Returns this and {@code times} times the other. */
  public Affine plus(Affine other, long times) {
    if (this == UNKNOWN || other == UNKNOWN) {
      return UNKNOWN;
    }
    if (other.syms.length == 0) {
      return plus(other.constant * times);
    }
    Sym[] sumSyms = new Sym[syms.length + other.syms.length];
    long[] sumFactors = new long[sumSyms.length];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < syms.length || j < other.syms.length) {
      long factor;
      Sym sym;
      if (j == other.syms.length || i < syms.length && syms[i].id() < other.syms[j].id()) {
        sym = syms[i];
        factor = factors[i++];
      } else if (i == syms.length || other.syms[j].id() < syms[i].id()) {
        sym = other.syms[j];
        factor = times * other.factors[j++];
      } else {
        sym = syms[i];
        factor = factors[i++] + times * other.factors[j++];
      }
      if (factor != 0) {
        sumSyms[n] = sym;
        sumFactors[n++] = factor;
      }
    }
    return checked(constant + times * other.constant, sumSyms, sumFactors, n);
  }

  private static Affine checked(long constant, Sym[] syms, long[] factors, int n) {
    if (Math.abs(constant) >= LIMIT) {
      return UNKNOWN;
    }
    for (int i = 0; i < n; i++) {
      if (Math.abs(factors[i]) >= LIMIT) {
        return UNKNOWN;
      }
    }
    return new Affine(constant, Arrays.copyOf(syms, n), Arrays.copyOf(factors, n));
  }

  /** Returns the product; unknown where it is too large to count with. */
  public Affine times(long number) {
    if (this == UNKNOWN || Math.abs(number) >= LIMIT) {
      return UNKNOWN;
    }
    return number == 0 ? ZERO : ZERO.plus(this, number);
  }

  /** Returns the innermost loop in whose iterations this may differ; null for none. */
  public Frame home() {
    Frame home = null;
    for (Sym sym : syms) {
      home = Frame.deeper(home, sym.home());
    }
    return home;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Affine a
        && (this == UNKNOWN) == (a == UNKNOWN)
        && constant == a.constant
        && Arrays.equals(syms, a.syms)
        && Arrays.equals(factors, a.factors);
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(constant);
    for (int i = 0; i < syms.length; i++) {
      hash = 31 * hash + syms[i].id() * 17 + Long.hashCode(factors[i]);
    }
    return hash;
  }

  @Override
  public String toString() {
    if (this == UNKNOWN) {
      return "?";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < syms.length; i++) {
      String sign = factors[i] < 0 ? (i == 0 ? "-" : " - ") : (i == 0 ? "" : " + ");
      long magnitude = Math.abs(factors[i]);
      text.append(sign).append(syms[i]).append(magnitude == 1 ? "" : " * " + magnitude);
    }
    if (constant != 0 || syms.length == 0) {
      String sign = syms.length == 0 ? "" : constant < 0 ? " - " : " + ";
      text.append(sign).append(syms.length == 0 ? constant : Math.abs(constant));
    }
    return text.toString();
  }
}
