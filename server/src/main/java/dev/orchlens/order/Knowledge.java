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
   *
   * @param changes what the two ways may differ in
   */
  boolean join(Knowledge other, Changes changes) {
    boolean changed = false;
    for (int i : changes.handles()) {
      long[] both = intersection(before[i], other.before[i], empty, other.empty);
      if (!Bits.same(both, before[i])) {
        before[i] = both;
        changed = true;
      }
      long[] may = Bits.union(tasks[i], other.tasks[i], classes.words());
      if (!Bits.same(may, tasks[i])) {
        tasks[i] = may;
        changed = true;
      }
      certain[i] &= other.certain[i];
    }
    for (int i : changes.roots()) {
      long[] may = Bits.union(recorded[i], other.recorded[i], classes.words());
      if (!Bits.same(may, recorded[i])) {
        recorded[i] = may;
        changed = true;
      }
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

  /**
   * An iteration of a loop has ended, or the loop itself.
   *
   * @param changes what the loop may have changed: nothing else knows of its present iterations
   */
  void pass(LoopShift shift, Changes changes) {
    long[] emptyBefore = empty;
    empty = shift.every(emptyBefore);
    for (int i : changes.handles()) {
      if (before[i] != null) {
        before[i] = shift.known(before[i], emptyBefore, empty);
      }
      if (tasks[i] != null) {
        tasks[i] = shift.some(tasks[i]);
      }
    }
    for (int i : changes.roots()) {
      if (recorded[i] != null) {
        recorded[i] = shift.some(recorded[i]);
      }
    }
  }
}
