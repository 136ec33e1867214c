package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.ReturnLineage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes kernels and wrappers return the parameters that they write, kernels in the order of their
 * outputs (reference: docs/en/dev/passes/normalize_return_order, "Algorithm").
 */
public final class NormalizeReturnOrder implements RememberingPass {
  private final Operators operators = Operators.load();
  private final PassMemory.Question<Normalized> normalized =
      kernel -> normalized(kernel, new ReturnLineage(operators, Optional.empty()));

  /**
   * A kernel that returns its parameters, and where each of its results went if their order
   * changed.
   */
  private record Normalized(Function kernel, Optional<List<Integer>> order) {}

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    ReturnLineage lineage = ReturnLineage.remembering(operators, program, memory);
    Map<String, List<Integer>> orders = new HashMap<>();
    Program result =
        program.mapFunctions(
            function -> {
              if (!isKernel(function)) {
                return isWrapper(function) ? explicit(function, lineage) : function;
              }
              Normalized kernel =
                  memory.ask(Calls.NONE_OF_FUNCTIONS, function)
                      ? memory.ask(normalized, function)
                      : normalized(function, lineage);
              kernel.order.ifPresent(o -> orders.put(function.name(), o));
              return kernel.kernel;
            });
    return orders.isEmpty()
        ? result
        : result.mapFunctions(
            f -> isKernel(f) ? f : f.withBody(new Results(orders).body(f.body())));
  }

  private static Normalized normalized(Function kernel, ReturnLineage lineage) {
    Function explicit = explicit(kernel, lineage);
    Optional<List<Integer>> order = order(explicit);
    return new Normalized(order.map(o -> reordered(explicit, o)).orElse(explicit), order);
  }

  private static boolean isKernel(Function function) {
    return switch (function.type()) {
      case IN_CORE, AIC, AIV -> true;
      case GROUP, SPMD, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> false;
    };
  }

  /**
   * Returns whether the compiler wraps the body into a branch, so that the second lane only answers
   * the pipes.
   */
  private static boolean isReplayed(Function function) {
    FunctionAttrs attrs = function.attrs();
    return attrs.dualAiv() && !attrs.splitAiv() && attrs.split() == SplitMode.NONE;
  }

  private static boolean isWrapper(Function function) {
    return switch (function.type()) {
      case GROUP, SPMD -> true;
      case IN_CORE, AIC, AIV, OPAQUE, ORCHESTRATION, GRAPH, INLINE -> false;
    };
  }

  /** Names the parameters in the first return. */
  private static Function explicit(Function function, ReturnLineage lineage) {
    List<OptionalInt> params = lineage.results(function);
    if (params.isEmpty()) {
      return function;
    }
    return function.withBody(new FirstReturn(function, params).body(function.body()));
  }

  /** Names the parameters in the first return that has values. */
  private static final class FirstReturn extends Rewriter {
    private final Function function;
    private final List<OptionalInt> params;
    private boolean done;

    FirstReturn(Function function, List<OptionalInt> params) {
      this.function = function;
      this.params = params;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      if (stmt instanceof Stmt.Return ret && !done && !ret.values().isEmpty()) {
        done = true;
        List<Expr> values = values(function, ret, params);
        return List.of(values.equals(ret.values()) ? ret : new Stmt.Return(values, ret.origin()));
      }
      return super.statement(stmt);
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }
  }

  private static List<Expr> values(Function function, Stmt.Return ret, List<OptionalInt> params) {
    if (ret.values().size() == 1 && params.size() > 1) {
      boolean all =
          function.returnTypes().size() == params.size()
              && params.stream()
                  .allMatch(p -> p.isPresent() && param(function, p).type().isTensor());
      return all ? params.stream().map(p -> (Expr) param(function, p)).toList() : ret.values();
    }
    if (params.size() != ret.values().size()) {
      return ret.values();
    }
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < params.size(); i++) {
      boolean known = params.get(i).isPresent() && param(function, params.get(i)).type().isTensor();
      values.add(known ? param(function, params.get(i)) : ret.values().get(i));
    }
    return values;
  }

  private static Var param(Function function, OptionalInt index) {
    return function.params().get(index.getAsInt()).var();
  }

  /**
   * Returns where each result goes, when they are not in the order of the outputs already. The
   * compiler looks for the return at the end of a sequence, so a body that is nothing but a return
   * keeps its order.
   */
  private static Optional<List<Integer>> order(Function function) {
    if (function.body().size() < 2
        || isReplayed(function)
        || !(function.body().getLast() instanceof Stmt.Return ret)) {
      return Optional.empty();
    }
    List<Var> outputs =
        function.params().stream()
            .filter(p -> p.direction() != ParamDirection.IN)
            .map(Param::var)
            .toList();
    if (outputs.isEmpty() || outputs.size() > ret.values().size()) {
      return Optional.empty();
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < ret.values().size(); i++) {
      int output = ret.values().get(i) instanceof Var var ? outputs.indexOf(var) : -1;
      order.add(output < 0 ? i : output);
    }
    Set<Integer> distinct = new HashSet<>(order);
    boolean identity = true;
    for (int i = 0; i < order.size(); i++) {
      identity &= order.get(i) == i;
    }
    return identity || distinct.size() != order.size() ? Optional.empty() : Optional.of(order);
  }

  private static Function reordered(Function function, List<Integer> order) {
    Stmt.Return ret = (Stmt.Return) function.body().getLast();
    Expr[] values = new Expr[order.size()];
    Type[] types = function.returnTypes().toArray(Type[]::new);
    for (int i = 0; i < order.size(); i++) {
      values[order.get(i)] = ret.values().get(i);
      if (types.length == order.size()) {
        types[order.get(i)] = function.returnTypes().get(i);
      }
    }
    List<Stmt> body = new ArrayList<>(function.body());
    body.set(body.size() - 1, new Stmt.Return(Arrays.asList(values), ret.origin()));
    return function.withBody(body).withSignature(function.params(), Arrays.asList(types));
  }

  /** Takes the results of reordered kernels from their new places. */
  private static final class Results extends Rewriter {
    private final Map<String, List<Integer>> orders;
    private final Map<Var, List<Integer>> tuples = new HashMap<>();

    Results(Map<String, List<Integer>> orders) {
      this.orders = orders;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      Stmt rebuilt = rebuild(stmt);
      if (rebuilt instanceof Stmt.Assign(Var var, Expr.Invocation call, var _)) {
        call.function().map(orders::get).ifPresent(order -> tuples.put(var, order));
      }
      return List.of(rebuilt);
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof Expr.TupleGet get
          && get.tuple() instanceof Var tuple
          && tuples.containsKey(tuple)
          && get.index() < tuples.get(tuple).size()) {
        return new Expr.TupleGet(
            tuple, tuples.get(tuple).get(get.index()), get.type(), get.origin());
      }
      return super.expr(expr);
    }
  }
}
