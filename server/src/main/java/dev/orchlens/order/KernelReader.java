package dev.orchlens.order;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Scalars;
import dev.orchlens.order.symbolic.Sym;
import dev.orchlens.order.symbolic.Trips;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads off a kernel, and the kernels that it calls, what a task touches of its arguments: windows
 * in terms of the numbers it is given and of counters that it runs through. What stands in a branch
 * that is not decided, or at a place that the data decide, may be touched; the rest certainly is.
 */
final class KernelReader {
  private static final Set<String> BLOCK_NUMBERS =
      Set.of(Ops.TILE_GET_BLOCK_IDX, Ops.TENSOR_GET_BLOCK_IDX);
  private static final Set<String> LANES =
      Set.of(Ops.TILE_GET_SUBBLOCK_IDX, Ops.TENSOR_GET_SUBBLOCK_IDX);
  private static final Set<String> BLOCK_COUNTS =
      Set.of(Ops.TILE_GET_BLOCK_NUM, Ops.TENSOR_GET_BLOCK_NUM);

  private static final long MOST_TRIPS = 4096;

  private final Program program;
  private final Function function;
  private final Affine blocks;
  private final Scalars scalars;
  private final KernelWindows windows;
  private final Budget budget;
  private final Map<Var, List<Part>> names = new HashMap<>();
  private final Set<Var> mentioned = new HashSet<>();
  private final Set<Var> written = new HashSet<>();
  private boolean certain;

  /** How many statements of kernels may still be looked at one iteration at a time. */
  static final class Budget {
    private int left;

    Budget(int left) {
      this.left = left;
    }

    boolean take(long count) {
      if (count > left) {
        return false;
      }
      left -= (int) count;
      return true;
    }
  }

  private KernelReader(
      Program program,
      Function function,
      Affine blocks,
      Scalars scalars,
      Budget budget,
      Touches found,
      boolean certain) {
    this.program = program;
    this.function = function;
    this.blocks = blocks;
    this.scalars = scalars;
    this.budget = budget;
    this.windows = new KernelWindows(scalars, found);
    this.certain = certain;
  }

  /**
   * Returns what a launch of {@code function} touches.
   *
   * @param blocks over how many blocks it runs
   * @param tensors the parts that its tensor parameters are
   * @param scalars the values of its other parameters
   * @param budget for loops whose bounds are known; without any left, their counters stay open
   */
  static List<Touch> read(
      Program program,
      Function function,
      Affine blocks,
      Map<Var, List<Part>> tensors,
      Scalars scalars,
      Budget budget) {
    Touches found = new Touches();
    new KernelReader(program, function, blocks, scalars, budget, found, true).run(tensors);
    return found.all();
  }

  private void run(Map<Var, List<Part>> tensors) {
    names.putAll(tensors);
    body(function.body());
    for (Param param : function.params()) {
      List<Part> parts = names.get(param.var());
      if (parts == null) {
        continue;
      }
      boolean isBodiless = function.body().stream().allMatch(s -> s instanceof Stmt.Return);
      if (isBodiless && !mentioned.contains(param.var())) {
        declared(param, parts);
      } else if (param.direction() != dev.orchlens.ir.ParamDirection.IN
          && !written.contains(param.var())) {
        windows.add(parts, Touch.Kind.WRITE, false);
      }
    }
  }

