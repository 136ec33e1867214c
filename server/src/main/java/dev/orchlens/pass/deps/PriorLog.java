package dev.orchlens.pass.deps;

import dev.orchlens.ir.SharedUnion;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Earlier accesses in the order of the program, with the values that stand for their launches. It
 * only grows, so that whoever remembers how long it was when a launch was ordered behind it knows
 * what that launch met.
 */
final class PriorLog {

  /**
   * An access in the log.
   *
   * @param position its place among all accesses of its region
   * @param prior the access
   * @param edge the value that a later launch lists to wait for it
   * @param distinct how many different values the log has up to here
   */
  record Entry(int position, PriorAccess prior, Optional<Var> edge, int distinct) {}

  private final List<Entry> entries = new ArrayList<>();
  private final SharedUnion.Distinct<Var> edges = new SharedUnion.Distinct<>();
  private final List<List<Integer>> byEdge = new ArrayList<>();
  private final Map<Integer, Integer> firstInRuntimeLoop = new LinkedHashMap<>();
  private int firstStuck = Integer.MAX_VALUE;
  private int firstInLoop = Integer.MAX_VALUE;

  void add(int position, PriorAccess prior, Optional<Var> edge) {
    int index = entries.size();
    edge.ifPresent(
        var -> {
          if (edges.add(var)) {
            byEdge.add(new ArrayList<>(1));
          }
          byEdge.get(edges.placeOf(var)).add(index);
        });
    entries.add(new Entry(position, prior, edge, edges.size()));
    if (edge.isEmpty() || (prior.inLoop() && prior.runtimeLoop() == 0)) {
      firstStuck = Math.min(firstStuck, index);
    }
    if (prior.inLoop()) {
      firstInLoop = Math.min(firstInLoop, index);
    }
    if (prior.runtimeLoop() != 0) {
      firstInRuntimeLoop.putIfAbsent(prior.runtimeLoop(), index);
    }
  }

  int size() {
    return entries.size();
  }

  Entry get(int index) {
    return entries.get(index);
  }

  /**
   * Returns the values that stand for launches, each once, in the order of the first access of
   * each.
   */
  SharedUnion.Distinct<Var> edges() {
    return edges;
  }

  /** Returns the indices of the accesses that a value stands for, ascending. */
  List<Integer> indices(Var edge) {
    int place = edges.placeOf(edge);
    return place < 0 ? List.of() : byEdge.get(place);
  }

  /** Returns how many different values stand for the first {@code count} accesses. */
  int distinct(int count) {
    return count == 0 ? 0 : entries.get(count - 1).distinct;
  }

  /**
   * Returns how many accesses from the start on simply give an edge, unless the user wrote it.
   *
   * @param loopIsOpen whether the loop of a number is one of those around the launch
   * @param inLoops whether accesses within loops may be among them
   */
  int simple(IntPredicate loopIsOpen, boolean inLoops) {
    int end = Math.min(entries.size(), firstStuck);
    if (!inLoops) {
      end = Math.min(end, firstInLoop);
    }
    for (Map.Entry<Integer, Integer> loop : firstInRuntimeLoop.entrySet()) {
      if (loop.getValue() >= end) {
        break;
      }
      if (!loopIsOpen.test(loop.getKey())) {
        return loop.getValue();
      }
    }
    return end;
  }
}
