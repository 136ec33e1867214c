package dev.orchlens.pass.storage;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Blocks;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.SameDims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Finds for every tensor of a function where it may live (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 1 to 5).
 *
 * <p>Two roots alias only when they are the same. Step 5 of the document compares annotated
 * MemRefs, but the pipeline replaces those by fresh allocations before the dependency pass runs, so
 * in a compiled program they have no effect.
 */
public final class StorageAnalysis {
  private static final Set<String> RUNTIME_INDEXED =
      Set.of(
          Ops.TENSOR_GATHER,
          Ops.TENSOR_GATHER_MASK,
          Ops.TENSOR_GATHER_COMPARE,
          Ops.TENSOR_SCATTER_UPDATE,
          Ops.TILE_GATHER,
          Ops.TILE_GATHER_MASK,
          Ops.TILE_GATHER_COMPARE,
          Ops.TILE_SCATTER_UPDATE,
          Ops.TILE_MSCATTER);

  /** What is known about the storage of an argument. */
  public sealed interface Resolution {
    /** The argument lives at {@code location}. */
    record Known(StorageLocation location) implements Resolution {}

    /** The argument's location was lost. */
    record Lost(Loss loss) implements Resolution {}
  }

  private final Program program;
  private final Map<Var, StorageLocation> locations = new HashMap<>();
  private final Map<Var, List<Optional<Expr>>> tupleSources = new HashMap<>();
  private final Map<Var, Loss> losses = new HashMap<>();
  private final Set<Var> unsupported = new HashSet<>();

  private StorageAnalysis(Program program) {
    this.program = program;
  }

  /** Analyses {@code function}, whose callees are functions of {@code program}. */
  public static StorageAnalysis of(Program program, Function function) {
    StorageAnalysis analysis = new StorageAnalysis(program);
    for (Param param : function.params()) {
      analysis.defineRoot(param.var(), param.var().origin());
    }
    analysis.statements(function.body());
    return analysis;
  }

  /** Returns where {@code expr} lives, or why that is not known. */
  public Resolution resolve(Expr expr) {
    if (!(expr instanceof Var var)) {
      return new Resolution.Lost(new Loss(Loss.Cause.NOT_A_VARIABLE, "", expr.origin()));
    }
    StorageLocation location =
        unsupported.contains(var) ? StorageLocation.NOWHERE : locationOf(var);
    return location.isKnown() ? new Resolution.Known(location) : new Resolution.Lost(lossOf(var));
  }

  private StorageLocation locationOf(Expr expr) {
    return expr instanceof Var var
        ? locations.getOrDefault(var, StorageLocation.NOWHERE)
        : StorageLocation.NOWHERE;
  }

  private Loss lossOf(Expr expr) {
    if (!(expr instanceof Var var)) {
      return new Loss(Loss.Cause.NOT_A_VARIABLE, "", expr.origin());
    }
    Loss loss = losses.get(var);
    return loss != null
        ? loss
        : new Loss(Loss.Cause.UNTRACKED_VALUE, var.sourceName(), var.origin());
  }

