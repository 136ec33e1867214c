package dev.orchlens.pass.deps;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.storage.LinearForm;
import dev.orchlens.pass.storage.ScalarForms;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.KernelValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a kernel, or the kernels of a wrapper, certainly touch of each tensor parameter, in terms of the scalar
 * parameters. What stands in a branch, or at a place that the data decide, is not certain and is left out.
 */
final class KernelTouches {
  private static final Set<String> BLOCK_NUMBERS =
      Set.of(Ops.TILE_GET_BLOCK_IDX, Ops.TILE_GET_SUBBLOCK_IDX, Ops.TENSOR_GET_BLOCK_IDX, Ops.TENSOR_GET_SUBBLOCK_IDX);

  private final Program program;
  private final Function function;
  private final ScalarForms forms;
  private final Map<Var, Var> names = new HashMap<>();
  private final Set<Var> mentioned = new HashSet<>();
  /** Values that a task runs through, whatever its arguments: the counters of its loops, the numbers of its blocks. */
  private final Set<Var> ownCounters = new HashSet<>();
  private final Map<Var, Set<Touch>> touches = new HashMap<>();

  private KernelTouches(Program program, Function function) {
    this.program = program;
    this.function = function;
    this.forms = new ScalarForms(function.body());
  }

  /** Returns the touches of each parameter of {@code function}. */
  static Map<Var, List<Touch>> of(Program program, Function function) {
    KernelTouches found = new KernelTouches(program, function);
    Set<Var> loaded = isWrapper(function) ? Set.of() : KernelValues.tiles(function);
    for (Param param : function.params()) {
      found.names.put(param.var(), param.var());
      if (loaded.contains(param.var())) {
        found.add(param.var(), Touch.whole(AccessKind.READ));
        found.mentioned.add(param.var());
      }
    }
    found.body(function.body());
    Map<Var, List<Touch>> all = new HashMap<>();
    for (Param param : function.params()) {
      all.put(param.var(), found.touchesOf(param));
    }
    return all;
  }

  private static boolean isWrapper(Function function) {
    return function.type() == FunctionType.SPMD || function.type() == FunctionType.GROUP;
  }

  /** A kernel without a body says by its parameters what it does; its scalars may choose the part. */
  private List<Touch> touchesOf(Param param) {
    if (mentioned.contains(param.var())) {
      return List.copyOf(touches.getOrDefault(param.var(), Set.of()));
    }
    Set<Var> scalars = new LinkedHashSet<>();
    function.params().stream().map(Param::var).filter(v -> v.type() instanceof Type.Scalar).forEach(scalars::add);
    AccessKind kind =
        switch (param.direction()) {
          case IN -> AccessKind.READ;
          case OUT -> AccessKind.WRITE;
          case IN_OUT -> AccessKind.READ_WRITE;
        };
    return List.of(new Touch(kind, Optional.empty(), scalars));
  }

