package dev.orchlens.feature;

import dev.orchlens.order.Distance;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much order there is in one function. Launches are counted as they stand in the text: how
 * often one runs, only the run time knows.
 *
 * @param edges pairs of launches of which one waits for the other, whatever the iterations
 * @param longest how many launches the longest chain of waits within one iteration holds
 * @param widest the most launches that lie equally deep in chains of waits
 * @param fanIn the most that one launch waits for
 */
record OrderCounts(int edges, int longest, int widest, int fanIn) {
  static OrderCounts of(FunctionOrder order) {
    Map<OrderNode, Set<OrderNode>> all = new HashMap<>();
    Map<OrderNode, Set<OrderNode>> forward = new HashMap<>();
    Map<OrderNode, Integer> place = new HashMap<>();
    order.nodes().forEach(node -> place.put(node, place.size()));
    for (OrderEdge edge : order.edges()) {
      all.computeIfAbsent(edge.to(), _ -> new HashSet<>()).add(edge.from());
      boolean within =
          edge.distance() instanceof Distance.Same || edge.distance() instanceof Distance.All;
      if (within && place.getOrDefault(edge.from(), 0) < place.getOrDefault(edge.to(), 0)) {
        forward.computeIfAbsent(edge.to(), _ -> new HashSet<>()).add(edge.from());
      }
    }
    Map<OrderNode, Integer> depth = new HashMap<>();
    Map<Integer, Integer> row = new HashMap<>();
    for (OrderNode node : order.nodes()) {
      int counts = node instanceof OrderNode.Task ? 1 : 0;
      int above =
          forward.getOrDefault(node, Set.of()).stream()
              .mapToInt(n -> depth.getOrDefault(n, 0))
              .max()
              .orElse(0);
      depth.put(node, above + counts);
      row.merge(above + counts, counts, Integer::sum);
    }
    return new OrderCounts(
        all.values().stream().mapToInt(Set::size).sum(),
        depth.values().stream().mapToInt(Integer::intValue).max().orElse(0),
        row.values().stream().mapToInt(Integer::intValue).max().orElse(0),
        all.values().stream().mapToInt(Set::size).max().orElse(0));
  }

  /**
   * Returns what becomes of the hazards: {@code 2 races, 1 unproven} or, where all are ordered, by
   * what.
   */
  static String hazards(Waits waits) {
    List<OrderHazard> all = waits.order().hazards();
    Set<List<OrderNode>> named = new HashSet<>();
    Set<List<OrderNode>> derived = new HashSet<>();
    for (OrderEdge edge : waits.order().edges()) {
      if (edge.kind() == OrderEdge.Kind.EXPLICIT) {
        (waits.way(edge) == Waits.Way.DERIVED ? derived : named)
            .add(List.of(edge.from(), edge.to()));
      }
    }
    int races = 0;
    int unproven = 0;
    int found = 0;
    int direct = 0;
    int compiler = 0;
    int chained = 0;
    int adds = 0;
    for (OrderHazard hazard : all) {
      switch (hazard.status()) {
        case RACE -> races++;
        case UNPROVEN -> unproven++;
        case COMMUTES -> adds++;
        case ORDERED_BY_LOOKUP -> found++;
        case ORDERED_BY_CHAIN -> {
          List<OrderNode> pair = List.of(hazard.first(), hazard.second());
          if (named.contains(pair)) {
            direct++;
          } else if (derived.contains(pair)) {
            compiler++;
          } else {
            chained++;
          }
        }
      }
    }
    List<String> parts = new ArrayList<>();
    if (races + unproven > 0) {
      add(parts, races, races == 1 ? "race" : "races");
      add(parts, unproven, "unproven");
      return String.join(", ", parts)
          + " of "
          + all.size()
          + (all.size() == 1 ? " hazard" : " hazards");
    }
    add(parts, found, "ordered by the runtime");
    add(parts, direct, "by deps=");
    add(parts, compiler, "by derived edges");
    add(parts, chained, "through other tasks");
    add(parts, adds, "of atomic additions");
    String total = all.size() + (all.size() == 1 ? " hazard" : " hazards");
    return parts.isEmpty() ? "no hazards" : total + ": " + String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
