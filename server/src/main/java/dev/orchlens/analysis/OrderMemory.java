package dev.orchlens.analysis;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import dev.orchlens.pass.tools.TaskPrint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Remembers what holds the tasks of one program apart. An edit that leaves what the program says
 * about tasks as it was, wherever that stands now, leaves that as well. Safe for use by several
 * threads.
 */
final class OrderMemory {
  /** How many states are kept: that of the text, and one that was tried. */
  private static final int KEPT = 2;

  private final List<Known> kept = new ArrayList<>();

  /**
   * What was found out about a state of the program.
   *
   * @param prints of its functions, as far as they were asked for
   */
  private record Known(
      Program program, Map<Function, TaskPrint> prints, Map<String, FunctionOrder> orders) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    TaskPrint print(Function function) {
      return prints.computeIfAbsent(function, TaskPrint::of);
    }
  }

  /**
   * Returns the order of the functions of a final program.
   *
   * @param work works it out where nothing that is remembered holds
   */
  synchronized Map<String, FunctionOrder> of(
      Program program, Supplier<Map<String, FunctionOrder>> work) {
    Map<Function, TaskPrint> prints = new IdentityHashMap<>();
    Known now = null;
    for (Known known : kept) {
      Optional<Map<String, FunctionOrder>> orders = moved(known, program, prints);
      if (orders.isPresent()) {
        now = new Known(program, prints, orders.get());
        break;
      }
    }
    if (now == null) {
      now = new Known(program, prints, work.get());
    }
    kept.addFirst(now);
    if (kept.size() > KEPT) {
      kept.removeLast();
    }
    return now.orders;
  }

  /**
   * Returns what is known of a state at the places that another one has; nothing if they differ.
   */
  private static Optional<Map<String, FunctionOrder>> moved(
      Known known, Program program, Map<Function, TaskPrint> prints) {
    Map<String, Function> before = known.program.functions();
    if (!before.keySet().equals(program.functions().keySet())) {
      return Optional.empty();
    }
    Moves moves = new Moves();
    for (Function function : program.functions().values()) {
      Function earlier = before.get(function.name());
      if (earlier != function) {
        TaskPrint print = prints.computeIfAbsent(function, TaskPrint::of);
        TaskPrint was = known.print(earlier);
        if (!print.isLike(was) || !moves.add(was.places(), print.places())) {
          return Optional.empty();
        }
      }
    }
    if (moves.moved.isEmpty()) {
      return Optional.of(known.orders);
    }
    Map<String, FunctionOrder> orders = new LinkedHashMap<>();
    known.orders.forEach((name, order) -> orders.put(name, moves.of(order)));
    return Optional.of(orders);
  }

  /** Where things stand that stood somewhere else before. */
  private static final class Moves {
    private final Map<Origin, Origin> moved = new HashMap<>();

    /** Notes the places of one function; returns whether no place has come to be two. */
    boolean add(List<Origin> from, List<Origin> to) {
      for (int i = 0; i < from.size(); i++) {
        if (from.get(i) != to.get(i)) {
          Origin other = moved.putIfAbsent(from.get(i), to.get(i));
          if (other != null && !other.equals(to.get(i))) {
            return false;
          }
        }
      }
      return from.size() == to.size();
    }

    private Origin of(Origin origin) {
      return moved.getOrDefault(origin, origin);
    }

    FunctionOrder of(FunctionOrder order) {
      Map<OrderNode, OrderNode> nodes = new IdentityHashMap<>();
      order.nodes().forEach(node -> nodes.put(node, of(node)));
      return new FunctionOrder(
          order.nodes().stream().map(nodes::get).toList(),
          order.edges().stream().map(edge -> of(edge, nodes)).toList(),
          order.hazards().stream().map(hazard -> of(hazard, nodes)).toList(),
          order.lifetimes().stream()
              .map(
                  l ->
                      new FunctionOrder.EarlyRelease(
                          l.tensor(), of(l.allocated()), nodes.get(l.user())))
              .toList(),
          order.wrongBuffers().stream()
              .map(
                  w ->
                      new FunctionOrder.WrongBuffer(
                          w.tensor(), of(w.made()), w.other(), of(w.otherMade()), w.hidden()))
              .toList(),
          order.needless().stream()
              .map(
                  n ->
                      new FunctionOrder.Needless(
                          nodes.get(n.task()), n.name(), nodes.get(n.earlier())))
              .toList(),
          order.serial().stream()
              .map(s -> new FunctionOrder.Serial(nodes.get(s.task()), s.tensor(), s.longest()))
              .toList(),
          order.longest());
    }

    private OrderNode of(OrderNode node) {
      return switch (node) {
        case OrderNode.Task(int id, String callee, Origin origin) ->
            new OrderNode.Task(id, callee, of(origin));
        case OrderNode.Barrier(int id, Origin origin) -> new OrderNode.Barrier(id, of(origin));
        case OrderNode.HostAccess(int id, boolean writes, Origin origin) ->
            new OrderNode.HostAccess(id, writes, of(origin));
      };
    }

    private static OrderEdge of(OrderEdge edge, Map<OrderNode, OrderNode> nodes) {
      return new OrderEdge(
          nodes.get(edge.from()),
          nodes.get(edge.to()),
          edge.kind(),
          edge.tensor(),
          edge.distance(),
          edge.always(),
          edge.because());
    }

    private OrderHazard of(OrderHazard hazard, Map<OrderNode, OrderNode> nodes) {
      return new OrderHazard(
          nodes.get(hazard.first()),
          nodes.get(hazard.second()),
          hazard.tensor(),
          of(hazard.allocated()),
          hazard.kind(),
          hazard.distance(),
          hazard.status(),
          hazard.because(),
          hazard.cause(),
          hazard.witness(),
          hazard.open());
    }
  }
}
