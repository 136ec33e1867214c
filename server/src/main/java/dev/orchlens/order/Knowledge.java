package dev.orchlens.order;

import java.util.Arrays;
import java.util.List;

/**
 * What is known at one point of a trace: for each handle which classes of earlier tasks all end
 * before it, or with it, and which tasks it may stand for; which classes hold no task yet; which
 * writers the runtime may still have recorded.
 */
final class Knowledge {
  private final Classes classes;
  private long[][] before;
  private long[][] tasks;
  private boolean[] certain;
  private long[] empty;
  private long[][] recorded;

  Knowledge(Classes classes, int handles, int roots) {
    this.classes = classes;
    this.before = new long[handles][];
    this.tasks = new long[handles][];
    this.certain = new boolean[handles];
    this.recorded = new long[roots][];
    this.empty = new long[classes.words()];
    Arrays.fill(empty, -1L);
  }

  private Knowledge(Knowledge from) {
    this.classes = from.classes;
    this.before = from.before.clone();
    this.tasks = from.tasks.clone();
    this.certain = from.certain.clone();
    this.empty = from.empty.clone();
    this.recorded = from.recorded.clone();
  }

  Knowledge copy() {
    return new Knowledge(this);
  }

  long[] before(int handle) {
    return before[handle];
  }

  void before(int handle, long[] set) {
    before[handle] = set;
  }

  long[] tasks(int handle) {
    return tasks[handle];
  }

  void tasks(int handle, long[] set, boolean isCertain) {
    tasks[handle] = set;
    certain[handle] = isCertain;
  }

  /** Returns whether a handle certainly stands for a task. */
  boolean isCertain(int handle) {
    return certain[handle];
  }

  /** Returns the classes without a task so far. */
  long[] empty() {
    return empty;
  }

  long[] recorded(int root) {
    return recorded[root];
  }

  void recorded(int root, long[] set) {
    recorded[root] = set;
  }

  void bind(int handle, Step.Source source) {
    int words = classes.words();
    switch (source) {
      case Step.Source.Nothing _ -> {
        before[handle] = null;
        tasks(handle, null, false);
      }
      case Step.Source.All(List<Integer> of) -> {
        long[] all = null;
        long[] may = null;
        boolean any = false;
        for (int other : of) {
          all = Bits.union(all, before[other], words);
          may = Bits.union(may, tasks[other], words);
          any |= certain[other];
        }
        before[handle] = all;
        tasks(handle, may, any && of.size() == 1);
      }
      case Step.Source.Spread(int value, TaskArray array) -> {
        int whole = array.whole();
        before[handle] =
            array.overwrites() ? before[value] : Bits.union(before[value], before[whole], words);
        tasks(handle, Bits.union(tasks[value], tasks[whole], words), false);
      }
      case Step.Source.Any(List<Integer> of) -> {
        long[] all = before[of.getFirst()];
        long[] may = null;
        for (int other : of) {
          all = intersection(all, before[other], empty, empty);
          may = Bits.union(may, tasks[other], words);
        }
        before[handle] = all;
        tasks(handle, may, false);
      }
    }
  }

  /** Returns the classes that are known on both of two ways, or without a task on one of them. */
  private long[] intersection(long[] a, long[] b, long[] emptyA, long[] emptyB) {
    if (a == b) {
      return a;
    }
    long[] both = new long[classes.words()];
    long any = 0;
    for (int i = 0; i < both.length; i++) {
      long inA = (a == null ? 0 : a[i]) | emptyA[i];
      long inB = (b == null ? 0 : b[i]) | emptyB[i];
      both[i] = inA & inB & ~(emptyA[i] & emptyB[i]);
      any |= both[i];
    }
    return any == 0 ? null : both;
  }

  /**
   * Takes the way of {@code other} as a second one to this point; returns whether that changed
   * anything.
   */
  boolean join(Knowledge other) {
    boolean changed = false;
    for (int i = 0; i < before.length; i++) {
      long[] both = intersection(before[i], other.before[i], empty, other.empty);
      changed |= !Bits.same(both, before[i]);
      before[i] = both;
      long[] may = Bits.union(tasks[i], other.tasks[i], classes.words());
      changed |= !Bits.same(may, tasks[i]);
      tasks[i] = may;
      certain[i] &= other.certain[i];
    }
    for (int i = 0; i < recorded.length; i++) {
      long[] may = Bits.union(recorded[i], other.recorded[i], classes.words());
      changed |= !Bits.same(may, recorded[i]);
      recorded[i] = may;
    }
    for (int i = 0; i < empty.length; i++) {
      long now = empty[i] & other.empty[i];
      changed |= now != empty[i];
      empty[i] = now;
    }
    return changed;
  }

