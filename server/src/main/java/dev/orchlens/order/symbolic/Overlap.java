package dev.orchlens.order.symbolic;

/** Decides whether two boxes of one buffer can have an element in common, or must. */
public final class Overlap {
  private final Reach reach = new Reach();

  /** Returns whether no values of the symbols give the boxes an element in common. */
  public boolean apart(Box a, Box b) {
    if (a.starts().equals(b.starts())) {
      return false;
    }
    if (!a.space().equals(b.space()) || a.rank() != b.rank()) {
      return apart(a.first(), a.span(), b.first(), b.span());
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      if (apart(
          a.starts().get(axis),
          a.lengths().get(axis),
          b.starts().get(axis),
          b.lengths().get(axis))) {
        return true;
      }
    }
    return a.rank() > 1 && apart(a.first(), a.span(), b.first(), b.span());
  }

  /**
   * Returns whether the stretches of memory from the first to the last element of each never meet.
   */
  public boolean apartInMemory(Box a, Box b) {
    return apart(a.first(), a.span(), b.first(), b.span());
  }

  /** Returns whether those stretches meet whatever the symbols are. */
  public boolean meetInMemory(Box a, Box b) {
    Affine distance = b.first().minus(a.first());
    return !isEmptyAtTimes(a)
        && !isEmptyAtTimes(b)
        && isAtLeast(a.span().minus(distance), 1)
        && isAtLeast(b.span().plus(distance), 1);
  }

  /** Returns whether the boxes have an element in common whatever the symbols are. */
  public boolean meet(Box a, Box b) {
    if (isEmptyAtTimes(a) || isEmptyAtTimes(b)) {
      return false;
    }
    if (a.isEverything() || b.isEverything()) {
      return true;
    }
    if (!a.space().equals(b.space()) || a.rank() != b.rank()) {
      return false;
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      Affine distance = b.starts().get(axis).minus(a.starts().get(axis));
      if (!isAtLeast(a.lengths().get(axis).minus(distance), 1)
          || !isAtLeast(b.lengths().get(axis).plus(distance), 1)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether every element of {@code b} is one of {@code a}, whatever the symbols are. */
  public boolean covers(Box a, Box b) {
    if (a.isEverything()) {
      return true;
    }
    if (!a.space().equals(b.space()) || a.rank() != b.rank()) {
      return false;
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      Affine before = b.starts().get(axis).minus(a.starts().get(axis));
      Affine behind = a.lengths().get(axis).minus(before).minus(b.lengths().get(axis));
      if (!isAtLeast(before, 0) || !isAtLeast(behind, 0)) {
        return false;
      }
    }
    return true;
  }

  private boolean isEmptyAtTimes(Box box) {
    for (int i = 0; i < box.rank(); i++) {
      Affine length = box.lengths().get(i);
      if (!length.equals(box.space().dims().get(i)) && !isAtLeast(length, 1)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAtLeast(Affine sum, long bound) {
    long low = reach.low(sum);
    return low != Reach.NONE && low >= bound;
  }

  private boolean apart(Affine startA, Affine lengthA, Affine startB, Affine lengthB) {
    Affine distance = startB.minus(startA);
    if (!distance.isKnown()) {
      return false;
    }
    return isAtLeast(distance.minus(lengthA), 0)
        || isAtLeast(distance.times(-1).minus(lengthB), 0)
        || lengthA.isConstant()
            && lengthB.isConstant()
            && areApartByFactors(distance, lengthA.constant(), lengthB.constant());
  }

  /**
   * Splits the distance into what runs over few values and multiples of a number: it misses every
   * overlap when the few values all lie between two multiples.
   */
  private boolean areApartByFactors(Affine distance, long lengthA, long lengthB) {
    for (int pivot = 0; pivot < distance.size(); pivot++) {
      long least = Math.abs(distance.factor(pivot));
      long step = 0;
      Affine rest = Affine.of(distance.constant());
      for (int i = 0; i < distance.size(); i++) {
        if (Math.abs(distance.factor(i)) >= least) {
          step = gcd(step, Math.abs(distance.factor(i)));
        } else {
          rest = rest.plus(Affine.of(distance.sym(i)), distance.factor(i));
        }
      }
      long low = reach.low(rest);
      long high = reach.high(rest);
      if (low != Reach.NONE && high != Reach.NONE && step > 1) {
        long base = Math.floorDiv(low, step) * step;
        if (low - base >= lengthA && high - base - step <= -lengthB) {
          return true;
        }
      }
    }
    return false;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
