package dev.orchlens.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Remembers results by the content they were computed from. Keys are values (fingerprints), so a result stays right
 * whatever document version asks for it; the least recently used results are forgotten. Safe for use by several threads;
 * two that miss at the same time may both compute, and then share the first result.
 */
final class Memo<K, V> {
  private final Map<K, V> results;

  /** Makes a memo that keeps at most {@code capacity} results. */
  Memo(int capacity) {
    this.results =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
          }
        };
  }

  /** Returns the result for {@code key}, computing it when it is not remembered; what is thrown is not remembered. */
  V get(K key, Supplier<? extends V> compute) {
    Optional<V> known = find(key);
    if (known.isPresent()) {
      return known.get();
    }
    V computed = compute.get();
    synchronized (results) {
      V earlier = results.putIfAbsent(key, computed);
      return earlier == null ? computed : earlier;
    }
  }

  /** Returns the remembered result for {@code key}. */
  Optional<V> find(K key) {
    synchronized (results) {
      return Optional.ofNullable(results.get(key));
    }
  }
}
