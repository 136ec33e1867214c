package dev.orchlens.module.value;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** A Python {@code set} or {@code frozenset}; its members come in the order of insertion. */
public final class SetValue implements Value {
  private final Heap heap;
  private final boolean frozen;
  private final Map<Key, Value> members = new LinkedHashMap<>();

  public SetValue(Heap heap, boolean frozen) {
    this.heap = heap;
    this.frozen = frozen;
  }

  /** Whether this is a {@code frozenset}. */
  public boolean isFrozen() {
    return frozen;
  }

  /** The members, as a view that cannot be changed. */
  public Collection<Value> members() {
    return Collections.unmodifiableCollection(members.values());
  }

  /** Goes through the members with their keys. */
  public void each(BiConsumer<Key, Value> visit) {
    members.forEach(visit);
  }

  public Set<Key> keys() {
    return Collections.unmodifiableSet(members.keySet());
  }

  public boolean contains(Key key) {
    return members.containsKey(key);
  }

  public void add(Key key, Value member) {
    heap.beforeChange("a set");
    members.putIfAbsent(key, member);
  }

  public boolean remove(Key key) {
    heap.beforeChange("a set");
    return members.remove(key) != null;
  }

  public void clear() {
    heap.beforeChange("a set");
    members.clear();
  }
}
