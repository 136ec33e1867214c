package dev.orchlens.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What holds the tasks of one Orchestration function apart.
 *
 * @param nodes tasks, barriers and accesses of the orchestrator, in program order
 * @param edges who waits for whom, by the waiting node, then by the node waited for
 * @param hazards accesses of the same memory, by the later one
 * @param lifetimes buffers that the runtime may hand out again while a task still uses them
 * @param wrongBuffers buffers for which the generated code uses another one; nodes, edges and
 *     hazards follow the generated code
 */
public record FunctionOrder(
    List<OrderNode> nodes,
    List<OrderEdge> edges,
    List<OrderHazard> hazards,
    List<EarlyRelease> lifetimes,
    List<WrongBuffer> wrongBuffers) {
  public FunctionOrder {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    hazards = List.copyOf(hazards);
    lifetimes = List.copyOf(lifetimes);
    wrongBuffers = List.copyOf(wrongBuffers);
  }

  /** Returns the waits of a node. */
  public List<OrderEdge> waitsOf(OrderNode node) {
    return edges.stream().filter(e -> e.to() == node).toList();
  }

  /**
   * Returns a shortest chain of waits that leads from {@code later} to {@code earlier}; empty when
   * there is none.
   */
  public List<OrderEdge> chain(OrderNode earlier, OrderNode later) {
    Map<OrderNode, List<OrderEdge>> byWaiting = new HashMap<>();
    edges.forEach(e -> byWaiting.computeIfAbsent(e.to(), _ -> new ArrayList<>()).add(e));
    Map<OrderNode, OrderEdge> through = new HashMap<>();
    Deque<OrderNode> open = new ArrayDeque<>(List.of(later));
    while (!open.isEmpty() && !through.containsKey(earlier)) {
      for (OrderEdge edge : byWaiting.getOrDefault(open.removeFirst(), List.of())) {
        if (through.putIfAbsent(edge.from(), edge) == null) {
          open.add(edge.from());
        }
      }
    }
    List<OrderEdge> chain = new ArrayList<>();
    OrderNode at = earlier;
    while (through.containsKey(at) && (chain.isEmpty() || at != later)) {
      OrderEdge edge = through.get(at);
      chain.addFirst(edge);
      at = edge.to();
    }
    return chain;
  }
}
