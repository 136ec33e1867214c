package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The earlier accesses that one access of a launch was ordered behind. Their number is only bounded
 * by that of all accesses before, so they are told from the log when they are asked for.
 *
 * @param access the access of the launch
 * @param log the earlier accesses that it conflicts with
 * @param count how many of the log's accesses there were when it was ordered; what came later does
 *     not count
 * @param written the indices of those that edges of the user order
 */
record Conflicts(Access access, PriorLog log, int count, BitSet written) {

  /** Calls {@code visit} on each derived edge, in the order in which they were found. */
  void edges(Consumer<DerivedEdge> visit) {
    for (int i = written.nextClearBit(0); i < count; i = written.nextClearBit(i + 1)) {
      visit.accept(edge(i));
    }
  }

  /** Calls {@code visit} on each derived edge to the launches that {@code value} stands for. */
  void edges(Var value, Consumer<DerivedEdge> visit) {
    for (int i : log.indices(value)) {
      if (i < count && !written.get(i)) {
        visit.accept(edge(i));
      }
    }
  }

  private DerivedEdge edge(int index) {
    PriorLog.Entry entry = log.get(index);
    Access prior = entry.prior().access();
    return new DerivedEdge(
        access, prior, Hazard.between(access.kind(), prior.kind()), entry.edge().orElseThrow());
  }

  private DirectionRewrite.Cover cover(int index) {
    PriorLog.Entry entry = log.get(index);
    Access prior = entry.prior().access();
    return new DirectionRewrite.Cover(
        prior, Hazard.between(access.kind(), prior.kind()), entry.edge(), written.get(index));
  }

  /**
   * Returns what covers an argument whose accesses met {@code conflicts}, made as it is asked for.
   */
  static List<DirectionRewrite.Cover> covers(List<Conflicts> conflicts) {
    List<Conflicts> all = List.copyOf(conflicts);
    int size = all.stream().mapToInt(Conflicts::count).sum();
    return new AbstractList<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public DirectionRewrite.Cover get(int index) {
        int rest = index;
        for (Conflicts met : all) {
          if (rest < met.count) {
            return met.cover(rest);
          }
          rest -= met.count;
        }
        throw new IndexOutOfBoundsException(index);
      }
    };
  }
}
