package dev.orchlens.pass.outline;

import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.pass.tools.ReturnLineage;
import dev.orchlens.pass.tools.TypedRewriter;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The function made of one region, and the call of it (reference:
 * docs/en/dev/passes/outline_incore_scopes, "Algorithm").
 *
 * @param contents what the region does; what it captures are the function's parameters
 * @param outputs its results, as the variables of the owner
 * @param stored those results that are tensors it stores to
 */
record OutlinedFunction(
    Stmt.Scope scope,
    String name,
    ScopeOutliner.Kind kind,
    RegionContents contents,
    List<Var> outputs,
    Set<Var> stored) {

  /**
   * Returns the function.
   *
   * @param body the region's statements, with the regions inside outlined
   * @param carried the variables that loops of the owner carry
   */
  Function function(List<Stmt> body, Set<Var> carried, ReturnLineage lineage) {
    Map<Var, Expr> replaced = parameters();
    List<ParamDirection> directions =
        CapturedDirections.of(contents, scope.body(), stored, carried, kind.program());
    List<Param> params = new ArrayList<>();
    for (Var var : contents.captured()) {
      params.add(new Param((Var) replaced.get(var), directions.get(params.size())));
    }
    List<Var> results = new ArrayList<>();
    for (Var output : outputs) {
      if (stored.contains(output)) {
        results.add((Var) replaced.get(output));
      } else {
        Var copy =
            new Var(
                output.name(),
                output.sourceName(),
                mapped(output.type(), replaced),
                output.origin());
        replaced.put(output, copy);
        results.add(copy);
      }
    }
    List<Stmt> statements = new ArrayList<>(Cloner.copy(body, replaced));
    if (!results.isEmpty()) {
      statements.add(
          new Stmt.Return(returned(results, statements, params, lineage), scope.origin()));
    }
    List<Type> types = results.stream().map(Var::type).toList();
    return new Function(name, kind.type(), attrs(), params, types, statements, scope.origin());
  }

  /** The results, with the parameters that tensors among them are. */
  private static List<Expr> returned(
      List<Var> results, List<Stmt> body, List<Param> params, ReturnLineage lineage) {
    List<Var> tensors = results.stream().filter(v -> v.type().isTensor()).toList();
    if (tensors.isEmpty()) {
      return List.copyOf(results);
    }
    Iterator<Optional<Var>> roots =
        lineage.params(tensors, body, new HashSet<>(Param.variables(params))).iterator();
    List<Expr> returned = new ArrayList<>();
    for (Var result : results) {
      returned.add(result.type().isTensor() ? roots.next().orElse(result) : result);
    }
    return returned;
  }

  /** A parameter for each captured variable; types that name captured sizes name the parameters. */
  private Map<Var, Expr> parameters() {
    Map<Var, Expr> replaced = new HashMap<>();
    for (Var var : contents.captured()) {
      if (!(var.type() instanceof Type.Shaped)) {
        replaced.put(var, new Var(var.name(), var.sourceName(), var.type(), var.origin()));
      }
    }
    Map<Var, Expr> sizes = Map.copyOf(replaced);
    for (Var var : contents.captured()) {
      replaced.computeIfAbsent(
          var, v -> new Var(v.name(), v.sourceName(), mapped(v.type(), sizes), v.origin()));
    }
    return replaced;
  }

  private static Type mapped(Type type, Map<Var, Expr> replaced) {
    TypedRewriter rewriter =
        new TypedRewriter() {
          @Override
          public Expr use(Var var) {
            return replaced.getOrDefault(var, var);
          }
        };
    return TypeExprs.map(type, rewriter::expr);
  }

  private FunctionAttrs attrs() {
    FunctionAttrs attrs = FunctionAttrs.defaults().withDeferredWaiter(contents.waits());
    return switch (scope) {
      case Stmt.InCoreScope kernel ->
          splitAttrs(
              attrs.withSplit(kernel.split()).withPipeSlots(kernel.attrs().pipeSlots()), kernel);
      case Stmt.HierarchyScope stage -> attrs.withPlace(Optional.of(stage.level()), stage.role());
      default -> attrs;
    };
  }

  private FunctionAttrs splitAttrs(FunctionAttrs attrs, Stmt.InCoreScope kernel) {
    Set<SplitMode> modes = contents.splits();
    if (modes.isEmpty()) {
      return attrs;
    }
    if (kernel.split() != SplitMode.NONE) {
      throw new Rejection(
          new Problem(
              Code.REGION_SPLIT_TWICE,
              "The kernel is split by pl.split and by pl.split_aiv. Keep one of them.",
              kernel.origin()));
    }
    return attrs
        .withSplitAiv(true)
        .withSplit(modes.size() == 1 ? modes.iterator().next() : SplitMode.NONE);
  }

  /**
   * Returns the statements that stand in the region's place.
   *
   * @param current the variable of the owner that holds a captured value at this point
   * @param fresh makes the variable of a stored tensor behind the region
   * @param freshTaskId makes the variable of a TaskId that the user did not name
   */
  List<Stmt> call(
      UnaryOperator<Var> current,
      UnaryOperator<Var> fresh,
      java.util.function.Function<Stmt.Scope, Var> freshTaskId) {
    ScopeAttrs options = scope.attrs();
    boolean submits =
        !options.deps().isEmpty() || options.allowEarlyResolve() || options.predicate().isPresent();
    Optional<Var> taskId = options.taskId();
    if (taskId.isEmpty() && submits) {
      taskId = Optional.of(freshTaskId.apply(scope));
    }
    List<Expr> args = new ArrayList<>();
    contents.captured().forEach(v -> args.add(current.apply(v)));
    List<Type> types = new ArrayList<>();
    outputs.forEach(v -> types.add(v.type()));
    taskId.ifPresent(_ -> types.add(Type.TASK_ID));
    Type type =
        switch (types.size()) {
          case 0 -> new Type.None();
          case 1 -> taskId.isEmpty() ? types.getFirst() : new Type.Tuple(types);
          default -> new Type.Tuple(types);
        };
    Callee callee = new Callee.Function(name);
    CallAttrs attrs = callAttrs(args, taskId.isPresent());
    Expr call =
        taskId.isPresent()
            ? new Expr.Submit(
                callee,
                args,
                options.deps(),
                options.predicate(),
                Kwargs.none(),
                attrs,
                type,
                scope.origin())
            : new Expr.Call(callee, args, Kwargs.none(), attrs, type, scope.origin());
    return bound(call, fresh, taskId);
  }

  private List<Stmt> bound(Expr call, UnaryOperator<Var> fresh, Optional<Var> taskId) {
    List<Var> targets = new ArrayList<>();
    outputs.forEach(v -> targets.add(stored.contains(v) ? fresh.apply(v) : v));
    taskId.ifPresent(targets::add);
    if (targets.isEmpty()) {
      return List.of(new Stmt.Eval(call, scope.origin()));
    }
    if (targets.size() == 1 && taskId.isEmpty()) {
      return List.of(new Stmt.Assign(targets.getFirst(), call, scope.origin()));
    }
    Var tuple = new Var(AutoName.of("ret", "tmp", 0), call.type(), scope.origin());
    List<Stmt> out = new ArrayList<>();
    out.add(new Stmt.Assign(tuple, call, scope.origin()));
    for (int i = 0; i < targets.size(); i++) {
      Expr element = new Expr.TupleGet(tuple, i, targets.get(i).type(), scope.origin());
      out.add(new Stmt.Assign(targets.get(i), element, scope.origin()));
    }
    return out;
  }

  private CallAttrs callAttrs(List<Expr> args, boolean submits) {
    ScopeAttrs options = scope.attrs();
    List<Var> order = List.copyOf(contents.captured());
    List<Integer> noDep = new ArrayList<>();
    for (Var var : options.noDepVars()) {
      if (!contents.captured().contains(var)) {
        throw new Rejection(
            new Problem(
                Code.REGION_NO_DEP_NOT_CAPTURED,
                "no_dep_args lists '"
                    + var.sourceName()
                    + "', which the region neither reads nor writes. List only"
                    + " tensors that the region uses.",
                scope.origin()));
      }
      noDep.add(order.indexOf(var));
    }
    List<Var> dumps = new ArrayList<>();
    for (int i = 0; i < order.size() && !options.dumpVars().isEmpty(); i++) {
      if (options.dumpVars().contains(order.get(i)) && args.get(i) instanceof Var arg) {
        dumps.add(arg);
      }
    }
    CallAttrs attrs =
        CallAttrs.none()
            .withDumpVars(dumps)
            .withNoDepArgs(noDep.stream().sorted().toList())
            .withAllowEarlyResolve(submits && options.allowEarlyResolve());
    return scope instanceof Stmt.SpmdScope spmd
        ? attrs.withSpmd(Optional.of(spmd.coreNum()), spmd.syncStart())
        : attrs;
  }
}
