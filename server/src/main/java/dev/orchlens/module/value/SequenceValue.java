package dev.orchlens.module.value;

/** A value with a length and elements by position. */
public sealed interface SequenceValue extends Value permits ListValue, TupleValue, RangeValue {
  /** The number of elements. */
  int size();

  /**
   * The element at a position from 0.
   *
   * @throws IndexOutOfBoundsException when the position is not inside
   */
  Value get(int index);
}
