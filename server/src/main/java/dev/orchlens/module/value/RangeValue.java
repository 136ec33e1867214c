package dev.orchlens.module.value;

import java.util.Objects;

/**
 * Python's {@code range}.
 *
 * @param start the first element
 * @param stop the exclusive end
 * @param step the distance, not 0
 */
public record RangeValue(long start, long stop, long step) implements SequenceValue {
  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, length());
  }

  /** The number of elements, also where it exceeds an int. */
  public long length() {
    if (step > 0) {
      return start >= stop ? 0 : Math.floorDiv(stop - start - 1, step) + 1;
    }
    return start <= stop ? 0 : Math.floorDiv(start - stop - 1, -step) + 1;
  }

  @Override
  public Value get(int index) {
    return at(index);
  }

  /**
   * The element at a position from 0, also where that exceeds an int.
   *
   * @throws IndexOutOfBoundsException when the position is not inside
   */
  public Value at(long index) {
    return IntValue.of(start + Objects.checkIndex(index, length()) * step);
  }
}