  /** Forgets all that is known, and takes all that may be for true. */
  void giveUp() {
    long[] all = new long[classes.words()];
    Arrays.fill(all, -1L);
    Arrays.fill(before, null);
    Arrays.fill(certain, false);
    Arrays.fill(empty, 0L);
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = tasks[i] == null ? null : all;
    }
    for (int i = 0; i < recorded.length; i++) {
      recorded[i] = recorded[i] == null ? null : all;
    }
  }

  /** An iteration of the loop at {@code level} around the sites {@code [from, to)} has ended. */
  void nextIteration(int level, int from, int to) {
    Shift shift = new Shift(level, from, to, false);
    apply(shift);
  }

  /**
   * The loop has ended: what its iterations submitted are tasks of the present iteration of the
   * loop around it.
   */
  void leave(int level, int from, int to) {
    apply(new Shift(level, from, to, true));
  }

  private void apply(Shift shift) {
    long[] emptyBefore = empty;
    empty = shift.every(empty, emptyBefore);
    for (int i = 0; i < before.length; i++) {
      if (before[i] != null) {
        before[i] = shift.known(before[i], emptyBefore, empty);
      }
      if (tasks[i] != null) {
        tasks[i] = shift.some(tasks[i]);
      }
    }
    for (int i = 0; i < recorded.length; i++) {
      if (recorded[i] != null) {
        recorded[i] = shift.some(recorded[i]);
      }
    }
  }

  /** How the classes of the sites in a loop move when time passes. */
  private final class Shift {
    private final int level;
    private final int from;
    private final int to;
    private final boolean leaves;

    Shift(int level, int from, int to, boolean leaves) {
      this.level = level;
      this.from = from;
      this.to = to;
      this.leaves = leaves;
    }

    private boolean touches(long[] set) {
      int first = classes.sites().get(from).firstBit();
      int next = Bits.next(set, first);
      return next >= 0 && next <= Classes.current(classes.sites().get(to - 1));
    }

    long[] known(long[] set, long[] emptyBefore, long[] emptyNow) {
      if (!touches(set)) {
        return set;
      }
      long[] all = set.clone();
      Bits.addAll(all, emptyBefore);
      long[] moved = every(all, all);
      for (int i = 0; i < moved.length; i++) {
        moved[i] &= ~emptyNow[i];
      }
      return moved;
    }

    /** A class that two come together in holds only what both hold. */
    long[] every(long[] set, long[] source) {
      long[] moved = set.clone();
      for (int i = from; i < to; i++) {
        Site site = classes.sites().get(i);
        int one = Classes.ago(site, level, 1);
        int now = Classes.current(site);
        boolean first = Bits.has(source, one);
        boolean second = Bits.has(source, one + 1);
        boolean rest = Bits.has(source, one + 2);
        boolean current = Bits.has(source, now);
        if (leaves) {
          put(moved, now, current && first && second && rest);
          put(moved, one, true);
          put(moved, one + 1, true);
          put(moved, one + 2, true);
        } else {
          put(moved, one + 2, rest && second);
          put(moved, one + 1, first);
          put(moved, one, current);
          put(moved, now, true);
        }
      }
      return moved;
    }

    /** A class that two come together in holds what either holds. */
    long[] some(long[] set) {
      if (!touches(set)) {
        return set;
      }
      long[] moved = set.clone();
      int last = Classes.current(classes.sites().get(to - 1));
      int bit = Bits.next(set, classes.sites().get(from).firstBit());
      for (;
          bit >= 0 && bit <= last;
          bit = Bits.next(set, Classes.current(classes.site(bit)) + 1)) {
        Site site = classes.site(bit);
        int one = Classes.ago(site, level, 1);
        int now = Classes.current(site);
        boolean first = Bits.has(set, one);
        boolean second = Bits.has(set, one + 1);
        boolean rest = Bits.has(set, one + 2);
        boolean current = Bits.has(set, now);
        put(moved, one + 2, !leaves && (rest || second));
        put(moved, one + 1, !leaves && first);
        put(moved, one, !leaves && current);
        put(moved, now, leaves && (current || first || second || rest));
      }
      return moved;
    }

    private static void put(long[] set, int bit, boolean value) {
      if (value) {
        Bits.add(set, bit);
      } else {
        Bits.remove(set, bit);
      }
    }
  }
}