  private void statements(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> assign(s);
        case Stmt.If s -> branch(s);
        case Stmt.For s -> loop(s, (location, var) -> TensorViews.afterLoop(location, var.type()));
        case Stmt.While s -> loop(s, (location, _) -> location.widen(Region.UNKNOWN));
        case Stmt.Scope s -> statements(s.body());
        case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> {}
      }
    }
  }

  private void branch(Stmt.If s) {
    statements(s.then());
    s.orElse().ifPresent(this::statements);
    Optional<Stmt.Yield> then = Blocks.trailingYield(s.then());
    Optional<Stmt.Yield> orElse = s.orElse().flatMap(Blocks::trailingYield);
    if (then.isEmpty() || orElse.isEmpty()) {
      return;
    }
    int count = Math.min(then.get().values().size(), orElse.get().values().size());
    for (int i = 0; i < Math.min(count, s.results().size()); i++) {
      merge(
          s.results().get(i),
          then.get().values().get(i),
          orElse.get().values().get(i),
          UnaryOperator.identity());
    }
  }

  private void merge(Var result, Expr first, Expr second, UnaryOperator<StorageLocation> widen) {
    merge(result, locationOf(first), first, second, widen);
  }

  private void merge(
      Var result,
      StorageLocation first,
      Expr firstValue,
      Expr second,
      UnaryOperator<StorageLocation> widen) {
    StorageLocation other = locationOf(second);
    if (first.isKnown() && other.isKnown()) {
      define(result, widen.apply(first.merge(other)), result.origin());
    } else {
      Loss culprit = lossOf(first.isKnown() ? second : firstValue);
      loseUnsupported(
          result, new Loss(Loss.Cause.MERGED_UNKNOWN, culprit.detail(), culprit.origin()));
    }
  }

  /** How the location of a carried value widens behind its loop. */
  private interface Widening {
    StorageLocation apply(StorageLocation location, Var result);
  }

  private void loop(Stmt.Loop s, Widening widening) {
    List<StorageLocation> initial = new ArrayList<>();
    for (var carry : s.carries()) {
      StorageLocation location = locationOf(carry.init());
      initial.add(location);
      if (location.isKnown()) {
        define(carry.var(), location, carry.var().origin());
      } else {
        losses.put(carry.var(), lossOf(carry.init()));
      }
    }
    statements(s.body());
    Optional<Stmt.Yield> yield = Blocks.trailingYield(s.body());
    for (int i = 0; i < Math.min(s.carries().size(), s.results().size()); i++) {
      Var result = s.results().get(i);
      if (yield.isPresent() && i < yield.get().values().size()) {
        merge(
            result,
            initial.get(i),
            s.carries().get(i).init(),
            yield.get().values().get(i),
            location -> widening.apply(location, result));
      } else if (initial.get(i).isKnown()) {
        define(result, widening.apply(initial.get(i), result), result.origin());
      }
    }
  }

  private void assign(Stmt.Assign s) {
    if (s.value() instanceof Expr.Invocation call
        && call.type() instanceof Type.Tuple
        && Launch.isLaunch(call)) {
      tupleSources.put(s.var(), outputs(call));
    } else if (SameDims.isPlainTensor(s.var().type())) {
      assignTensor(s);
    }
  }

  private void assignTensor(Stmt.Assign s) {
    switch (s.value()) {
      case Expr.Invocation call -> assignCall(s, call);
      case Expr.TupleGet get -> {
        List<Optional<Expr>> elements =
            get.tuple() instanceof Var tuple
                ? tupleSources.getOrDefault(tuple, List.of())
                : List.of();
        boolean inside = get.index() >= 0 && get.index() < elements.size();
        defineAs(s, inside ? elements.get(get.index()) : Optional.empty(), "tuple");
      }
      case Var source -> defineAs(s, Optional.of(source), "");
      case Expr.Const _, Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.Unknown _ ->
          defineOrLose(s, StorageLocation.NOWHERE, "expression");
    }
  }

  private void assignCall(Stmt.Assign s, Expr.Invocation call) {
    String name = call.callee().name();
    if (call.isOp(Ops.TENSOR_CREATE)) {
      defineRoot(s.var(), s.origin());
    } else if (call.isOp(Ops.TENSOR_SLICE) && call.args().size() >= 3) {
      StorageLocation parent = locationOf(call.args().getFirst());
      if (parent.isKnown()) {
        defineOrLose(s, parent.slice(call.args().get(1), call.args().get(2)), name);
      } else {
        losses.put(s.var(), lossOf(call.args().getFirst()));
      }
    } else if (call.isOp(Ops.TENSOR_ASSEMBLE) && !call.args().isEmpty()) {
      defineAs(s, Optional.of(call.args().getFirst()), name);
    } else if (call.callee() instanceof Callee.Op op && RUNTIME_INDEXED.contains(op.name())) {
      loseUnsupported(s.var(), new Loss(Loss.Cause.RUNTIME_INDEX, name, s.value().origin()));
    } else if (Launch.isLaunch(call)) {
      List<Optional<Expr>> outputs = outputs(call);
      defineAs(s, outputs.isEmpty() ? Optional.empty() : outputs.getFirst(), name);
    } else {
      defineOrLose(s, StorageLocation.NOWHERE, name);
    }
  }

  /**
   * Gives the variable the location of {@code source}, or its loss; without a source {@code by}
   * lost it.
   */
  private void defineAs(Stmt.Assign s, Optional<Expr> source, String by) {
    StorageLocation location = source.map(this::locationOf).orElse(StorageLocation.NOWHERE);
    defineOrLose(s, location, by);
    if (!location.isKnown()) {
      source.ifPresent(lost -> losses.put(s.var(), lossOf(lost)));
    }
  }

  private void defineOrLose(Stmt.Assign s, StorageLocation location, String by) {
    StorageLocation seen = TensorViews.seenThrough(location, s.var().type());
    if (seen.isKnown()) {
      define(s.var(), seen, s.origin());
    } else {
      losses.put(s.var(), new Loss(Loss.Cause.UNTRACKED, by, s.value().origin()));
    }
  }

  private void defineRoot(Var var, Origin origin) {
    if (SameDims.isPlainTensor(var.type())) {
      define(
          var, TensorViews.seenThrough(StorageLocation.of(var, Region.FULL), var.type()), origin);
    }
  }

  private void define(Var var, StorageLocation location, Origin origin) {
    if (location.hasTooManyRoots()) {
      String count = Integer.toString(location.alternatives().size());
      loseUnsupported(var, new Loss(Loss.Cause.TOO_MANY_ROOTS, count, origin));
    } else {
      unsupported.remove(var);
      locations.put(var, location);
    }
  }

  private void loseUnsupported(Var var, Loss loss) {
    locations.remove(var);
    unsupported.add(var);
    losses.put(var, loss);
  }

  /**
   * Returns the argument that each result of a call is: the parameters the callee returns, or its
   * outputs in order.
   */
  private List<Optional<Expr>> outputs(Expr.Invocation call) {
    Optional<Function> callee = program.function(call.callee());
    if (callee.isEmpty()) {
      return List.of();
    }
    List<Optional<Expr>> returned = returned(call, callee.get());
    if (returned.stream().flatMap(Optional::stream).anyMatch(arg -> locationOf(arg).isKnown())) {
      return returned;
    }
    List<Optional<Expr>> outputs = new ArrayList<>();
    List<Param> params = callee.get().params();
    for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
      if (params.get(i).direction() != ParamDirection.IN) {
        outputs.add(Optional.of(call.args().get(i)));
      }
    }
    return outputs;
  }

  private static List<Optional<Expr>> returned(Expr.Invocation call, Function callee) {
    List<Expr> values =
        Blocks.trailingReturn(callee.body()).map(Stmt.Return::values).orElse(List.of());
    return values.stream().map(value -> argumentFor(value, call, callee)).toList();
  }

  private static Optional<Expr> argumentFor(Expr returned, Expr.Invocation call, Function callee) {
    for (int i = 0; i < Math.min(callee.params().size(), call.args().size()); i++) {
      if (callee.params().get(i).var() == returned) {
        return Optional.of(call.args().get(i));
      }
    }
    return Optional.empty();
  }
}
