package dev.orchlens.module.value;

import java.util.List;
import java.util.Optional;

/**
 * A tuple.
 *
 * @param elements its elements
 * @param type the named tuple class it belongs to, if any
 */
public record TupleValue(List<Value> elements, Optional<ClassValue> type) implements SequenceValue {
  public TupleValue {
    elements = List.copyOf(elements);
  }

  /** A plain tuple. */
  public TupleValue(List<Value> elements) {
    this(elements, Optional.empty());
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Value get(int index) {
    return elements.get(index);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TupleValue tuple && elements.equals(tuple.elements);
  }

  @Override
  public int hashCode() {
    return elements.hashCode();
  }
}
