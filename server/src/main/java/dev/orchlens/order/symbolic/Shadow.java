package dev.orchlens.order.symbolic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The elements that a touch of a run reaches, as rectangles of numbers. */
public final class Shadow {
  private static final int MOST = 256;

  private Shadow() {}

  /**
   * A rectangle of numbers.
   *
   * @param from the first element of each axis
   * @param to the one behind the last element
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Rectangle(long[] from, long[] to) {
    /** Returns the common part; nothing when there is none. */
    public Optional<Rectangle> with(Rectangle other) {
      long[] low = new long[from.length];
      long[] high = new long[from.length];
      for (int i = 0; i < low.length; i++) {
        low[i] = Math.max(from[i], other.from[i]);
        high[i] = Math.min(to[i], other.to[i]);
        if (low[i] >= high[i]) {
          return Optional.empty();
        }
      }
      return Optional.of(new Rectangle(low, high));
    }
  }

  /**
   * Returns rectangles that are certainly reached; not all of them where there are too many, or
   * some are not known.
   */
  public static List<Rectangle> of(Box box) {
    List<Rectangle> all = new ArrayList<>();
    spread(box, all);
    return all;
  }

  private static void spread(Box box, List<Rectangle> all) {
    if (all.size() >= MOST) {
      return;
    }
    Box joined = box;
    for (int axis = 0; axis < box.rank(); axis++) {
      joined = joined(joined, axis);
    }
    Sym open = firstSym(joined);
    if (open == null) {
      rectangle(joined).ifPresent(all::add);
      return;
    }
    if (!open.low().isConstant() || !open.high().isConstant()) {
      return;
    }
    for (long value = open.low().constant();
        value <= open.high().constant() && all.size() < MOST;
        value++) {
      long fixed = value;
      spread(joined.map(a -> with(a, open, fixed)), all);
    }
  }

  private static Affine with(Affine sum, Sym sym, long value) {
    for (int i = 0; i < sum.size(); i++) {
      if (sum.sym(i) == sym) {
        return sum.minus(Affine.of(sym).times(sum.factor(i))).plus(sum.factor(i) * value);
      }
    }
    return sum;
  }

  private static Sym firstSym(Box box) {
    for (int axis = 0; axis < box.rank(); axis++) {
      for (Affine a : List.of(box.starts().get(axis), box.lengths().get(axis))) {
        if (a.size() > 0) {
          return a.sym(0);
        }
      }
    }
    return null;
  }

  /** Takes the values of a counter together whose windows on this axis lie side by side. */
  private static Box joined(Box box, int axis) {
    Box current = box;
    boolean changed = true;
    while (changed) {
      changed = false;
      Affine start = current.starts().get(axis);
      Affine length = current.lengths().get(axis);
      for (int i = 0; i < start.size() && length.isConstant() && !changed; i++) {
        Sym sym = start.sym(i);
        long step = start.factor(i);
        boolean isCounter = sym.inner() && sym.low().isConstant() && sym.high().isConstant();
        if (isCounter
            && step > 0
            && step <= length.constant()
            && isOnlyHere(current, axis, sym)
            && sym.high().constant() >= sym.low().constant()) {
          long runs = sym.high().constant() - sym.low().constant();
          List<Affine> starts = new ArrayList<>(current.starts());
          List<Affine> lengths = new ArrayList<>(current.lengths());
          starts.set(axis, with(start, sym, sym.low().constant()));
          lengths.set(axis, length.plus(runs * step));
          current = new Box(current.space(), starts, lengths);
          changed = true;
        }
      }
    }
    return current;
  }

  private static boolean isOnlyHere(Box box, int axis, Sym sym) {
    for (int other = 0; other < box.rank(); other++) {
      boolean inStart = other != axis && contains(box.starts().get(other), sym);
      if (inStart || contains(box.lengths().get(other), sym)) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(Affine sum, Sym sym) {
    for (int i = 0; i < sum.size(); i++) {
      Sym own = sum.sym(i);
      if (own == sym || own.numerator().isKnown() && contains(own.numerator(), sym)) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Rectangle> rectangle(Box box) {
    long[] from = new long[box.rank()];
    long[] to = new long[box.rank()];
    for (int i = 0; i < from.length; i++) {
      Affine start = box.starts().get(i);
      Affine length = box.lengths().get(i);
      Affine extent = box.space().dims().get(i);
      if (!start.isConstant() || !length.isConstant() || !extent.isConstant()) {
        return Optional.empty();
      }
      from[i] = Math.max(0, start.constant());
      to[i] = Math.min(start.constant() + length.constant(), extent.constant());
      if (from[i] >= to[i]) {
        return Optional.empty();
      }
    }
    return Optional.of(new Rectangle(from, to));
  }
}
