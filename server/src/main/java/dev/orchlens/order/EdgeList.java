package dev.orchlens.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        String tensor = edge.root() == null ? "" : edge.root().name();
        Key key = new Key(from.node(), site.node(), edge.kind(), tensor);
        sums.merge(key, new Sum(Distances.of(from, site, edge.bit()), edge.always()), Sum::with);
      }
    }
    List<OrderEdge> edges = new ArrayList<>();
    sums.forEach((key, sum) -> edges.add(edge(key, sum)));
    return edges;
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
