package dev.orchlens.pass.storage;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
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
import dev.orchlens.pass.tools.Lineage;
import dev.orchlens.pass.tools.SameDims;
import java.util.ArrayList;
import java.util.HashMap;
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
public final class StorageAnalysis extends Lineage<StorageAnalysis.Resolution> {
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
  private final Map<Var, List<Optional<Expr>>> tupleSources = new HashMap<>();

  private StorageAnalysis(Program program) {
    this.program = program;
  }

  /** Analyses {@code function}, whose callees are functions of {@code program}. */
  public static StorageAnalysis of(Program program, Function function) {
    StorageAnalysis analysis = new StorageAnalysis(program);
    for (Param param : function.params()) {
      if (SameDims.isPlainTensor(param.var().type())) {
        analysis.define(param.var(), Optional.of(root(param.var(), param.var().origin())));
      }
    }
    analysis.follow(function.body());
    return analysis;
  }

  /** Returns where {@code expr} lives, or why that is not known. */
  public Resolution resolve(Expr expr) {
    if (!(expr instanceof Var var)) {
      return new Resolution.Lost(new Loss(Loss.Cause.NOT_A_VARIABLE, "", expr.origin()));
    }
    return of(var)
        .orElseGet(
            () ->
                new Resolution.Lost(
                    new Loss(Loss.Cause.UNTRACKED_VALUE, var.sourceName(), var.origin())));
  }

  @Override
  protected Optional<Resolution> assigned(Stmt.Assign s) {
    if (s.value() instanceof Expr.Invocation call
        && call.type() instanceof Type.Tuple
        && Launch.isLaunch(call)) {
      tupleSources.put(s.var(), outputs(call));
      return Optional.empty();
    }
    return SameDims.isPlainTensor(s.var().type()) ? Optional.of(tensor(s)) : Optional.empty();
  }

  private Resolution tensor(Stmt.Assign s) {
    return switch (s.value()) {
      case Expr.Invocation call -> called(s, call);
      case Expr.TupleGet get -> {
        List<Optional<Expr>> elements =
            get.tuple() instanceof Var tuple
                ? tupleSources.getOrDefault(tuple, List.of())
                : List.of();
        boolean inside = get.index() >= 0 && get.index() < elements.size();
        yield as(s, inside ? elements.get(get.index()) : Optional.empty(), "tuple");
      }
      case Var source -> as(s, Optional.of(source), "");
      case Expr.Const _, Expr.Binary _, Expr.Unary _, Expr.MakeTuple _, Expr.Unknown _ ->
          untracked(s, "expression");
    };
  }

  private Resolution called(Stmt.Assign s, Expr.Invocation call) {
    String name = call.callee().name();
    if (call.isOp(Ops.TENSOR_CREATE)) {
      return root(s.var(), s.origin());
    }
    if (call.isOp(Ops.TENSOR_SLICE) && call.args().size() >= 3) {
      return switch (resolve(call.args().getFirst())) {
        case Resolution.Known(StorageLocation parent) ->
            seen(s, parent.slice(call.args().get(1), call.args().get(2)));
        case Resolution.Lost lost -> lost;
      };
    }
    if (call.isOp(Ops.TENSOR_ASSEMBLE) && !call.args().isEmpty()) {
      return as(s, Optional.of(call.args().getFirst()), name);
    }
    if (call.callee() instanceof Callee.Op op && RUNTIME_INDEXED.contains(op.name())) {
      return new Resolution.Lost(new Loss(Loss.Cause.RUNTIME_INDEX, name, s.value().origin()));
    }
    if (Launch.isLaunch(call)) {
      List<Optional<Expr>> outputs = outputs(call);
      return as(s, outputs.isEmpty() ? Optional.empty() : outputs.getFirst(), name);
    }
    return untracked(s, name);
  }

  /** What {@code source} is, the variable is too; without a source {@code by} lost it. */
  private Resolution as(Stmt.Assign s, Optional<Expr> source, String by) {
    return switch (source.map(this::resolve).orElseGet(() -> untracked(s, by))) {
      case Resolution.Known(StorageLocation location) -> seen(s, location);
      case Resolution.Lost lost -> lost;
    };
  }

  private static Resolution seen(Stmt.Assign s, StorageLocation location) {
    return at(TensorViews.seenThrough(location, s.var().type()), s.origin());
  }

  private static Resolution untracked(Stmt.Assign s, String by) {
    return new Resolution.Lost(new Loss(Loss.Cause.UNTRACKED, by, s.value().origin()));
  }

  private static Resolution root(Var var, Origin origin) {
    return at(TensorViews.seenThrough(StorageLocation.of(var, Region.FULL), var.type()), origin);
  }

  private static Resolution at(StorageLocation location, Origin origin) {
    if (location.hasTooManyRoots()) {
      String count = Integer.toString(location.alternatives().size());
      return new Resolution.Lost(new Loss(Loss.Cause.TOO_MANY_ROOTS, count, origin));
    }
    return new Resolution.Known(location);
  }

  @Override
  protected Optional<Resolution> carried(Carry carry, Optional<Resolution> initial) {
    return Optional.of(
        switch (resolve(carry.init())) {
          case Resolution.Known(StorageLocation location) -> at(location, carry.var().origin());
          case Resolution.Lost lost -> lost;
        });
  }

  @Override
  protected Optional<Resolution> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    return then.isPresent() && orElse.isPresent()
        ? Optional.of(
            merge(resolve(then.get()), resolve(orElse.get()), result, UnaryOperator.identity()))
        : Optional.empty();
  }

  /** Behind a loop, a window may be any that an iteration had. */
  @Override
  protected Optional<Resolution> left(
      Stmt.Loop loop, int index, Optional<Resolution> initial, Optional<Expr> yielded) {
    if (index >= loop.carries().size()) {
      return Optional.empty();
    }
    Var result = loop.results().get(index);
    UnaryOperator<StorageLocation> widen =
        location ->
            loop instanceof Stmt.For
                ? TensorViews.afterLoop(location, result.type())
                : location.widen(Region.UNKNOWN);
    Resolution start = resolve(loop.carries().get(index).init());
    if (yielded.isPresent()) {
      return Optional.of(merge(start, resolve(yielded.get()), result, widen));
    }
    return start instanceof Resolution.Known(StorageLocation location)
        ? Optional.of(at(widen.apply(location), result.origin()))
        : Optional.empty();
  }

  private static Resolution merge(
      Resolution first, Resolution second, Var result, UnaryOperator<StorageLocation> widen) {
    if (first instanceof Resolution.Known(StorageLocation one)
        && second instanceof Resolution.Known(StorageLocation other)) {
      return at(widen.apply(one.merge(other)), result.origin());
    }
    Loss culprit =
        first instanceof Resolution.Lost(Loss loss) ? loss : ((Resolution.Lost) second).loss();
    return new Resolution.Lost(
        new Loss(Loss.Cause.MERGED_UNKNOWN, culprit.detail(), culprit.origin()));
  }

  @Override
  protected Optional<Stmt.Yield> end(List<Stmt> body) {
    return Blocks.trailingYield(body);
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
    if (returned.stream()
        .flatMap(Optional::stream)
        .anyMatch(arg -> resolve(arg) instanceof Resolution.Known)) {
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
