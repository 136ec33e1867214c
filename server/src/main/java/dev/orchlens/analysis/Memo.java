package dev.orchlens.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Remembers results by the content they were computed from. Keys are values (fingerprints), so a
 * result stays right whatever document version asks for it; the least recently used results are
 * forgotten. Safe for use by several threads.
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

  /** Remembers a result, in the place of an earlier one for the same key. */
  void put(K key, V result) {
    synchronized (results) {
      results.put(key, result);
    }
  }

  /** Forgets the results for some keys. */
  void removeIf(Predicate<K> unwanted) {
    synchronized (results) {
      results.keySet().removeIf(unwanted);
    }
  }

  /** Returns the remembered result for {@code key}. */
  Optional<V> find(K key) {
    synchronized (results) {
      return Optional.ofNullable(results.get(key));
    }
  }
}