  /** A kernel without a body says by its parameters what it does. */
  private void declared(Param param, List<Part> parts) {
    boolean isChosen =
        function.params().stream().anyMatch(p -> p.var().type() instanceof Type.Scalar);
    switch (param.direction()) {
      case IN -> windows.add(parts, Touch.Kind.READ, !isChosen && certain);
      case OUT -> windows.add(parts, Touch.Kind.WRITE, !isChosen && certain);
      case IN_OUT -> {
        windows.add(parts, Touch.Kind.READ, !isChosen && certain);
        windows.add(parts, Touch.Kind.WRITE, !isChosen && certain);
      }
    }
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> assign(s);
        case Stmt.Eval s -> value(s.expr());
        case Stmt.For s -> loop(s);
        case Stmt.While s -> {
          carries(s.carries());
          uncertainly(() -> body(s.body()));
          results(s);
        }
        case Stmt.If s -> branch(s);
        default -> stmt.bodies().forEach(this::body);
      }
    }
  }

  private void uncertainly(Runnable block) {
    boolean before = certain;
    certain = false;
    block.run();
    certain = before;
  }

  private void carries(List<Carry> carries) {
    for (Carry carry : carries) {
      parts(carry.init()).ifPresent(p -> names.put(carry.var(), p));
      Affine init = scalars.of(carry.init());
      if (!parts(carry.init()).isPresent() && carry.var().type() instanceof Type.Scalar) {
        scalars.set(
            carry.var(),
            Affine.of(scalars.symbols().fresh(carry.var().sourceName(), init.home(), true)));
      }
    }
  }

  private void results(Stmt.Loop s) {
    for (int i = 0; i < Math.min(s.results().size(), s.carries().size()); i++) {
      Var result = s.results().get(i);
      parts(s.carries().get(i).init()).ifPresent(p -> names.put(result, p));
    }
  }

  private void loop(Stmt.For s) {
    carries(s.carries());
    Affine start = scalars.of(s.start());
    Affine stop = scalars.of(s.stop());
    Affine step = scalars.of(s.step());
    if (start.isConstant() && stop.isConstant() && step.isConstant() && step.constant() != 0) {
      long trips =
          dev.orchlens.pass.tools.TripCount.of(start.constant(), stop.constant(), step.constant());
      if (trips < MOST_TRIPS && budget.take(trips * s.body().size())) {
        for (long i = 0; i < trips; i++) {
          scalars.set(s.var(), Affine.of(start.constant() + i * step.constant()));
          body(s.body());
        }
        results(s);
        return;
      }
    }
    // What the loop touches it touches for every value of its counter; without values, nothing is
    // touched.
    scalars.set(s.var(), Trips.of(scalars, s, null, true).value());
    body(s.body());
    results(s);
  }

  private void branch(Stmt.If s) {
    Optional<Boolean> decided = scalars.holds(s.condition());
    if (decided.isPresent()) {
      List<Stmt> arm = decided.get() ? s.then() : s.orElse().orElse(List.of());
      body(arm);
      yielded(arm, s.results());
      return;
    }
    uncertainly(
        () -> {
          body(s.then());
          yielded(s.then(), s.results());
          s.orElse()
              .ifPresent(
                  orElse -> {
                    body(orElse);
                    yieldedToo(orElse, s.results());
                  });
        });
    for (Var result : s.results()) {
      if (!names.containsKey(result) && result.type() instanceof Type.Scalar) {
        scalars.set(result, Affine.of(scalars.symbols().fresh(result.sourceName(), null, true)));
      }
    }
  }

  private void yielded(List<Stmt> arm, List<Var> results) {
    if (!arm.isEmpty() && arm.getLast() instanceof Stmt.Yield yield) {
      for (int i = 0; i < Math.min(results.size(), yield.values().size()); i++) {
        Var result = results.get(i);
        Expr value = yield.values().get(i);
        parts(value).ifPresent(p -> names.put(result, p));
        if (result.type() instanceof Type.Scalar && scalars.of(value).isKnown()) {
          scalars.set(result, scalars.of(value));
        }
      }
    }
  }

  private void yieldedToo(List<Stmt> arm, List<Var> results) {
    if (!arm.isEmpty() && arm.getLast() instanceof Stmt.Yield yield) {
      for (int i = 0; i < Math.min(results.size(), yield.values().size()); i++) {
        Var result = results.get(i);
        List<Part> all = new ArrayList<>(names.getOrDefault(result, List.of()));
        parts(yield.values().get(i)).ifPresent(all::addAll);
        if (!all.isEmpty()) {
          names.put(result, all);
        }
      }
    }
  }

  private Optional<List<Part>> parts(Expr value) {
    return value instanceof Var var ? Optional.ofNullable(names.get(var)) : Optional.empty();
  }

  private void assign(Stmt.Assign s) {
    Optional<List<Part>> result = value(s.value());
    if (result.isPresent()) {
      names.put(s.var(), result.get());
    } else if (s.var().type() instanceof Type.Scalar t && t.dtype().isInteger()) {
      scalar(s);
    }
  }

  private void scalar(Stmt.Assign s) {
    String op = s.value() instanceof Expr.Call call ? call.callee().name() : "";
    if (BLOCK_NUMBERS.contains(op)) {
      Sym block =
          scalars.symbols().fresh("block", null, true).between(Affine.ZERO, blocks.plus(-1));
      scalars.set(s.var(), blocks.is(1) ? Affine.ZERO : Affine.of(block));
    } else if (LANES.contains(op)) {
      scalars.set(
          s.var(),
          Affine.of(scalars.symbols().fresh("lane", null, true).between(Affine.ZERO, Affine.ONE)));
    } else if (BLOCK_COUNTS.contains(op) && blocks.isKnown()) {
      scalars.set(s.var(), blocks);
    } else {
      Affine known = scalars.of(s.value());
      scalars.set(
          s.var(),
          known.isKnown()
              ? known
              : Affine.of(scalars.symbols().fresh("?" + s.var().sourceName(), null, true)));
    }
  }

  /** Looks at what a value touches, and returns the parts that it is another name of. */
  private Optional<List<Part>> value(Expr value) {
    if (!(value instanceof Expr.Invocation call)) {
      return parts(value);
    }
    if (call.callee() instanceof Callee.Function) {
      return called(call);
    }
    List<Optional<List<Part>>> args = new ArrayList<>();
    boolean any = false;
    for (Expr arg : call.args()) {
      Optional<List<Part>> parts = parts(arg);
      any |= parts.isPresent();
      args.add(parts);
      if (parts.isPresent() && arg instanceof Var var) {
        mentioned.add(var);
      }
    }
    return any ? windows.touched(call, args, certain, this::isWritten) : Optional.empty();
  }

  private void isWritten(List<Part> parts) {
    for (Param param : function.params()) {
      if (sameRoots(names.get(param.var()), parts)) {
        written.add(param.var());
      }
    }
  }

  private static boolean sameRoots(List<Part> param, List<Part> parts) {
    return param != null
        && param.stream().anyMatch(p -> parts.stream().anyMatch(q -> q.root() == p.root()));
  }

  private Optional<List<Part>> called(Expr.Invocation call) {
    Optional<Function> callee = program.function(call.callee()).filter(f -> f != function);
    if (callee.isEmpty()) {
      call.args()
          .forEach(
              arg ->
                  parts(arg)
                      .ifPresent(
                          p -> {
                            windows.add(p, Touch.Kind.READ, false);
                            windows.add(p, Touch.Kind.WRITE, false);
                            isWritten(p);
                          }));
      return Optional.empty();
    }
    Map<Var, List<Part>> tensors = new HashMap<>();
    Function inner = callee.get();
    for (int i = 0; i < Math.min(inner.params().size(), call.args().size()); i++) {
      Var param = inner.params().get(i).var();
      Optional<List<Part>> parts = parts(call.args().get(i));
      if (parts.isPresent()) {
        tensors.put(param, parts.get());
      } else {
        scalars.set(
            param,
            scalars.of(call.args().get(i)).isKnown()
                ? scalars.of(call.args().get(i))
                : Affine.of(scalars.symbols().fresh("?" + param.sourceName(), null, true)));
      }
    }
    KernelReader reader =
        new KernelReader(program, inner, blocks, scalars, budget, windows.found(), certain);
    reader.run(tensors);
    for (Param param : inner.params()) {
      if (reader.written.contains(param.var()) && tensors.containsKey(param.var())) {
        isWritten(tensors.get(param.var()));
      }
    }
    for (Param param : function.params()) {
      if (call.args().contains(param.var())) {
        mentioned.add(param.var());
        if (tensors.values().stream().anyMatch(p -> p == names.get(param.var()))) {
          written.add(param.var());
        }
      }
    }
    return Optional.empty();
  }
}
