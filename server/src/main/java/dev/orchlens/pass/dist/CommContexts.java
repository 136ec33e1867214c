package dev.orchlens.pass.dist;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.ReturnLineage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The communication contexts of the distributed tensors of one function: one for each parameter,
 * followed through stores, views, loops, branches and calls (reference:
 * docs/en/dev/passes/materialize_dist_tensor_ctx).
 */
final class CommContexts {
  /** The type of a context. */
  static final Type TYPE = Type.COMM_CTX;

  /** The operator that asks for the context of a tensor. */
  static final String QUERY = Ops.PLD_SYSTEM_GET_COMM_CTX;

  private static final String SUFFIX = "_ctx";

  private final Program program;
  private final Operators operators;
  private final ReturnLineage lineage;
  private final Map<Integer, Var> params = new LinkedHashMap<>();
  private final Map<Var, Var> contexts = new HashMap<>();
  private final Map<Var, Expr> tuples = new HashMap<>();

  private CommContexts(Program program, Operators operators, ReturnLineage lineage) {
    this.program = program;
    this.operators = operators;
    this.lineage = lineage;
  }

  /**
   * Finds the contexts of {@code function}; {@code lineage} follows what the functions of {@code
   * program} return.
   */
  static CommContexts of(
      Program program, Function function, Operators operators, ReturnLineage lineage) {
    CommContexts all = new CommContexts(program, operators, lineage);
    if (function.params().stream().noneMatch(p -> isDistributed(p.var()))) {
      return all;
    }
    Set<String> names = names(function);
    for (int i = 0; i < function.params().size(); i++) {
      Var var = function.params().get(i).var();
      if (isDistributed(var)) {
        String name = unique(AutoName.parse(var.name()).base() + SUFFIX, names);
        Var context =
            new Var(name, AutoName.parse(var.sourceName()).base() + SUFFIX, TYPE, var.origin());
        all.params.put(i, context);
        all.contexts.put(var, context);
      }
    }
    all.body(function.body());
    return all;
  }

  /** The names of a function that one of a context could be equal to. */
  private static Set<String> names(Function function) {
    Set<String> names = new HashSet<>();
    Consumer<Var> add =
        v -> {
          if (v.name().contains(SUFFIX)) {
            names.add(v.name());
          }
        };
    function.params().forEach(p -> add.accept(p.var()));
    Walk.statements(function.body(), s -> Walk.definedBy(s, add));
    return names;
  }

  private static String unique(String base, Set<String> names) {
    String name = base;
    for (int suffix = 1; !names.add(name); suffix++) {
      name = base + "_" + suffix;
    }
    return name;
  }

  /** Returns whether a value is a window of a distributed allocation. */
  static boolean isDistributed(Expr value) {
    return value.type() instanceof Type.Tensor tensor && tensor.distributed();
  }

  /** Returns the contexts that become parameters, by the index of their tensor. */
  Map<Integer, Var> params() {
    return params;
  }

  /** Returns the context of a distributed tensor, where it comes from a parameter. */
  Optional<Var> of(Expr value) {
    return switch (value) {
      case Var var -> Optional.ofNullable(contexts.get(var));
      case Expr.TupleGet get -> {
        Expr source = get.tuple() instanceof Var tuple ? tuples.get(tuple) : get.tuple();
        yield source instanceof Expr.Invocation call
            ? ofResult(call, get.index())
            : Optional.empty();
      }
      case Expr.Invocation call when call.callee() instanceof Callee.Op op ->
          operators
              .find(op.name())
              .flatMap(Operator::alias)
              .filter(a -> a.argument() < call.args().size())
              .flatMap(a -> of(call.args().get(a.argument())));
      case Expr.Invocation call -> ofResult(call, 0);
      default -> Optional.empty();
    };
  }

  private Optional<Var> ofResult(Expr.Invocation call, int result) {
    List<OptionalInt> returned =
        program.function(call.callee()).map(lineage::results).orElse(List.of());
    if (result >= returned.size() || returned.get(result).isEmpty()) {
      return Optional.empty();
    }
    int param = returned.get(result).getAsInt();
    return param < call.args().size() ? of(call.args().get(param)) : Optional.empty();
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Loop loop) {
        carries(loop);
      }
      if (stmt instanceof Stmt.Assign assign) {
        assign(assign);
      }
      stmt.bodies().forEach(this::body);
      if (stmt instanceof Stmt.If branch) {
        merge(branch);
      }
    }
  }

  private void assign(Stmt.Assign assign) {
    if (isDistributed(assign.var())) {
      of(assign.value()).ifPresent(c -> contexts.put(assign.var(), c));
    } else if (assign.var().type() instanceof Type.Tuple) {
      tuples.put(assign.var(), assign.value());
    }
  }

  private void carries(Stmt.Loop loop) {
    for (int i = 0; i < loop.carries().size(); i++) {
      Var var = loop.carries().get(i).var();
      Optional<Var> context =
          isDistributed(var) ? of(loop.carries().get(i).init()) : Optional.empty();
      if (context.isPresent()) {
        contexts.put(var, context.get());
        if (i < loop.results().size()) {
          contexts.put(loop.results().get(i), context.get());
        }
      }
    }
  }

  private void merge(Stmt.If branch) {
    List<Expr> then = yielded(branch.then());
    for (int i = 0; i < Math.min(branch.results().size(), then.size()); i++) {
      Var result = branch.results().get(i);
      if (isDistributed(result)) {
        of(then.get(i)).ifPresent(c -> contexts.put(result, c));
      }
    }
  }

  private static List<Expr> yielded(List<Stmt> body) {
    return Bodies.trailingYield(body).map(Stmt.Yield::values).orElse(List.of());
  }
}
