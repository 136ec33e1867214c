package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts a barrier in front of a loop whose launches would each list all producers of an earlier loop
 * (reference: docs/en/dev/passes/loop-carried-dep-compression.md, "Implementation").
 */
final class LoopCompression {
  private final TaskIds taskIds;
  private final Barriers barriers;
  private final Dependencies dependencies;
  private final List<Stmt> body;
  private final DerivedTaskIds derived;
  private Map<Var, Integer> definitionOrder;
  private final List<CompressedLoop> loops = new ArrayList<>();

  LoopCompression(
      List<Stmt> body,
      DerivedTaskIds derived,
      TaskIds taskIds,
      Barriers barriers,
      Dependencies dependencies) {
    this.body = body;
    this.derived = derived;
    this.taskIds = taskIds;
    this.barriers = barriers;
    this.dependencies = dependencies;
  }

  /** Returns the loops with barriers so far, in the order of the text. */
  List<CompressedLoop> loops() {
    return loops;
  }

  /**
   * Writes the barriers that pay in front of {@code loop}, whose launches then wait for them, and
   * the loop itself.
   */
  void around(Stmt.For loop, Runnable lines) {
    long trips = TripCount.of(loop).orElse(0);
    List<Compression> compressions = new ArrayList<>();
    Map<Var, Long> consumers = trips > 1 && !derived.isEmpty() ? consumers(loop) : Map.of();
    if (!consumers.isEmpty()) {
      Set<Var> inside = definedInside(loop);
      consumers.keySet().stream()
          .filter(edge -> !inside.contains(edge))
          .sorted(
              Comparator.comparing(edge -> definitionOrder().getOrDefault(edge, Integer.MAX_VALUE)))
          .forEach(
              edge ->
                  compress(loop, edge, consumers.get(edge), trips).ifPresent(compressions::add));
    }
    if (compressions.isEmpty()) {
      lines.run();
      return;
    }
    int position = loops.size();
    Dependencies.Count count = dependencies.counting(lines);
    loops.add(
        position,
        new CompressedLoop(
            loop.origin(), trips, compressions, count.listed(), count.listedWithout()));
  }

  private Optional<Compression> compress(Stmt.For loop, Var edge, long consumers, long trips) {
    List<String> producers = slots(edge);
    Compression compression =
        new Compression(loop.origin(), edge, producers.size(), consumers, trips);
    if (producers.isEmpty() || compression.saved() <= 0) {
      return Optional.empty();
    }
    String why =
        "the "
            + compression.consumers()
            + " launches of the loop below wait for it instead of "
            + compression.producers()
            + " tasks each";
    String barrier = barriers.beforeLoop(producers, why);
    dependencies.standsFor(barrier, producers.size());
    taskIds.bindDerived(edge, new TaskIds.Single(barrier));
    return Optional.of(compression);
  }

  private List<String> slots(Var edge) {
    return taskIds.binding(edge).orElse(null) instanceof TaskIds.Slots(List<String> names)
        ? names
        : List.of();
  }

  private Map<Var, Long> consumers(Stmt.For loop) {
    Map<Var, Long> consumers = new LinkedHashMap<>();
    Walk.statements(
        loop.body(),
        stmt ->
            Calls.of(stmt)
                .ifPresent(
                    call -> {
                      for (Var edge : Calls.derivedDeps(call)) {
                        if (taskIds.binding(edge).orElse(null) instanceof TaskIds.Slots) {
                          consumers.merge(edge, 1L, Long::sum);
                        }
                      }
                    }));
    return consumers;
  }

  private static Set<Var> definedInside(Stmt.For loop) {
    Set<Var> inside = new HashSet<>();
    addLoop(loop, inside);
    Walk.statements(
        loop.body(),
        stmt -> {
          switch (stmt) {
            case Stmt.Assign s -> inside.add(s.var());
            case Stmt.For s -> addLoop(s, inside);
            default -> {}
          }
        });
    return inside;
  }

  private static void addLoop(Stmt.For loop, Set<Var> inside) {
    loop.carries().stream().map(Carry::var).forEach(inside::add);
    inside.addAll(loop.results());
  }

  /**
   * Numbers the variables of a body; the results of a loop or branch come behind what is defined in
   * it.
   */
  private Map<Var, Integer> definitionOrder() {
    if (definitionOrder == null) {
      definitionOrder = new HashMap<>();
      number(body, definitionOrder);
    }
    return definitionOrder;
  }

  private static void number(List<Stmt> body, Map<Var, Integer> order) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Loop s -> s.carries().forEach(c -> order.putIfAbsent(c.var(), order.size()));
        case Stmt.Assign s -> order.putIfAbsent(s.var(), order.size());
        default -> {}
      }
      stmt.bodies().forEach(inner -> number(inner, order));
      switch (stmt) {
        case Stmt.Loop s -> s.results().forEach(v -> order.putIfAbsent(v, order.size()));
        case Stmt.If s -> s.results().forEach(v -> order.putIfAbsent(v, order.size()));
        default -> {}
      }
    }
  }
}
