package dev.orchlens.module.value;

import dev.orchlens.module.budget.Budget;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A Python {@code dict}, in the order of insertion. */
public final class DictValue implements Value {
  /** A key and the value it maps to. */
  public record Entry(Value key, Value value) {}

  /** Which class of Python a dictionary is of. */
  public enum Kind {
    PLAIN,
    /** {@code collections.OrderedDict}. */
    ORDERED,
    /** {@code collections.defaultdict}. */
    DEFAULT,
    /** {@code collections.Counter}. */
    COUNTER
  }

  private final Heap heap;
  private final Kind kind;
  private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>();
  private final Optional<Value> defaultFactory;
  private final BiConsumer<Value, Value> mirror;
  private long changes;

  public DictValue(Heap heap) {
    this(heap, Kind.PLAIN, Optional.empty(), (_, _) -> {});
  }

  /**
   * A dictionary with a behaviour of its own.
   *
   * @param kind the class that it is of
   * @param defaultFactory what makes missing values, for a {@code collections.defaultdict}
   * @param mirror told of every entry that is put
   */
  public DictValue(
      Heap heap, Kind kind, Optional<Value> defaultFactory, BiConsumer<Value, Value> mirror) {
    this.heap = heap;
    this.kind = kind;
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

  /** The class that it is of. */
  public Kind kind() {
    return kind;
  }

  /** Whether it is of Python's class {@code dict} itself. */
  public boolean isPlain() {
    return kind == Kind.PLAIN;
  }

  public Optional<Value> defaultFactory() {
    return defaultFactory;
  }

  /** How often keys came or went. */
  public long changes() {
    return changes;
  }

  /** The last entry; there must be one. */
  public Entry last() {
    return entries.lastEntry().getValue();
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
    Budget.size(entries.size() + (old == null ? 1L : 0L));
    entries.put(key, new Entry(old == null ? keyValue : old.key(), value));
    changes += old == null ? 1 : 0;
    mirror.accept(keyValue, value);
  }

  /** Puts a value under a string key. */
  public void put(String name, Value value) {
    Value key = new StrValue(name);
    put(new Key(key), key, value);
  }

  public Optional<Value> remove(Key key) {
    heap.beforeChange("a dictionary");
    Optional<Value> removed = Optional.ofNullable(entries.remove(key)).map(Entry::value);
    changes += removed.isPresent() ? 1 : 0;
    return removed;
  }

  public void clear() {
    heap.beforeChange("a dictionary");
    entries.clear();
    changes++;
  }
}
