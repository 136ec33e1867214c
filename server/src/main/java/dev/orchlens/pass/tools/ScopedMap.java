package dev.orchlens.pass.tools;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known about variables (or other objects, by identity) at one point of a walk. What was
 * learned since a mark can be forgotten, so that leaving a scope costs only what was learned inside
 * it.
 */
public final class ScopedMap<K, V> {
  private record Change<K, V>(K key, V before) {}

  private final Map<K, V> current = new IdentityHashMap<>();
  private final List<Change<K, V>> journal = new ArrayList<>();

  /** Returns the value of {@code key}, or null. */
  public V get(K key) {
    return current.get(key);
  }

  /** Returns whether {@code key} has a value. */
  public boolean contains(K key) {
    return current.containsKey(key);
  }

  /** Sets the value of {@code key}; null forgets it. */
  public void put(K key, V value) {
    V before = value == null ? current.remove(key) : current.put(key, value);
    journal.add(new Change<>(key, before));
  }

  /** Returns a mark for {@link #changesSince} and {@link #rollback}. */
  public int mark() {
    return journal.size();
  }

  /** Returns the present value of every key that was set since {@code mark}. */
  public Map<K, V> changesSince(int mark) {
    Map<K, V> changes = new IdentityHashMap<>();
    for (Change<K, V> change : journal.subList(mark, journal.size())) {
      changes.put(change.key, current.get(change.key));
    }
    return changes;
  }

  /** Forgets everything that was set since {@code mark}. */
  public void rollback(int mark) {
    for (int i = journal.size() - 1; i >= mark; i--) {
      Change<K, V> change = journal.remove(i);
      if (change.before == null) {
        current.remove(change.key);
      } else {
        current.put(change.key, change.before);
      }
    }
  }
}
