package dev.orchlens.feature;

import dev.orchlens.order.Distance;
import dev.orchlens.order.OrderEdge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which waits of a task graph follow from others, and which make its longest chain. Both look at
 * waits within an iteration and at those for all iterations of a loop behind which a task stands:
 * how others add up is not told here.
 */
final class GraphPaths {
  /** From how many waits on it is not asked which follow from others. */
  private static final int MOST_EDGES = 4000;

  private final List<TaskGraph.Node> nodes;
  private final Map<String, Integer> place = new HashMap<>();
  private final List<Set<String>> conditions = new ArrayList<>();
  private final List<Map<Integer, Boolean>> into = new ArrayList<>();
  private int edges;

  /**
   * @param waits those that are drawn; from, to, and whether it is there whenever both run
   */
  GraphPaths(
      List<TaskGraph.Node> nodes, Map<String, TaskGraph.Group> groups, Map<Pair, Boolean> waits) {
    this.nodes = nodes;
    for (TaskGraph.Node node : nodes) {
      place.put(node.id(), place.size());
      conditions.add(conditions(node, groups));
      into.add(new HashMap<>());
    }
    waits.forEach(
        (pair, always) -> {
          int from = place.get(pair.from());
          int to = place.get(pair.to());
          if (from < to) {
            into.get(to).merge(from, always, Boolean::logicalOr);
            edges++;
          }
        });
  }

  /** Two nodes by their ids. */
  record Pair(String from, String to) {}

  /** Returns whether a wait lies within an iteration, or is one for all iterations of a loop. */
  static boolean isNear(OrderEdge edge) {
    return edge.distance() instanceof Distance.Same || edge.distance() instanceof Distance.All;
  }

  /** Returns the loops and branches around a node: it runs in each iteration of them alone. */
  private static Set<String> conditions(TaskGraph.Node node, Map<String, TaskGraph.Group> groups) {
    Set<String> all = new HashSet<>();
    for (String at = node.group(); at != null; at = groups.get(at).group()) {
      String kind = groups.get(at).kind();
      if ("loop".equals(kind) || "branch".equals(kind)) {
        all.add(at);
      }
    }
    return all;
  }

  /**
   * Returns the waits that follow from a chain of others that are there whenever they are: those
   * between run whenever one of the ends does, and always wait.
   */
  Set<Pair> redundant() {
    Set<Pair> found = new HashSet<>();
    for (int to = 0; to < nodes.size() && edges <= MOST_EDGES; to++) {
      for (int from : into.get(to).keySet()) {
        if (isImplied(from, to)) {
          found.add(new Pair(nodes.get(from).id(), nodes.get(to).id()));
        }
      }
    }
    return found;
  }

  private boolean isImplied(int from, int to) {
    Deque<Integer> open = new ArrayDeque<>(List.of(to));
    Set<Integer> seen = new HashSet<>();
    while (!open.isEmpty()) {
      int at = open.removeFirst();
      for (Map.Entry<Integer, Boolean> wait : into.get(at).entrySet()) {
        int before = wait.getKey();
        if (!wait.getValue() || before < from || (at == to && before == from)) {
          continue;
        }
        if (before == from) {
          return true;
        }
        boolean runs =
            conditions.get(from).containsAll(conditions.get(before))
                || conditions.get(to).containsAll(conditions.get(before));
        if (runs && seen.add(before)) {
          open.add(before);
        }
      }
    }
    return false;
  }

  /**
   * Returns the ids of the nodes of a longest chain of waits, by the tasks in it, first to last.
   */
  List<String> longest() {
    int[] length = new int[nodes.size()];
    int[] before = new int[nodes.size()];
    Arrays.fill(before, -1);
    int last = -1;
    for (int at = 0; at < nodes.size(); at++) {
      for (int from : into.get(at).keySet()) {
        if (before[at] < 0 || length[from] > length[before[at]]) {
          before[at] = from;
        }
      }
      length[at] =
          (before[at] < 0 ? 0 : length[before[at]]) + ("task".equals(nodes.get(at).kind()) ? 1 : 0);
      if (last < 0 || length[at] > length[last]) {
        last = at;
      }
    }
    List<String> chain = new ArrayList<>();
    for (int at = last; at >= 0; at = before[at]) {
      chain.addFirst(nodes.get(at).id());
    }
    return chain;
  }
}
