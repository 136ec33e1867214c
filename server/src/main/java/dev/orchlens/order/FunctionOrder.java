package dev.orchlens.order;

import dev.orchlens.ir.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * What holds the tasks of one Orchestration function apart.
 *
 * @param nodes tasks, barriers and accesses of the orchestrator, in program order
 * @param edges who waits for whom, by the waiting node, then by the node waited for
 * @param hazards accesses of the same memory, by the later one
 * @param lifetimes buffers that the runtime may hand out again while a task still uses them
 * @param wrongBuffers buffers for which the generated code uses another one; nodes, edges and
 *     hazards follow the generated code
 * @param needless entries of {@code deps=} that order nothing
 * @param serial launches whose iterations wait for each other for nothing
 * @param longest how many tasks the longest chain of waits holds, over all iterations; nothing
 *     where that is not known
 */
public record FunctionOrder(
    List<OrderNode> nodes,
    List<OrderEdge> edges,
    List<OrderHazard> hazards,
    List<EarlyRelease> lifetimes,
    List<WrongBuffer> wrongBuffers,
    List<Needless> needless,
    List<Serial> serial,
    OptionalInt longest) {
  public FunctionOrder {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    hazards = List.copyOf(hazards);
    lifetimes = List.copyOf(lifetimes);
    wrongBuffers = List.copyOf(wrongBuffers);
    needless = List.copyOf(needless);
    serial = List.copyOf(serial);
  }

  /**
   * A buffer that the runtime may hand out again while a task still uses it (rule M of
   * docs/order.md).
   *
   * @param tensor what the user calls the buffer
   * @param allocated where it is made
   * @param user the task that does not keep it alive
   */
  public record EarlyRelease(String tensor, Origin allocated, OrderNode user) {}

  /**
   * A buffer for which the generated code uses another one, as it knows both by one name
   * (docs/reference-defects.md, "codegen/wrong-buffer").
   *
   * @param tensor what the user calls the buffer
   * @param made where the program makes it
   * @param other what the user calls the buffer that is used instead
   * @param otherMade where that one comes from
   * @param hidden whether it is a parameter, which the other one hides
   */
  public record WrongBuffer(
      String tensor, Origin made, String other, Origin otherMade, boolean hidden) {}

  /**
   * An entry of {@code deps=} without which the task waits for the same tasks.
   *
   * @param task the task that waits
   * @param name the variable that the entry names
   * @param earlier the task that it stands for
   */
  public record Needless(OrderNode task, String name, OrderNode earlier) {}

  /**
   * Returns a shortest chain of waits that leads from the task to the other one without the entry.
   */
  public List<OrderEdge> chain(Needless needless) {
    return chain(
        needless.earlier(),
        needless.task(),
        edge ->
            edge.kind() != OrderEdge.Kind.EXPLICIT
                || edge.from() != needless.earlier()
                || edge.to() != needless.task());
  }

  /**
   * A launch each of whose iterations waits for the one before, although they never touch the same
   * elements.
   *
   * @param task the launch
   * @param tensor the buffer that the runtime finds the one before by
   * @param longest how many tasks the longest chain of waits of the function would hold without
   *     these waits; nothing where that is not known
   */
  public record Serial(OrderNode task, String tensor, OptionalInt longest) {}

  /** Returns the waits of a node. */
  public List<OrderEdge> waitsOf(OrderNode node) {
    return edges.stream().filter(e -> e.to() == node).toList();
  }

  /**
   * Returns a shortest chain of waits that leads from {@code later} to {@code earlier}; empty when
   * there is none.
   */
  public List<OrderEdge> chain(OrderNode earlier, OrderNode later) {
    return chain(earlier, later, _ -> true);
  }

  /**
   * Returns whether waits for other tasks lead from a later iteration of a task to an earlier one.
   */
  public boolean comesBack(OrderNode task) {
    return !chain(task, task, edge -> edge.from() != edge.to()).isEmpty();
  }

  private List<OrderEdge> chain(OrderNode earlier, OrderNode later, Predicate<OrderEdge> counts) {
    Map<OrderNode, List<OrderEdge>> byWaiting = new HashMap<>();
    edges.stream()
        .filter(counts)
        .forEach(e -> byWaiting.computeIfAbsent(e.to(), _ -> new ArrayList<>()).add(e));
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