  private void add(Var param, Touch touch) {
    touches.computeIfAbsent(param, _ -> new LinkedHashSet<>()).add(touch);
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> {
          value(s.value());
          alias(s.value()).ifPresent(param -> names.put(s.var(), param));
          if (s.value() instanceof Expr.Call call && BLOCK_NUMBERS.contains(call.callee().name())) {
            ownCounters.add(s.var());
          }
        }
        case Stmt.Eval s -> value(s.expr());
        case Stmt.For s -> {
          ownCounters.add(s.var());
          loop(s);
        }
        case Stmt.While s -> uncertain(List.of(s));
        case Stmt.If s -> uncertain(List.of(s));
        case Stmt.Scope s -> body(s.body());
        case Stmt.Return _, Stmt.Yield _, Stmt.Break _, Stmt.Continue _ -> { }
      }
    }
  }

  private void loop(Stmt.For s) {
    for (Carry carry : s.carries()) {
      alias(carry.init()).ifPresent(param -> names.put(carry.var(), param));
    }
    body(s.body());
    for (int i = 0; i < Math.min(s.results().size(), s.carries().size()); i++) {
      Var result = s.results().get(i);
      alias(s.carries().get(i).init()).ifPresent(param -> names.put(result, param));
    }
  }

  private void uncertain(List<Stmt> body) {
    Walk.expressions(body, e -> alias(e).ifPresent(mentioned::add));
    Walk.statements(body, s -> {
      if (s instanceof Stmt.Assign assign) {
        alias(assign.value()).ifPresent(param -> names.put(assign.var(), param));
      } else if (s instanceof Stmt.If branch) {
        Bodies.trailingYield(branch.then()).ifPresent(yield -> yielded(branch.results(), yield.values()));
      }
    });
  }

  private void yielded(List<Var> results, List<Expr> values) {
    for (int i = 0; i < Math.min(results.size(), values.size()); i++) {
      Var result = results.get(i);
      alias(values.get(i)).ifPresent(param -> names.put(result, param));
    }
  }

  /** Returns the parameter whose memory a value is another name of. */
  private Optional<Var> alias(Expr value) {
    return switch (value) {
      case Var var -> Optional.ofNullable(names.get(var));
      case Expr.Call call when call.isOp(Ops.TENSOR_ASSEMBLE) || call.isOp(Ops.TENSOR_WRITE) -> argument(call, 0);
      case Expr.Call call when call.isOp(Ops.TILE_STORE) -> argument(call, 2);
      default -> Optional.empty();
    };
  }

  private Optional<Var> argument(Expr.Call call, int index) {
    return index < call.args().size() ? alias(call.args().get(index)) : Optional.empty();
  }

  private void value(Expr value) {
    if (!(value instanceof Expr.Invocation call)) {
      return;
    }
    if (call.callee() instanceof Callee.Function) {
      launched(call);
      return;
    }
    boolean isShapeOnly = call.isOp(Ops.TENSOR_DIM);
    for (Expr arg : call.args()) {
      if (!isShapeOnly) {
        alias(arg).ifPresent(mentioned::add);
      }
    }
    switch (call.callee().name()) {
      case Ops.TENSOR_SLICE -> window(call, 0, AccessKind.READ, 2, extents(call, 1));
      case Ops.TILE_LOAD -> window(call, 0, AccessKind.READ, 1, extents(call, 2));
      case Ops.TENSOR_READ -> window(call, 0, AccessKind.READ, 1, ones(call, 1));
      case Ops.TENSOR_WRITE -> window(call, 0, AccessKind.WRITE, 1, ones(call, 1));
      case Ops.TENSOR_ASSEMBLE -> window(call, 0, AccessKind.WRITE, 2, shape(call, 1));
      case Ops.TILE_STORE -> window(call, 2, AccessKind.WRITE, 1, shape(call, 0));
      default -> { }
    }
  }

  private void window(Expr.Invocation call, int tensor, AccessKind kind, int offsets, List<Expr> lengths) {
    if (Math.max(tensor, offsets) >= call.args().size()
        || !(call.args().get(offsets) instanceof Expr.MakeTuple starts)
        || starts.elements().size() != lengths.size()) {
      return;
    }
    Optional<Var> param = alias(call.args().get(tensor));
    List<Touch.Span> spans = new ArrayList<>();
    for (int axis = 0; axis < lengths.size(); axis++) {
      Optional<Long> length = lengths.get(axis).constant();
      Optional<LinearForm> start = forms.of(starts.elements().get(axis)).filter(this::isChosenByArguments);
      if (length.isEmpty() || length.get() <= 0 || start.isEmpty()) {
        return;
      }
      spans.add(new Touch.Span(start.get(), length.get()));
    }
    param.ifPresent(p -> add(p, Touch.of(kind, spans)));
  }

  private boolean isChosenByArguments(LinearForm form) {
    return form.factors().keySet().stream()
        .allMatch(v -> ownCounters.contains(v) || function.params().stream().anyMatch(p -> p.var() == v));
  }

  private static List<Expr> extents(Expr.Invocation call, int index) {
    return index < call.args().size() && call.args().get(index) instanceof Expr.MakeTuple tuple
        ? tuple.elements()
        : List.of();
  }

  private static List<Expr> ones(Expr.Invocation call, int index) {
    return extents(call, index).stream()
        .map(e -> (Expr) new Expr.ConstInt(1, DataType.INDEX, e.origin()))
        .toList();
  }

  private static List<Expr> shape(Expr.Invocation call, int index) {
    return index < call.args().size() && call.args().get(index).type() instanceof Type.Shaped shaped
        ? shaped.shape()
        : List.of();
  }

  /** What the kernels that a wrapper runs do with its parameters. */
  private void launched(Expr.Invocation call) {
    Optional<Function> callee = program.function(call.callee()).filter(f -> f != function);
    if (callee.isEmpty()) {
      call.args().forEach(arg -> alias(arg).ifPresent(mentioned::add));
      return;
    }
    Map<Var, List<Touch>> inner = of(program, callee.get());
    inner.values().stream().flatMap(List::stream).forEach(this::adoptCounters);
    Map<Var, Expr> values = arguments(callee.get(), call);
    inner.forEach((param, all) -> Optional.ofNullable(values.get(param)).flatMap(this::alias).ifPresent(own -> {
      mentioned.add(own);
      all.forEach(touch -> placed(touch, values).ifPresent(t -> add(own, t)));
    }));
  }

  /** Returns the arguments of a call by parameter. */
  static Map<Var, Expr> arguments(Function callee, Expr.Invocation call) {
    Map<Var, Expr> values = new HashMap<>();
    for (int i = 0; i < Math.min(callee.params().size(), call.args().size()); i++) {
      values.put(callee.params().get(i).var(), call.args().get(i));
    }
    return values;
  }

  private void adoptCounters(Touch touch) {
    touch.window().ifPresent(spans -> spans.forEach(s -> ownCounters.addAll(s.start().factors().keySet())));
  }

  private Optional<Touch> placed(Touch touch, Map<Var, Expr> values) {
    return touch
        .with(values, forms)
        .filter(
            t ->
                t.window().stream()
                    .flatMap(List::stream)
                    .map(Touch.Span::start)
                    .allMatch(this::isChosenByArguments));
  }
}
