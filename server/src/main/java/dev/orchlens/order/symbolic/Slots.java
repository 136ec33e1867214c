package dev.orchlens.order.symbolic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The slots of an array that a write fills, over the iterations of the loops between the array and
 * the write.
 *
 * @param index the slot
 * @param home the innermost loop that the array is made in; null for none
 * @param frame the innermost loop that it is written in; null for none
 */
public record Slots(Affine index, Frame home, Frame frame) {
  /** Returns a single slot. */
  public static Slots one(int slot, Frame home) {
    return new Slots(Affine.of(slot), home, home);
  }

  /**
   * Returns whether each iteration fills another one: like the digits of a number, each counter has
   * a factor that the others together do not reach.
   */
  public boolean differ() {
    if (!isCounted()) {
      return false;
    }
    List<Integer> counters = counters();
    counters.sort(Comparator.comparingLong(i -> Math.abs(index.factor(i))));
    long reached = 0;
    for (int i : counters) {
      long factor = Math.abs(index.factor(i));
      if (reached == Reach.NONE || factor <= reached) {
        return false;
      }
      Affine last = index.sym(i).high();
      reached = last.isConstant() ? reached + factor * last.constant() : Reach.NONE;
    }
    return Frame.depthOf(frame) - Frame.depthOf(home) == counters.size();
  }

  /** Returns whether no slot is one of {@code other}, in whatever iterations. */
  public boolean isApartFrom(Slots other) {
    if (!isCounted() || !other.isCounted()) {
      return false;
    }
    Affine distance = start().minus(other.start());
    if (!distance.isConstant()) {
      return false;
    }
    long step = other.step(step(0));
    if (step > 0 && distance.constant() % step != 0) {
      return true;
    }
    Reach reach = new Reach();
    Affine own = index.minus(start());
    Affine others = other.index.minus(other.start());
    return isMore(reach.low(own), reach.high(others), distance.constant())
        || isMore(reach.low(others), reach.high(own), -distance.constant());
  }

  private static boolean isMore(long low, long high, long distance) {
    return low != Reach.NONE && high != Reach.NONE && distance + low > high;
  }

  private boolean isCounted() {
    if (!index.isKnown()) {
      return false;
    }
    for (int i : counters()) {
      if (index.sym(i).home().counter() != index.sym(i)) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> counters() {
    List<Integer> counters = new ArrayList<>();
    for (int i = 0; i < index.size(); i++) {
      if (Frame.depthOf(index.sym(i).home()) > Frame.depthOf(home)) {
        counters.add(i);
      }
    }
    return counters;
  }

  /** Returns the part of the index that does not change between the iterations. */
  private Affine start() {
    Affine start = index;
    for (int i : counters()) {
      start = start.minus(Affine.of(index.sym(i)).times(index.factor(i)));
    }
    return start;
  }

  /** Returns the greatest common divisor of {@code with} and the factors of the counters. */
  private long step(long with) {
    long step = with;
    for (int i : counters()) {
      long other = Math.abs(index.factor(i));
      while (other != 0) {
        long rest = step % other;
        step = other;
        other = rest;
      }
    }
    return step;
  }
}
