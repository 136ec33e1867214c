package dev.orchlens.ir;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A list that never changes and is made of pieces of lists that only grow. The tasks that wait for
 * all tasks before them have lists whose lengths add up to the square of their number; as pieces of
 * one growing list they take the room of one.
 *
 * @param <T> what is in the list
 */
public final class SharedList<T> extends AbstractList<T> {

  /** A list that only grows, so that what is at an index stays there. */
  public static final class Grown<T> {
    private final List<T> items = new ArrayList<>();

    /** Adds an item behind all others. */
    public void add(T item) {
      items.add(item);
    }

    /** Returns the number of items so far. */
    public int size() {
      return items.size();
    }

    /** Returns the item at an index, which is below {@link #size}. */
    public T get(int index) {
      return items.get(index);
    }
  }

  /**
   * The items of a growing list from one index to another.
   *
   * @param from the first index
   * @param to the index behind the last one, at most the list's size
   */
  public record Piece<T>(Grown<T> of, int from, int to) {

    /** Calls {@code visit} on each item. */
    public void each(Consumer<? super T> visit) {
      for (int i = from; i < to; i++) {
        visit.accept(of.get(i));
      }
    }
  }

  private final List<Piece<T>> pieces;
  private final int size;

  private SharedList(List<Piece<T>> pieces) {
    this.pieces = List.copyOf(pieces);
    this.size = pieces.stream().mapToInt(p -> p.to - p.from).sum();
  }

  /** Returns the list of the items of some pieces. */
  public static <T> List<T> of(List<Piece<T>> pieces) {
    return pieces.isEmpty() ? List.of() : new SharedList<>(pieces);
  }

  /** Returns the pieces that the list is made of, in order. */
  public List<Piece<T>> pieces() {
    return pieces;
  }

  /** Returns a list that never changes with the items of {@code list}: itself if it is shared. */
  @SuppressWarnings(
      "unchecked") // A list that cannot be changed may be taken for one of a wider type.
  public static <T> List<T> copyOf(List<? extends T> list) {
    return list instanceof SharedList<?> ? (List<T>) list : List.copyOf(list);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public T get(int index) {
    int rest = index;
    for (Piece<T> piece : pieces) {
      int length = piece.to - piece.from;
      if (rest < length) {
        return piece.of.get(piece.from + rest);
      }
      rest -= length;
    }
    throw new IndexOutOfBoundsException(index);
  }

  @Override
  public void forEach(Consumer<? super T> visit) {
    for (Piece<T> piece : pieces) {
      piece.each(visit);
    }
  }

  /**
   * Maps lists item by item, each item of a growing list once. The function must say the same of an
   * item wherever it is asked once the item is in a list.
   */
  public static final class Mapping<T, R> {
    private final Function<? super T, ? extends R> function;
    private final Map<Grown<T>, Mapped<R>> known = new IdentityHashMap<>();

    /**
     * What became of a growing list, as far as it was asked for; before {@code changed} all items
     * stayed the same.
     */
    private static final class Mapped<R> {
      private final Grown<R> items = new Grown<>();
      private int changed = Integer.MAX_VALUE;
    }

    /** Makes a mapping that has mapped nothing. */
    public Mapping(Function<? super T, ? extends R> function) {
      this.function = function;
    }

    /**
     * Returns the list of what becomes of the items of {@code list}; itself where each item is what
     * it becomes.
     */
    @SuppressWarnings(
        "unchecked") // Where all items stayed the same, they are of the type that results.
    public List<R> apply(List<T> list) {
      if (!(list instanceof SharedList<T> shared)) {
        return list.stream().<R>map(function).toList();
      }
      List<Piece<R>> pieces = new ArrayList<>(shared.pieces.size());
      boolean same = true;
      for (Piece<T> piece : shared.pieces) {
        Mapped<R> mapped = known.computeIfAbsent(piece.of, _ -> new Mapped<>());
        extend(mapped, piece);
        boolean kept = mapped.changed >= piece.to;
        same &= kept;
        pieces.add(kept ? (Piece<R>) piece : new Piece<>(mapped.items, piece.from, piece.to));
      }
      return same ? (List<R>) shared : of(pieces);
    }

    private void extend(Mapped<R> mapped, Piece<T> piece) {
      for (int i = mapped.items.size(); i < piece.to; i++) {
        T item = piece.of.get(i);
        R result = function.apply(item);
        if (result != item && mapped.changed > i) {
          mapped.changed = i;
        }
        mapped.items.add(result);
      }
    }
  }

  /**
   * Visits the items of lists, and those of a growing list once where the lists share its
   * beginning.
   */
  public static final class Once<T> {
    private final Map<Grown<?>, BitSet> seen = new IdentityHashMap<>();

    /**
     * Calls {@code visit} on each item of {@code list} that was not visited as an item of the same
     * growing list.
     */
    public void each(List<? extends T> list, Consumer<? super T> visit) {
      if (list instanceof SharedList<? extends T> shared) {
        shared.pieces.forEach(piece -> piece(piece, visit));
      } else {
        list.forEach(visit);
      }
    }

    private void piece(Piece<? extends T> piece, Consumer<? super T> visit) {
      BitSet before = seen.computeIfAbsent(piece.of, _ -> new BitSet());
      for (int i = before.nextClearBit(piece.from); i < piece.to; i = before.nextClearBit(i + 1)) {
        before.set(i);
        visit.accept(piece.of.get(i));
      }
    }
  }
}
