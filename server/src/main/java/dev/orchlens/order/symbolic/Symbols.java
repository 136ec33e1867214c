package dev.orchlens.order.symbolic;

import java.util.HashMap;
import java.util.Map;

/**
 * Makes the symbols of one trace, and computes with sums of them. What is computed twice is the
 * same symbol twice.
 */
public final class Symbols {
  private enum Atom {
    PRODUCT,
    QUOTIENT,
    MINIMUM,
    MAXIMUM
  }

  private record Key(Atom atom, Affine left, Affine right) {}

  private final Map<Key, Affine> atoms = new HashMap<>();
  private final Reach reach = new Reach();
  private int next;

  /** Returns a new symbol, see {@link Sym}. */
  public Sym fresh(String name, Frame home, boolean inner) {
    return new Sym(next++, name, home, inner);
  }

  /** Returns the product, a symbol where no sum says it. */
  public Affine times(Affine a, Affine b) {
    if (!a.isKnown() || !b.isKnown()) {
      return Affine.UNKNOWN;
    }
    if (a.isConstant()) {
      return b.times(a.constant());
    }
    if (b.isConstant()) {
      return a.times(b.constant());
    }
    boolean swap = b.hashCode() < a.hashCode();
    return atom(Atom.PRODUCT, swap ? b : a, swap ? a : b);
  }

  /**
   * Returns {@code a / b} rounded down, for a constant {@code b} more than 0; unknown for another
   * one.
   */
  public Affine quotient(Affine a, Affine b) {
    if (!a.isKnown() || !b.isConstant() || b.constant() <= 0) {
      return Affine.UNKNOWN;
    }
    long by = b.constant();
    Affine whole = Affine.of(Math.floorDiv(a.constant(), by));
    Affine rest = Affine.of(Math.floorMod(a.constant(), by));
    for (int i = 0; i < a.size(); i++) {
      Affine term = Affine.of(a.sym(i));
      whole = whole.plus(term, Math.floorDiv(a.factor(i), by));
      rest = rest.plus(term, Math.floorMod(a.factor(i), by));
    }
    long low = reach.low(rest);
    long high = reach.high(rest);
    if (low != Reach.NONE
        && high != Reach.NONE
        && Math.floorDiv(low, by) == Math.floorDiv(high, by)) {
      return whole.plus(Math.floorDiv(low, by));
    }
    return whole.plus(atom(Atom.QUOTIENT, rest, b));
  }

  /**
   * Returns {@code a % b}, 0 or more, for a constant {@code b} more than 0; unknown for another
   * one.
   */
  public Affine remainder(Affine a, Affine b) {
    Affine quotient = quotient(a, b);
    return quotient.isKnown() ? a.minus(quotient.times(b.constant())) : Affine.UNKNOWN;
  }

  /** Returns the smaller one, a symbol where that is not known. */
  public Affine min(Affine a, Affine b) {
    return extreme(Atom.MINIMUM, a, b);
  }

  /** Returns the larger one, a symbol where that is not known. */
  public Affine max(Affine a, Affine b) {
    return extreme(Atom.MAXIMUM, a, b);
  }

  private Affine extreme(Atom atom, Affine a, Affine b) {
    Affine difference = a.minus(b);
    if (!difference.isKnown()) {
      return Affine.UNKNOWN;
    }
    if (reach.low(difference) != Reach.NONE && reach.low(difference) >= 0) {
      return atom == Atom.MINIMUM ? b : a;
    }
    if (reach.high(difference) != Reach.NONE && reach.high(difference) <= 0) {
      return atom == Atom.MINIMUM ? a : b;
    }
    boolean swap = b.hashCode() < a.hashCode();
    return atom(atom, swap ? b : a, swap ? a : b);
  }

  private Affine atom(Atom atom, Affine a, Affine b) {
    return atoms.computeIfAbsent(new Key(atom, a, b), key -> Affine.of(made(key)));
  }

  private Sym made(Key key) {
    Affine a = key.left();
    Affine b = key.right();
    Frame home = Frame.deeper(a.home(), b.home());
    boolean inner = isInner(a) || isInner(b);
    return switch (key.atom()) {
      case PRODUCT -> {
        Sym product = fresh("(" + a + ") * (" + b + ")", home, inner);
        boolean bothPositive =
            reach.low(a) != Reach.NONE
                && reach.low(a) >= 0
                && reach.low(b) != Reach.NONE
                && reach.low(b) >= 0;
        yield bothPositive ? product.between(Affine.ZERO, Affine.UNKNOWN) : product;
      }
      case QUOTIENT -> {
        long by = b.constant();
        long low = reach.low(a);
        long high = reach.high(a);
        yield fresh("(" + a + ") // " + by, home, inner)
            .quotientOf(a, by)
            .between(
                low == Reach.NONE ? Affine.UNKNOWN : Affine.of(Math.floorDiv(low, by)),
                high == Reach.NONE ? Affine.UNKNOWN : Affine.of(Math.floorDiv(high, by)));
      }
      case MINIMUM -> {
        long low =
            reach.low(a) == Reach.NONE || reach.low(b) == Reach.NONE
                ? Reach.NONE
                : Math.min(reach.low(a), reach.low(b));
        yield fresh("min(" + a + ", " + b + ")", home, inner)
            .between(low == Reach.NONE ? Affine.UNKNOWN : Affine.of(low), a)
            .orAtMost(b);
      }
      case MAXIMUM -> {
        long high =
            reach.high(a) == Reach.NONE || reach.high(b) == Reach.NONE
                ? Reach.NONE
                : Math.max(reach.high(a), reach.high(b));
        yield fresh("max(" + a + ", " + b + ")", home, inner)
            .between(a, high == Reach.NONE ? Affine.UNKNOWN : Affine.of(high))
            .orAtLeast(b);
      }
    };
  }

  private static boolean isInner(Affine a) {
    for (int i = 0; i < a.size(); i++) {
      if (a.sym(i).inner()) {
        return true;
      }
    }
    return false;
  }
}
