package dev.orchlens.module;

import java.util.Iterator;

/** An iterator or generator: it can be walked once, while the evaluation that made it runs. */
public final class IteratorValue implements Value {
  private final Heap heap;
  private final Iterator<Value> elements;

  IteratorValue(Heap heap, Iterator<Value> elements) {
    this.heap = heap;
    this.elements = elements;
  }

  Iterator<Value> elements() {
    heap.beforeChange("an iterator");
    return elements;
  }
}
