package dev.orchlens.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Puts the waits of the sites of a trace together to those of the launches of the program. */
final class EdgeList {
  private final Trace trace;
  private final Classes classes;
  private final Ordering ordering;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();

  private record Key(OrderNode from, OrderNode to, OrderEdge.Kind kind, String tensor) {}

  /** What is known of all waits between two launches. */
  private record Sum(Distance distance, boolean always) {
    Sum with(Sum other) {
      return new Sum(Distances.either(distance, other.distance), always && other.always);
    }
  }

  EdgeList(Trace trace, Classes classes, Ordering ordering) {
    this.trace = trace;
    this.classes = classes;
    this.ordering = ordering;
  }

  List<OrderEdge> edges() {
    for (Site site : trace.sites()) {
      for (Ordering.FoundEdge edge : ordering.edges(site)) {
        Site from = classes.site(edge.bit());
        sums.merge(
            key(edge, site),
            new Sum(Distances.of(from, site, edge.bit()), edge.always()),
            Sum::with);
      }
    }
    List<OrderEdge> edges = new ArrayList<>();
    sums.forEach((key, sum) -> edges.add(edge(key, sum)));
    return edges;
  }

  /**
   * Returns the waits that {@code deps=} names needlessly: in every execution the task is behind
   * the other one also without the entry, and a write of the orchestrator, which waits for who
   * names a task, is not there.
   */
  List<FunctionOrder.Needless> needless() {
    boolean isHeld =
        trace.sites().stream()
            .anyMatch(s -> s.node() instanceof OrderNode.HostAccess a && a.writes());
    Map<OrderNode, Map<String, OrderNode>> byNode = new LinkedHashMap<>();
    for (Site site : trace.sites()) {
      Map<String, OrderNode> own = ordering.needless(site);
      byNode.computeIfAbsent(site.node(), _ -> new TreeMap<>(own)).keySet().retainAll(own.keySet());
    }
    List<FunctionOrder.Needless> all = new ArrayList<>();
    byNode.forEach(
        (node, entries) ->
            entries.forEach(
                (name, earlier) -> all.add(new FunctionOrder.Needless(node, name, earlier))));
    return isHeld ? List.of() : all;
  }

  /**
   * Returns the launches each of whose iterations waits for the one before by a tensor of which
   * they never touch the same elements.
   */
  List<FunctionOrder.Serial> serial(List<OrderHazard> hazards) {
    List<FunctionOrder.Serial> all = new ArrayList<>();
    for (Key key : sums.keySet()) {
      boolean meets = hazards.stream().anyMatch(h -> h.first() == key.from && h.second() == key.to);
      if (key.from == key.to && key.kind == OrderEdge.Kind.LOOKUP && !meets) {
        all.add(new FunctionOrder.Serial(key.from, key.tensor, longest(Set.of(key))));
      }
    }
    return all;
  }

  /**
   * Returns how many tasks the longest chain of waits holds, over all iterations; nothing where not
   * all loops are unfolded.
   */
  OptionalInt longest() {
    return longest(Set.of());
  }

  private OptionalInt longest(Set<Key> without) {
    int[] depth = new int[trace.sites().size()];
    int longest = 0;
    for (Site site : trace.sites()) {
      if (site.depth() > 0) {
        return OptionalInt.empty();
      }
      int above = 0;
      for (Ordering.FoundEdge edge : ordering.edges(site)) {
        if (without.isEmpty() || !without.contains(key(edge, site))) {
          above = Math.max(above, depth[classes.site(edge.bit()).index()]);
        }
      }
      depth[site.index()] = above + (site.node() instanceof OrderNode.Task ? 1 : 0);
      longest = Math.max(longest, depth[site.index()]);
    }
    return OptionalInt.of(longest);
  }

  private Key key(Ordering.FoundEdge edge, Site site) {
    String tensor = edge.root() == null ? "" : edge.root().name();
    return new Key(classes.site(edge.bit()).node(), site.node(), edge.kind(), tensor);
  }

  private static OrderEdge edge(Key key, Sum sum) {
    Optional<String> tensor = key.tensor.isEmpty() ? Optional.empty() : Optional.of(key.tensor);
    String because =
        switch (key.kind) {
          case EXPLICIT -> "it is named";
          case CREATOR ->
              tensor.isEmpty()
                  ? "its buffer was made for that task"
                  : "that task holds '" + key.tensor + "' until it ends";
          case LOOKUP -> "the runtime finds it as a writer of '" + key.tensor + "'";
        };
    return new OrderEdge(key.from, key.to, key.kind, tensor, sum.distance, sum.always, because);
  }
}
