package dev.orchlens.order.symbolic;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A rectangle of elements: on each axis those from a start on, as many as the length says.
 *
 * @param space what the axes are
 * @param starts the first element of each axis
 * @param lengths how many there are on each axis
 */
public record Box(Space space, List<Affine> starts, List<Affine> lengths) {
  public Box {
    starts = List.copyOf(starts);
    lengths = List.copyOf(lengths);
  }

  /** Returns the number of axes. */
  public int rank() {
    return starts.size();
  }

  /** Returns whether this is all of its space. */
  public boolean isEverything() {
    for (int i = 0; i < rank(); i++) {
      if (!starts.get(i).is(0) || !lengths.get(i).equals(space.dims().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the box with all its numbers changed. */
  public Box map(UnaryOperator<Affine> change) {
    return new Box(
        space, starts.stream().map(change).toList(), lengths.stream().map(change).toList());
  }

  /**
   * Returns the number of the first element in the order of the memory; unknown where that is not
   * known.
   */
  public Affine first() {
    Affine first = Affine.ZERO;
    for (int i = 0; i < rank(); i++) {
      Affine stride = space.stride(i);
      first =
          starts.get(i).is(0)
              ? first
              : stride.isKnown() ? first.plus(starts.get(i), stride.constant()) : Affine.UNKNOWN;
    }
    return first;
  }

  /**
   * Returns how many elements lie from the first to the last one in the order of the memory, both
   * counted.
   */
  public Affine span() {
    Affine span = Affine.ONE;
    for (int i = 0; i < rank(); i++) {
      Affine stride = space.stride(i);
      Affine steps = lengths.get(i).plus(-1);
      span =
          steps.is(0)
              ? span
              : stride.isKnown() ? span.plus(steps, stride.constant()) : Affine.UNKNOWN;
    }
    return span;
  }
}
