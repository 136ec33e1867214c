package dev.orchlens.module.value;

import java.util.Iterator;

/** An iterator or generator: it can be walked once, while the evaluation that made it runs. */
public final class IteratorValue implements Value {
  private final Heap heap;
  private final Iterator<Value> elements;

  public IteratorValue(Heap heap, Iterator<Value> elements) {
    this.heap = heap;
    this.elements = elements;
  }

  public Iterator<Value> elements() {
    heap.beforeChange("an iterator");
    return elements;
  }
}
