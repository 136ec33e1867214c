package dev.orchlens.order.symbolic;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * How the iterations of an earlier and of a later task lie to each other, applied to what the later
 * one computes: its symbols become those of the earlier one where both have the same value, and
 * others where they need not.
 */
public final class Relation {
  private final Symbols symbols;
  private final int level;
  private final Affine distance;
  private final Map<Sym, Affine> renamed = new HashMap<>();
  private final Map<Box, Box> boxes = new IdentityHashMap<>();

  private Relation(Symbols symbols, int level, Affine distance) {
    this.symbols = symbols;
    this.level = level;
    this.distance = distance;
  }

  /**
   * Returns the relation of two tasks in the same iteration of the loops around both.
   *
   * @param common how many loops are around both
   */
  public static Relation same(Symbols symbols, int common) {
    return new Relation(symbols, common + 1, Affine.ZERO);
  }

  /**
   * Returns the relation of two tasks in the same iteration of the loops outside of {@code level},
   * the later one {@code distance} iterations of the loop there behind the earlier one.
   */
  public static Relation behind(Symbols symbols, int level, long distance) {
    return new Relation(symbols, level, Affine.of(distance));
  }

  /** Returns the same with at least {@code distance} iterations. */
  public static Relation atLeast(Symbols symbols, Frame frame, int level, long distance) {
    Sym steps = symbols.fresh("distance", null, true);
    steps.between(Affine.of(distance), frame.counter().high());
    return new Relation(symbols, level, Affine.of(steps));
  }

  /** Returns the box as the earlier iteration has it. */
  public Box of(Box later) {
    Box known = boxes.get(later);
    if (known == null) {
      known = later.map(this::of);
      boxes.put(later, known);
    }
    return known;
  }

  /** Returns the number as the earlier iteration has it. */
  public Affine of(Affine later) {
    if (!later.isKnown()) {
      return later;
    }
    Affine sum = Affine.of(later.constant());
    for (int i = 0; i < later.size(); i++) {
      sum = sum.plus(of(later.sym(i)), later.factor(i));
    }
    return sum;
  }

  private Affine of(Sym sym) {
    if (!sym.inner() && Frame.depthOf(sym.home()) < level) {
      return Affine.of(sym);
    }
    Affine known = renamed.get(sym);
    if (known == null) {
      known = twin(sym);
      renamed.put(sym, known);
    }
    return known;
  }

  private Affine twin(Sym sym) {
    boolean counts =
        sym.home() != null && sym.home().counter() == sym && Frame.depthOf(sym.home()) == level;
    if (counts) {
      return Affine.of(sym).plus(distance);
    }
    if (sym.numerator().isKnown()) {
      return symbols.quotient(of(sym.numerator()), Affine.of(sym.divisor()));
    }
    Affine low = of(sym.low());
    Affine high = of(sym.high());
    Affine otherLow = of(sym.otherLow());
    Affine otherHigh = of(sym.otherHigh());
    return Affine.of(
        symbols
            .fresh(sym.name() + "'", sym.home(), true)
            .between(low, high)
            .orAtLeast(otherLow)
            .orAtMost(otherHigh));
  }
}
