package dev.orchlens.text;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The latest results computed from an object, which counts as itself and not by what it equals: a
 * few for each, since the same text may be read in several ways. An object is forgotten once
 * nothing else holds it, so results must not hold the object that they belong to. Safe for use by
 * several threads.
 */
public final class Variants<K, V> {
  private final int capacity;
  private final Map<Key<K>, Deque<V>> results;
  private final ReferenceQueue<K> gone = new ReferenceQueue<>();

  /**
   * Makes an empty memory.
   *
   * @param capacity how many results are kept for one object, 1 or more
   * @param objects for how many objects results are kept: those that were asked for last
   */
  public Variants(int capacity, int objects) {
    this.capacity = capacity;
    this.results =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key<K>, Deque<V>> eldest) {
            return size() > objects;
          }
        };
  }

  /** A key that does not keep its object; two are equal if they stand for the same object. */
  private static final class Key<K> extends WeakReference<K> {
    private final int hash;

    Key(K object, ReferenceQueue<K> queue) {
      super(object, queue);
      this.hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Key<?> key && get() != null && get() == key.get());
    }
  }

  /** Returns the latest result for {@code object} that satisfies {@code fits}. */
  public Optional<V> find(K object, Predicate<V> fits) {
    List<V> known;
    synchronized (results) {
      Deque<V> found = results.get(new Key<>(object, null));
      known = found == null ? List.of() : new ArrayList<>(found);
    }
    return known.stream().filter(fits).findFirst();
  }

  /**
   * Remembers a result for {@code object}, in the place of the oldest one where there are too many.
   */
  public void add(K object, V result) {
    synchronized (results) {
      for (Reference<? extends K> each = gone.poll(); each != null; each = gone.poll()) {
        results.remove(each);
      }
      Deque<V> known = results.computeIfAbsent(new Key<>(object, gone), _ -> new ArrayDeque<>(1));
      known.addFirst(result);
      if (known.size() > capacity) {
        known.removeLast();
      }
    }
  }
}
