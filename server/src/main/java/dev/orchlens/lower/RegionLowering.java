package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.decl.EnumReader;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt.For;
import dev.orchlens.syntax.Stmt.With;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lowers regions: runtime scopes, kernels written in place, clusters, stages at other levels and
 * splits over vector lanes (reference: docs/en/dev/language/01-statements.md, "Scope Context
 * Managers").
 */
final class RegionLowering {
  private final FunctionLowering in;
  private final RegionOptions options;
  private final SpmdLowering spmd;

  RegionLowering(FunctionLowering in, SpmdLowering spmd) {
    this.in = in;
    this.options = new RegionOptions(in);
    this.spmd = spmd;
  }

  /** Lowers a with statement. */
  void region(With node) {
    if (node.items().size() != 1) {
      unknown(node, "A with statement of the language opens one region.");
      return;
    }
    Part.WithItem item = node.items().getFirst();
    List<String> path =
        item.context() instanceof Call call ? Syntax.path(call.function()) : List.of();
    String name = path.size() == 2 && path.getFirst().equals("pl") ? path.getLast() : "";
    if (!name.isEmpty()
        && item.target().isPresent()
        && !name.equals("at")
        && !name.equals("spmd")) {
      in.problems.error(
          Code.REGION_AS_CLAUSE,
          in.at(node.header()),
          "'as' names the task of a region, and pl."
              + name
              + " is none. Drop it, or use pl.at or pl.spmd.");
    }
    switch (name) {
      case "scope" -> scope(node, (Call) item.context());
      case "manual_scope" -> manualScope(node, (Call) item.context());
      case "cluster" -> cluster(node, (Call) item.context());
      case "spmd" -> spmd.region(node, (Call) item.context(), item.target());
      case "at" -> at(node, (Call) item.context(), item.target());
      default -> unknown(node, "'" + in.origins().quote(item.context()) + "' opens no region.");
    }
  }

  private void unknown(With node, String message) {
    in.problems.error(
        Code.REGION_UNKNOWN,
        in.at(node.header()),
        message + " There are pl.at, pl.spmd, pl.cluster, pl.scope and pl.manual_scope.");
    in.lowerAll(node.body());
  }

  private void scope(With node, Call call) {
    boolean manual = false;
    if (!call.arguments().isEmpty()) {
      in.problems.error(
          Code.SCOPE_ARGUMENT,
          in.at(node.header()),
          "pl.scope takes its mode by name: mode=pl.ScopeMode.MANUAL.");
    }
    for (Part.Keyword keyword : call.keywords()) {
      if (!keyword.isNamed("mode")) {
        in.problems.error(
            Code.SCOPE_ARGUMENT,
            in.at(node.header()),
            "pl.scope takes nothing but mode=pl.ScopeMode.AUTO or MANUAL.");
        continue;
      }
      Optional<String> mode = EnumReader.constant(keyword.value(), "ScopeMode");
      if (mode.isEmpty() || !mode.get().equals("AUTO") && !mode.get().equals("MANUAL")) {
        in.error(
            Code.SCOPE_ARGUMENT,
            keyword.value(),
            "The mode of a scope is pl.ScopeMode.AUTO or pl.ScopeMode.MANUAL.");
      }
      manual = mode.filter("MANUAL"::equals).isPresent();
    }
    runtimeScope(node, manual);
  }

  private void manualScope(With node, Call call) {
    if (!call.arguments().isEmpty() || !call.keywords().isEmpty()) {
      in.problems.error(
          Code.SCOPE_ARGUMENT, in.at(node.header()), "pl.manual_scope takes no arguments.");
    }
    runtimeScope(node, true);
  }

  /**
   * Lowers a runtime scope (reference: docs/en/dev/passes/materialize_runtime_scopes, "Placement").
   */
  private void runtimeScope(With node, boolean manual) {
    Origin origin = in.at(node.header());
    if (manual && in.nesting.insideManualScope()) {
      in.problems.error(
          Code.SCOPE_MANUAL_IN_MANUAL,
          origin,
          "A MANUAL scope cannot stand inside another one. Drop the inner one: its tasks are"
              + " ordered by hand already.");
    }
    if (!manual && in.header.attrs().autoScope()) {
      in.problems.error(
          Code.SCOPE_AUTO_NEEDS_AUTO_SCOPE_FALSE,
          origin,
          "The compiler places the AUTO scopes of this function, so pl.scope() cannot be placed by"
              + " hand. Write auto_scope=False in the function's decorator to place them all"
              + " yourself, or use pl.manual_scope().");
    } else if (!manual && in.nesting.insideManualScope()) {
      in.problems.error(
          Code.SCOPE_AUTO_IN_MANUAL,
          origin,
          "An AUTO scope cannot stand inside a MANUAL one, where the runtime tracks nothing. Move"
              + " it outside.");
    }
    Supplier<List<Stmt>> inside =
        () -> in.regionBody(node.body(), Nesting.RegionKind.RUNTIME, Optional.empty());
    List<Stmt> body = manual ? in.nesting.inManualScope(inside) : inside.get();
    in.blocks.emit(new Stmt.RuntimeScope(manual, ScopeAttrs.none(), body, origin));
  }

  private void cluster(With node, Call call) {
    String nameHint = "";
    if (!call.arguments().isEmpty()) {
      in.problems.error(
          Code.REGION_ARGUMENT, in.at(node.header()), "pl.cluster takes no positional arguments.");
    }
    for (Part.Keyword keyword : call.keywords()) {
      if (keyword.isNamed("name_hint")) {
        nameHint = options.nameHint(keyword.value(), "pl.cluster");
      } else {
        in.problems.error(
            Code.REGION_ARGUMENT,
            in.at(node.header()),
            "pl.cluster takes nothing but 'name_hint='. For a launch of several blocks use"
                + " pl.spmd.");
      }
    }
    ScopeAttrs attrs =
        options.attrs(
            nameHint,
            List.of(),
            Optional.empty(),
            List.of(),
            options.tags(),
            Optional.empty(),
            false);
    List<Stmt> body = in.regionBody(node.body(), Nesting.RegionKind.CLUSTER, Optional.empty());
    in.blocks.emit(new Stmt.ClusterScope(attrs, body, in.at(node.header())));
  }

  private void at(With node, Call call, Optional<dev.orchlens.syntax.Expr> target) {
    RegionOptions.At read = options.at(call, node);
    Optional<Level> level = read.level();
    boolean kernel = level.orElse(Level.CORE_GROUP) == Level.CORE_GROUP;
    Origin origin = in.at(node.header());
    if (!kernel && (read.split().mode().isPresent() || read.split().slots().isPresent())) {
      in.problems.error(
          Code.REGION_OPTIMIZATIONS,
          origin,
          "Only a kernel, level=pl.Level.CORE_GROUP, can be optimized.");
    }
    if (kernel && read.role().isPresent()) {
      in.problems.error(Code.REGION_ARGUMENT, origin, "A kernel has no role. Drop 'role='.");
    }
    if (!kernel
        && read.role().filter(r -> r == Role.SUB_WORKER).isPresent()
        && DecoratorReader.isHostLevel(level.get())) {
      in.problems.error(
          Code.REGION_ARGUMENT,
          origin,
          "A sub-worker is no region. Define it as a function: @pl.function(level=...,"
              + " role=pl.Role.SubWorker).");
    }
    List<Expr> deps =
        call.keyword("deps").isPresent() ? in.dependencies.listed("pl.at", call, node) : List.of();
    List<Var> noDep = options.tensors(call, "no_dep_args", Code.REGION_NO_DEP_ARGS);
    List<Var> dumps = options.tensors(call, "dumps", Code.REGION_DUMPS);
    Optional<Var> taskId = options.taskId(target, "pl.at", node);
    ScopeAttrs attrs =
        options.attrs(
            read.nameHint(),
            deps,
            taskId,
            noDep,
            options.withTags(dumps),
            Optional.empty(),
            read.allowEarlyResolve());
    Nesting.RegionKind kind = kernel ? Nesting.RegionKind.IN_CORE : Nesting.RegionKind.HIERARCHY;
    List<Stmt> body = in.regionBody(node.body(), kind, read.split().mode());
    in.blocks.emit(
        kernel
            ? new Stmt.InCoreScope(
                read.split().mode().orElse(SplitMode.NONE),
                attrs.withPipeSlots(read.split().slots()),
                body,
                origin)
            : new Stmt.HierarchyScope(level.get(), read.role(), attrs, body, origin));
  }

  /**
   * Lowers {@code for lane in pl.split_aiv(2, mode=...)} (reference:
   * docs/en/user/language/04-scopes.md).
   */
  void splitAiv(For node, Call call) {
    Optional<SplitMode> mode = splitMode(node, call);
    boolean insideKernel =
        in.nesting.inside(Nesting.RegionKind.IN_CORE) || in.header.type() == FunctionType.IN_CORE;
    Origin origin = in.at(node.header());
    if (insideKernel) {
      splitRegion(node, mode.orElse(SplitMode.NONE), origin);
      return;
    }
    List<Stmt> body =
        in.nesting.inRegion(
            Nesting.RegionKind.IN_CORE,
            () -> in.blocks.of(() -> splitRegion(node, mode.orElse(SplitMode.NONE), origin)));
    ScopeAttrs attrs =
        options.attrs(
            "", List.of(), Optional.empty(), List.of(), options.tags(), Optional.empty(), false);
    in.blocks.emit(new Stmt.InCoreScope(SplitMode.NONE, attrs, body, origin));
  }

  private void splitRegion(For node, SplitMode mode, Origin origin) {
    List<Stmt> body =
        in.nesting.inRegion(
            Nesting.RegionKind.SPLIT_AIV,
            () ->
                in.nesting.inSplitLanes(
                    mode,
                    () ->
                        in.scoped(
                            true,
                            () -> {
                              if (node.target() instanceof Name name) {
                                in.introduce(
                                    name.id(),
                                    Expr.Call.op(
                                        Ops.TILE_GET_SUBBLOCK_IDX, List.of(), Type.INDEX, origin),
                                    origin);
                              }
                              in.lowerAll(node.body());
                            })));
    in.blocks.emit(new Stmt.SplitAivScope(mode, 2, ScopeAttrs.none(), body, origin));
  }

  private Optional<SplitMode> splitMode(For node, Call call) {
    String form = " Write: for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN).";
    if (in.nesting.splitLanes().isPresent()) {
      in.problems.error(
          Code.SPLIT_AIV_FORM,
          in.at(node.header()),
          "A pl.split_aiv region runs on both lanes already and cannot be " + "split again.");
    }
    in.nesting
        .declaredSplit()
        .ifPresent(
            m ->
                in.problems.error(
                    Code.SPLIT_AIV_FORM,
                    in.at(node.header()),
                    "The kernel is split by pl.split(pl.SplitMode."
                        + m.label()
                        + ") and by pl.split_aiv. Keep one of them."));
    if (!(node.target() instanceof Name)) {
      in.error(
          Code.SPLIT_AIV_FORM,
          node.target(),
          "The lane of pl.split_aiv is bound to one name." + form);
    }
    Expr count =
        call.arguments().size() == 1
            ? in.expressions.lower(call.arguments().getFirst())
            : new Expr.ConstInt(0, DataType.INDEX, in.at(call));
    if (!(count instanceof Expr.Unknown) && count.constant().orElse(0L) != 2) {
      in.error(
          Code.SPLIT_AIV_FORM,
          call,
          "There are two vector lanes, so pl.split_aiv takes 2 and no other number." + form);
    }
    Optional<SplitMode> mode = Optional.empty();
    for (Part.Keyword keyword : call.keywords()) {
      if (keyword.isNamed("mode")) {
        mode = options.splitMode(keyword.value());
      } else {
        in.error(Code.SPLIT_AIV_FORM, keyword, "pl.split_aiv takes no keyword but 'mode='." + form);
      }
    }
    if (call.keyword("mode").isEmpty()) {
      in.error(Code.SPLIT_AIV_FORM, call, "pl.split_aiv needs its mode." + form);
    }
    return mode;
  }
}
