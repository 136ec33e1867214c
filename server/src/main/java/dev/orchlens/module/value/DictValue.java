package dev.orchlens.module.value;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A Python {@code dict}, in the order of insertion. */
public final class DictValue implements Value {
  /** A key and the value it maps to. */
  public record Entry(Value key, Value value) {}

  private final Heap heap;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private final Optional<Value> defaultFactory;
  private final BiConsumer<Value, Value> mirror;

  public DictValue(Heap heap) {
    this(heap, Optional.empty(), (_, _) -> {});
  }

  /**
   * A dictionary with a behaviour of its own.
   *
   * @param defaultFactory what makes missing values, for a {@code collections.defaultdict}
   * @param mirror told of every entry that is put
   */
  public DictValue(Heap heap, Optional<Value> defaultFactory, BiConsumer<Value, Value> mirror) {
    this.heap = heap;
    this.defaultFactory = defaultFactory;
    this.mirror = mirror;
  }

  /** The entries in order, as a view that cannot be changed. */
  public Collection<Entry> entries() {
    return Collections.unmodifiableCollection(entries.values());
  }

  /** The value under a string key. */
  public Optional<Value> get(String key) {
    return get(new Key(new StrValue(key)));
  }

  /** The number of entries. */
  public int size() {
    return entries.size();
  }

  public Optional<Value> defaultFactory() {
    return defaultFactory;
  }

  public Optional<Value> get(Key key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  public boolean contains(Key key) {
    return entries.containsKey(key);
  }

  public void put(Key key, Value keyValue, Value value) {
    heap.beforeChange("a dictionary");
    Entry old = entries.get(key);
    entries.put(key, new Entry(old == null ? keyValue : old.key(), value));
    mirror.accept(keyValue, value);
  }

  public Optional<Value> remove(Key key) {
    heap.beforeChange("a dictionary");
    return Optional.ofNullable(entries.remove(key)).map(Entry::value);
  }

  public void clear() {
    heap.beforeChange("a dictionary");
    entries.clear();
  }
}
