package dev.orchlens.order;

import dev.orchlens.codegen.CompressedLoop;
import dev.orchlens.codegen.DerivedTaskIds;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The nodes of a function, numbered as the facts number them. */
final class Numbering {
  private final Map<Expr.Invocation, OrderNode> nodes = new IdentityHashMap<>();
  private final List<OrderNode> inOrder = new ArrayList<>();
  private final Map<Stmt.Loop, OrderNode> behind = new IdentityHashMap<>();
  private final DerivedTaskIds derived;
  private final Map<Var, Var> standIns;
  private final Map<Var, Var> overwritten;
  private final Set<Var> hiding;
  private final Iterator<CompressedLoop> open;
  private CompressedLoop next;
  private final Map<Stmt.For, List<Compressed>> compressed = new IdentityHashMap<>();
  private int tasks;
  private int barriers;
  private int accesses;

  /**
   * A barrier that the generated code has in front of a loop, and the program has not.
   *
   * @param awaited what the barrier waits for, and the launches in the loop through it
   */
  record Compressed(OrderNode node, Var awaited) {}

  /**
   * Numbers the nodes of a function.
   *
   * @param derived what the compiler makes tasks wait for
   * @param code the generated code; nothing where there is none
   */
  Numbering(Function function, DerivedTaskIds derived, Optional<GeneratedOrchestration> code) {
    this.derived = derived;
    this.standIns = code.map(GeneratedOrchestration::standIns).orElse(Map.of());
    this.overwritten = code.map(GeneratedOrchestration::overwritten).orElse(Map.of());
    this.hiding =
        function.params().stream()
            .map(param -> standIns.get(param.var()))
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    this.open = code.map(GeneratedOrchestration::compressedLoops).orElse(List.of()).iterator();
    advance();
    body(function.body());
  }

  private void advance() {
    next = open.hasNext() ? open.next() : null;
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> number(s.value());
        case Stmt.Eval s -> number(s.expr());
        case Stmt.For s -> loop(s);
        default -> stmt.bodies().forEach(this::body);
      }
    }
  }

  private void loop(Stmt.For s) {
    if (next != null && s.origin().equals(next.loop())) {
      compress(s, next);
      advance();
    }
    body(s.body());
    boolean isCollected =
        s.kind() == ForKind.PARALLEL
            && TripCount.of(s).orElse(0) == 0
            && s.results().stream().anyMatch(this::isAwaited);
    if (isCollected) {
      behind.put(s, barrier(s));
    }
  }

  private OrderNode barrier(Stmt.For s) {
    OrderNode node = new OrderNode.Barrier(barriers++, s.origin());
    inOrder.add(node);
    return node;
  }

  /**
   * Returns the barrier that the generated code has behind a loop, for what its iterations
   * submitted.
   */
  Optional<OrderNode> behind(Stmt.Loop loop) {
    return Optional.ofNullable(behind.get(loop));
  }

  private void compress(Stmt.For loop, CompressedLoop by) {
    compressed.put(
        loop,
        by.compressions().stream()
            .map(compression -> new Compressed(barrier(loop), compression.awaited()))
            .toList());
  }

  /** Returns the barriers that the generated code has in front of a loop. */
  List<Compressed> before(Stmt.For loop) {
    return compressed.getOrDefault(loop, List.of());
  }

  private void number(Expr value) {
    if (!(value instanceof Expr.Invocation call)) {
      return;
    }
    if (call.isOp(Ops.SYSTEM_TASK_DUMMY)) {
      add(call, new OrderNode.Barrier(barriers++, call.origin()));
    } else if (call.callee() instanceof Callee.Function f) {
      add(call, new OrderNode.Task(tasks++, f.name(), call.origin()));
    } else if (call.isOp(Ops.TENSOR_READ) || call.isOp(Ops.TENSOR_WRITE)) {
      add(call, new OrderNode.HostAccess(accesses++, call.isOp(Ops.TENSOR_WRITE), call.origin()));
    }
  }

  private void add(Expr.Invocation call, OrderNode node) {
    nodes.put(call, node);
    inOrder.add(node);
  }

  OrderNode node(Expr.Invocation call) {
    return nodes.get(call);
  }

  List<OrderNode> inOrder() {
    return inOrder;
  }

  /** Returns the tensors for which the generated code uses another one, each with that one. */
  Map<Var, Var> standIns() {
    return standIns;
  }

  /**
   * Returns the values that the generated code hands on at the end of an iteration, where it
   * assigns one after the other.
   */
  List<Expr> handedOn(Stmt.Loop loop, List<Expr> values) {
    List<Expr> all = new ArrayList<>(values);
    for (int i = 0; i < Math.min(values.size(), loop.results().size()); i++) {
      Var other = overwritten.get(loop.results().get(i));
      if (other != null) {
        all.set(i, all.get(loop.results().indexOf(other)));
      }
    }
    return all;
  }

  /** Returns the tensors that the generated code uses for a parameter, too. */
  Set<Var> hiding() {
    return hiding;
  }

  /** Returns whether the compiler makes a task wait for what produced a value. */
  boolean isAwaited(Var var) {
    return derived.isAwaited(var);
  }

  /** Returns how many nodes a body holds. */
  static int size(List<Stmt> body, Numbering numbering) {
    int[] count = {0};
    Walk.statements(
        body,
        stmt -> {
          if (stmt instanceof Stmt.Assign(var _, Expr.Invocation call, var _)
                  && numbering.nodes.containsKey(call)
              || stmt instanceof Stmt.Eval(Expr.Invocation made, var _)
                  && numbering.nodes.containsKey(made)) {
            count[0]++;
          }
        });
    return count[0];
  }
}
