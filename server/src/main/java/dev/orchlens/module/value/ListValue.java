package dev.orchlens.module.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** A Python {@code list}. */
public final class ListValue implements SequenceValue {
  private final Heap heap;
  private List<Value> elements;

  public ListValue(Heap heap, List<Value> elements) {
    this.heap = heap;
    this.elements = elements;
  }

  /** The elements, as a view that cannot be changed. */
  public List<Value> elements() {
    return Collections.unmodifiableList(elements);
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Value get(int index) {
    return elements.get(index);
  }

  /** Replaces the elements by what {@code change} makes of a fresh copy of them. */
  public void change(UnaryOperator<List<Value>> change) {
    heap.beforeChange("a list");
    elements = change.apply(new ArrayList<>(elements));
  }

  /** Adds one element at the end. */
  public void append(Value element) {
    changeable().add(element);
  }

  /** Adds some elements at the end. */
  public void addAll(List<Value> more) {
    changeable().addAll(List.copyOf(more));
  }

  /** Replaces one element. */
  public void set(int index, Value element) {
    changeable().set(index, element);
  }

  /** Removes one element. */
  public void remove(int index) {
    changeable().remove(index);
  }

  private List<Value> changeable() {
    heap.beforeChange("a list");
    if (!(elements instanceof ArrayList)) {
      elements = new ArrayList<>(elements);
    }
    return elements;
  }
}
