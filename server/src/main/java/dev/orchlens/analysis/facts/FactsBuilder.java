package dev.orchlens.analysis.facts;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the facts of one Orchestration function off the final program. */
public final class FactsBuilder {
  private final Program program;
  private final Function function;
  private final Map<Var, Definition> definitions = new HashMap<>();
  private final SharedList.Mapping<Expr, Edge> derived = new SharedList.Mapping<>(this::edge);
  private final List<TaskFact> tasks = new ArrayList<>();
  private final List<FunctionFacts.Barrier> barriers = new ArrayList<>();
  private int loops;
  private int branches;

  private FactsBuilder(Program program, Function function) {
    this.program = program;
    this.function = function;
  }

  /** What defines a variable, as far as an edge may name it. */
  private sealed interface Definition {
    record Parameter() implements Definition {}

    record LoopResult(int loop) implements Definition {}

    record LoopCarry(int loop) implements Definition {}

    record BranchResult(int branch) implements Definition {}

    record Task(int id) implements Definition {}

    record Barrier(int id) implements Definition {}

    record Value(Expr value) implements Definition {}
  }

  /**
   * Returns the facts of every Orchestration function of {@code program}, in the order of their
   * names.
   */
  public static Map<String, FunctionFacts> of(Program program) {
    Map<String, FunctionFacts> facts = new java.util.LinkedHashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        facts.put(function.name(), of(program, function));
      }
    }
    return facts;
  }

  /** Returns the facts of {@code function}, which belongs to {@code program}. */
  public static FunctionFacts of(Program program, Function function) {
    return new FactsBuilder(program, function).build();
  }

  private FunctionFacts build() {
    for (Param param : function.params()) {
      definitions.put(param.var(), new Definition.Parameter());
    }
    List<TreeNode> tree = body(function.body());
    return new FunctionFacts(function, tasks, barriers, tree);
  }

  private List<TreeNode> body(List<Stmt> stmts) {
    List<TreeNode> nodes = new ArrayList<>();
    for (Stmt stmt : stmts) {
      switch (stmt) {
        case Stmt.Assign s -> {
          launch(s.value(), Optional.of(s.var())).ifPresent(nodes::add);
          define(s);
        }
        case Stmt.Eval s -> launch(s.expr(), Optional.empty()).ifPresent(nodes::add);
        case Stmt.If s -> branch(s).ifPresent(nodes::add);
        case Stmt.Loop s -> loop(s).ifPresent(nodes::add);
        case Stmt.RuntimeScope s -> {
          List<TreeNode> inner = body(s.body());
          if (!inner.isEmpty()) {
            nodes.add(
                new TreeNode.Scope(s.manual(), s.attrs().compilerManual(), s.origin(), inner));
          }
        }
        case Stmt.Scope s -> nodes.addAll(body(s.body()));
        case Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
    return nodes;
  }

  private void define(Stmt.Assign s) {
    definitions.putIfAbsent(s.var(), new Definition.Value(s.value()));
  }

  private Optional<TreeNode> branch(Stmt.If s) {
    int number = branches++;
    List<TreeNode> then = body(s.then());
    List<TreeNode> orElse = s.orElse().map(this::body).orElse(List.of());
    s.results().forEach(v -> definitions.put(v, new Definition.BranchResult(number)));
    return then.isEmpty() && orElse.isEmpty()
        ? Optional.empty()
        : Optional.of(new TreeNode.If(number, s.origin(), then, orElse));
  }

  private Optional<TreeNode> loop(Stmt.Loop s) {
    int number = loops++;
    for (Carry carry : s.carries()) {
      definitions.put(carry.var(), new Definition.LoopCarry(number));
    }
    List<TreeNode> inner = body(s.body());
    s.results().forEach(v -> definitions.put(v, new Definition.LoopResult(number)));
    if (inner.isEmpty()) {
      return Optional.empty();
    }
    List<String> carries = s.results().stream().map(FactNames::of).toList();
    return Optional.of(
        switch (s) {
          case Stmt.For f ->
              new TreeNode.Loop(
                  number,
                  f.kind().label(),
                  Optional.of(List.of(f.start(), f.stop(), f.step())),
                  carries,
                  f.origin(),
                  inner);
          case Stmt.While w ->
              new TreeNode.Loop(number, "While", Optional.empty(), carries, w.origin(), inner);
        });
  }

  private Optional<TreeNode> launch(Expr value, Optional<Var> target) {
    if (!(value instanceof Expr.Invocation call)) {
      return Optional.empty();
    }
    if (call.isOp(Ops.SYSTEM_TASK_DUMMY)) {
      int id = barriers.size();
      List<Edge> deps = call.attrs().manualDeps().stream().map(this::edge).toList();
      barriers.add(new FunctionFacts.Barrier(id, deps, call.attrs().dummyTask(), call.origin()));
      target.ifPresent(v -> definitions.put(v, new Definition.Barrier(id)));
      return Optional.of(new TreeNode.Barrier(id));
    }
    if (!(call.callee() instanceof Callee.Function callee)) {
      return Optional.empty();
    }
    int id = tasks.size();
    FunctionType kind = program.function(callee).map(Function::type).orElse(FunctionType.OPAQUE);
    List<Expr> userDeps =
        call instanceof Expr.Submit submit ? submit.deps() : call.attrs().manualDeps();
    tasks.add(
        new TaskFact(
            id,
            callee.name(),
            kind,
            call,
            arguments(call),
            userDeps.stream().map(this::edge).toList(),
            derived.apply(call.attrs().compilerDeps())));
    target.ifPresent(v -> definitions.put(v, new Definition.Task(id)));
    return Optional.of(new TreeNode.Task(id));
  }

  private static List<TaskFact.Argument> arguments(Expr.Invocation call) {
    List<ArgDirection> directions = call.attrs().argDirections();
    List<TaskFact.Argument> out = new ArrayList<>();
    for (int i = 0; i < call.args().size(); i++) {
      Expr arg = call.args().get(i);
      ArgDirection fallback =
          arg.type() instanceof Type.Shaped ? ArgDirection.INPUT : ArgDirection.SCALAR;
      out.add(new TaskFact.Argument(arg, i < directions.size() ? directions.get(i) : fallback));
    }
    return out;
  }

  private Edge edge(Expr dep) {
    return switch (dep) {
      case Var v -> edge(v);
      case Expr.TupleGet get -> tupleElement(get, "");
      case Expr.Call call when call.isOp(Ops.ARRAY_GET_ELEMENT) -> slot(call);
      default -> new Edge.Local(ExprText.of(dep));
    };
  }

  private Edge edge(Var var) {
    String name = FactNames.of(var);
    return switch (definitions.get(var)) {
      case null -> new Edge.Local(name);
      case Definition.Parameter() -> new Edge.Param(name);
      case Definition.LoopResult(int loop) -> new Edge.Loop(loop, name);
      case Definition.LoopCarry(int loop) -> new Edge.Carry(loop, name);
      case Definition.BranchResult(int branch) -> new Edge.If(branch, name);
      case Definition.Task(int id) -> new Edge.Task(id);
      case Definition.Barrier(int id) -> new Edge.Barrier(id);
      case Definition.Value(Expr value) -> valueEdge(var, value);
    };
  }

  private Edge valueEdge(Var var, Expr value) {
    return switch (value) {
      case Var alias -> edge(alias);
      case Expr.TupleGet get -> tupleElement(get, FactNames.of(var));
      case Expr.Call call when call.isOp(Ops.ARRAY_GET_ELEMENT) -> slot(call);
      default ->
          var.type().isTaskIdArray()
              ? new Edge.Array(FactNames.of(var))
              : new Edge.Local(FactNames.of(var));
    };
  }

  private Edge tupleElement(Expr.TupleGet get, String name) {
    if (get.tuple() instanceof Var tuple) {
      Definition definition = definitions.get(tuple);
      if (definition instanceof Definition.Task(int id)) {
        return new Edge.Task(id);
      }
      if (definition instanceof Definition.Barrier(int id)) {
        return new Edge.Barrier(id);
      }
    }
    return new Edge.Local(name.isEmpty() ? ExprText.of(get) : name);
  }

  private Edge slot(Expr.Call call) {
    String array =
        call.args().getFirst() instanceof Var v
            ? FactNames.of(v)
            : ExprText.of(call.args().getFirst());
    return new Edge.Slot(array, call.args().get(1));
  }
}
