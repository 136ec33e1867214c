package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A list in the making that has each item once, in the order of the first mention, and shares what
 * it can with others.
 *
 * @param <T> what is in the list
 */
public final class SharedUnion<T> {
  /** With more pieces than this a list of its own is cheaper than sharing. */
  private static final int MAX_PIECES = 16;

  /**
   * A list that only grows, has each item once, and knows where.
   *
   * @param <T> what is in the list
   */
  public static final class Distinct<T> {
    private final SharedList.Grown<T> items = new SharedList.Grown<>();
    private final Map<T, Integer> places = new HashMap<>();

    /** Adds an item behind all others, if it is not there; returns whether it was added. */
    public boolean add(T item) {
      if (places.putIfAbsent(item, items.size()) != null) {
        return false;
      }
      items.add(item);
      return true;
    }

    /** Returns the number of items so far. */
    public int size() {
      return items.size();
    }

    /** Returns the item at an index, which is below {@link #size}. */
    public T get(int index) {
      return items.get(index);
    }

    /** Returns the index of an item, -1 if it is not there. */
    public int placeOf(T item) {
      return places.getOrDefault(item, -1);
    }
  }

  /** The items of a list from one index to another. */
  private record Part<T>(Distinct<T> of, int from, int to) {
    boolean holds(T item) {
      int place = of.placeOf(item);
      return place >= from && place < to;
    }
  }

  private final List<Part<T>> parts = new ArrayList<>();
  private final Set<T> alone = new HashSet<>();
  private final List<SharedList.Piece<T>> pieces = new ArrayList<>();
  private int size;

  /** Returns the list of what was added. */
  public List<T> list() {
    return SharedList.of(pieces);
  }

  /** Adds an item. */
  public void add(T item) {
    if (!contains(item)) {
      alone(List.of(item));
    }
  }

  /** Adds the items of a list from one index to another, without those in {@code except}. */
  public void add(Distinct<T> list, int from, int to, Set<T> except) {
    if (parts.stream().anyMatch(p -> p.of == list && p.from <= from && p.to >= to)) {
      return;
    }
    TreeSet<Integer> left = new TreeSet<>();
    except.forEach(item -> leaveOut(list, from, to, item, left));
    if (size <= to - from) {
      for (SharedList.Piece<T> piece : pieces) {
        for (int i = piece.from(); i < piece.to(); i++) {
          leaveOut(list, from, to, piece.of().get(i), left);
        }
      }
    } else {
      for (int i = from; i < to; i++) {
        if (contains(list.get(i))) {
          left.add(i);
        }
      }
    }
    if (left.size() < MAX_PIECES) {
      between(list, from, to, left);
    } else {
      List<T> rest = new ArrayList<>();
      for (int i = from; i < to; i++) {
        if (!left.contains(i)) {
          rest.add(list.get(i));
        }
      }
      alone(rest);
    }
  }

  private static <T> void leaveOut(Distinct<T> list, int from, int to, T item, Set<Integer> left) {
    int place = list.placeOf(item);
    if (place >= from && place < to) {
      left.add(place);
    }
  }

  private void between(Distinct<T> list, int from, int to, SortedSet<Integer> left) {
    int start = from;
    left.add(to);
    for (int end : left) {
      if (start < end) {
        parts.add(new Part<>(list, start, end));
        pieces.add(new SharedList.Piece<>(list.items, start, end));
        size += end - start;
      }
      start = end + 1;
    }
  }

  private void alone(List<T> items) {
    if (!items.isEmpty()) {
      SharedList.Grown<T> own = new SharedList.Grown<>();
      items.forEach(own::add);
      alone.addAll(items);
      pieces.add(new SharedList.Piece<>(own, 0, own.size()));
      size += own.size();
    }
  }

  private boolean contains(T item) {
    if (alone.contains(item)) {
      return true;
    }
    for (Part<T> part : parts) {
      if (part.holds(item)) {
        return true;
      }
    }
    return false;
  }
}
