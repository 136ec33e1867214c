package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.EnumReader;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt.AnnAssign;
import dev.orchlens.syntax.Stmt.Assign;
import dev.orchlens.syntax.Stmt.For;
import dev.orchlens.syntax.Stmt.With;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers SPMD launches (reference: docs/en/dev/language/01-statements.md, "pl.spmd multi-block
 * dispatch").
 */
final class SpmdLowering {
  private static final Set<String> KEYWORDS =
      Set.of(
          "core_num",
          "sync_start",
          "name_hint",
          "optimizations",
          "allow_early_resolve",
          "predicate",
          "deps");
  private static final String SUFFIX = "_spmd";

  private final FunctionLowering in;
  private final RegionOptions options;

  SpmdLowering(FunctionLowering in) {
    this.in = in;
    this.options = new RegionOptions(in);
  }

  /** What {@code pl.spmd(...)} says. */
  private record Launch(
      Expr coreNum,
      boolean syncStart,
      String nameHint,
      RegionOptions.Split split,
      List<Expr> deps,
      boolean allowEarlyResolve,
      Optional<Expr> predicate) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private Launch launch(Call call, SourceRange header, Node place, boolean depsAllowed) {
    if (call.arguments().size() > 1) {
      in.error(
          Code.SPMD_ARGUMENT,
          call.arguments().get(1),
          "pl.spmd takes the number of blocks by position; name the rest.");
    }
    Optional<Expr> blocks = call.arguments().stream().findFirst().map(in.kernelCalls::coreNum);
    for (Part.Keyword keyword : call.keywords()) {
      checkKeyword(keyword, depsAllowed);
    }
    Optional<Part.Keyword> named = call.keyword("core_num");
    if (named.isPresent()) {
      if (blocks.isPresent()) {
        in.error(
            Code.SPMD_ARGUMENT, named.get().value(), "pl.spmd gets its number of blocks twice.");
      }
      blocks = Optional.of(in.kernelCalls.coreNum(named.get().value()));
    }
    if (blocks.isEmpty()) {
      in.problems.error(
          Code.SPMD_CORE_NUM,
          in.at(header),
          "pl.spmd needs the number of blocks first: pl.spmd(4).");
    }
    Optional<Expr> predicate = in.predicates.predicate("pl.spmd", call);
    List<Expr> deps = depsAllowed ? in.dependencies.listed("pl.spmd", call, place) : List.of();
    predicate.ifPresent(p -> in.predicates.requireProducer("pl.spmd", p, deps, depsAllowed, place));
    return new Launch(
        blocks.orElseGet(
            () -> new Expr.Unknown("the number of blocks is missing", Type.INDEX, in.at(call))),
        options.flag(call, "sync_start", "pl.spmd"),
        call.keyword("name_hint").map(k -> options.nameHint(k.value(), "pl.spmd")).orElse(""),
        call.keyword("optimizations")
            .map(k -> options.split(k.value(), "pl.spmd"))
            .orElse(RegionOptions.Split.NONE),
        deps,
        options.flag(call, "allow_early_resolve", "pl.spmd"),
        predicate);
  }

  private void checkKeyword(Part.Keyword keyword, boolean depsAllowed) {
    String name = keyword.name().map(Part.Identifier::text).orElse("**");
    if (name.equals("deps") && !depsAllowed) {
      in.error(
          Code.SPMD_DEPS_NEED_TASK_ID,
          keyword.value(),
          "This form of pl.spmd takes no 'deps='. Write: with pl.spmd(n, deps=[...]) as tid.");
    } else if (!KEYWORDS.contains(name)) {
      in.error(
          Code.SPMD_ARGUMENT,
          keyword,
          "pl.spmd has no keyword '"
              + name
              + "'. It takes sync_start, name_hint, optimizations, allow_early_resolve,"
              + " predicate and, with 'as tid', deps.");
    }
  }

  /** Lowers {@code with pl.spmd(...):} and {@code with pl.spmd(...) as tid:}. */
  void region(With node, Call call, Optional<dev.orchlens.syntax.Expr> target) {
    Launch launch = launch(call, node.header(), node, target.isPresent());
    Origin origin = in.at(node.header());
    if (target.isPresent() && in.nesting.inside(Nesting.RegionKind.CLUSTER)) {
      in.problems.error(
          Code.SPMD_IN_CLUSTER,
          origin,
          "Inside a cluster pl.spmd is no task of its own, so it has no TaskId. Drop 'as', or"
              + " launch it outside.");
    }
    rejectInCluster(launch, origin);
    Optional<Var> taskId = options.taskId(target, "pl.spmd", node);
    Optional<RegionOptions.Split> carrier = carrier(node.body());
    boolean inlined = isInlineBody(node, carrier.isPresent());
    if (carrier.isPresent() && launch.split().isWritten()) {
      in.problems.error(
          Code.REGION_OPTIMIZATIONS,
          origin,
          "The body is a kernel region of its own, so 'optimizations=' belongs on its pl.at(...).");
    }
    boolean wrap = carrier.isEmpty() && (inlined || launch.split().isWritten());
    if (wrap) {
      wrapped(node, launch, taskId, origin);
    } else {
      ScopeAttrs attrs = attrs(launch, launch.nameHint(), taskId, options.tags());
      List<Stmt> body = in.regionBody(node.body(), Nesting.RegionKind.SPMD, Optional.empty());
      in.blocks.emit(new Stmt.SpmdScope(launch.coreNum(), launch.syncStart(), attrs, body, origin));
    }
    taskId.ifPresent(t -> noteProduced(node.body(), t));
  }

  private ScopeAttrs attrs(Launch launch, String nameHint, Optional<Var> taskId, List<Var> dumps) {
    return options.attrs(
        nameHint,
        launch.deps(),
        taskId,
        List.of(),
        dumps,
        launch.predicate(),
        launch.allowEarlyResolve());
  }

  /** Emits the launch around a kernel region that holds the body. */
  private void wrapped(With node, Launch launch, Optional<Var> taskId, Origin origin) {
    SplitMode split = launch.split().mode().orElse(SplitMode.NONE);
    ScopeAttrs kernelAttrs = kernelAttrs(launch);
    List<Stmt> body =
        in.nesting.inRegion(
            Nesting.RegionKind.SPMD,
            () -> in.regionBody(node.body(), Nesting.RegionKind.IN_CORE, launch.split().mode()));
    Stmt kernel = new Stmt.InCoreScope(split, kernelAttrs, body, origin);
    ScopeAttrs attrs = attrs(launch, launchName(launch.nameHint()), taskId, List.of());
    in.blocks.emit(
        new Stmt.SpmdScope(launch.coreNum(), launch.syncStart(), attrs, List.of(kernel), origin));
  }

  private ScopeAttrs kernelAttrs(Launch launch) {
    String name = launch.nameHint();
    String kernel =
        name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    return options.attrs(
        kernel, List.of(), Optional.empty(), List.of(), options.tags(), Optional.empty(), false);
  }

  private static String launchName(String name) {
    return name.isEmpty() || name.endsWith(SUFFIX) ? name : name + SUFFIX;
  }

  /** Lowers {@code for i in pl.spmd(n)}, whose variable is the index of the block. */
  void loop(For node, Call call) {
    if (!(node.target() instanceof Name)) {
      in.error(
          Code.LOOP_TARGET,
          node.target(),
          "The index of a block is bound to one name: for i in pl.spmd(4).");
    }
    Launch launch = launch(call, node.header(), node, false);
    Origin origin = in.at(node.header());
    rejectInCluster(launch, origin);
    SplitMode split = launch.split().mode().orElse(SplitMode.NONE);
    ScopeAttrs kernelAttrs = kernelAttrs(launch);
    List<Stmt> body =
        in.nesting.inRegion(
            Nesting.RegionKind.SPMD,
            () ->
                in.nesting.inKernel(
                    launch.split().mode(),
                    () ->
                        in.scoped(
                            true,
                            () -> {
                              if (node.target() instanceof Name name) {
                                in.introduce(
                                    name.id(),
                                    Expr.Call.op(
                                        Ops.TILE_GET_BLOCK_IDX, List.of(), Type.INDEX, origin),
                                    origin);
                              }
                              in.lowerAll(node.body());
                            })));
    Stmt kernel = new Stmt.InCoreScope(split, kernelAttrs, body, origin);
    ScopeAttrs attrs = attrs(launch, launchName(launch.nameHint()), Optional.empty(), List.of());
    in.blocks.emit(
        new Stmt.SpmdScope(launch.coreNum(), launch.syncStart(), attrs, List.of(kernel), origin));
  }

  private void rejectInCluster(Launch launch, Origin origin) {
    boolean controlled = launch.allowEarlyResolve() || launch.predicate().isPresent();
    if (controlled && in.nesting.inside(Nesting.RegionKind.CLUSTER)) {
      in.problems.error(
          Code.SPMD_IN_CLUSTER,
          origin,
          "Inside a cluster pl.spmd is no task of its own, so '"
              + (launch.allowEarlyResolve() ? "allow_early_resolve" : "predicate")
              + "=' has no effect. Launch it outside.");
    }
  }

  /** Returns what a lone {@code with pl.at(CORE_GROUP)} in the body says; it is the kernel then. */
  private Optional<RegionOptions.Split> carrier(List<dev.orchlens.syntax.Stmt> body) {
    boolean single =
        body.size() == 1 && body.getFirst() instanceof With with && with.items().size() == 1;
    if (!single
        || !Syntax.isLanguageCall(((With) body.getFirst()).items().getFirst().context(), "at")) {
      return Optional.empty();
    }
    Call call = (Call) ((With) body.getFirst()).items().getFirst().context();
    Optional<Node> level =
        call.arguments().isEmpty()
            ? call.keyword("level").map(Part.Keyword::value)
            : Optional.of(call.arguments().getFirst());
    return level
        .flatMap(EnumReader::level)
        .filter(l -> l == Level.CORE_GROUP)
        .map(_ -> RegionOptions.Split.NONE);
  }

  /**
   * Returns whether the body works on its block itself; one that launches a kernel leaves that to
   * the kernel.
   */
  private boolean isInlineBody(With node, boolean hasCarrier) {
    if (hasCarrier) {
      return false;
    }
    if (node.body().stream()
        .anyMatch(s -> Syntax.anyBelow(s, n -> Syntax.isCallNamed(n, "get_block_idx")))) {
      return true;
    }
    int launches = node.body().stream().mapToInt(s -> Syntax.countBelow(s, this::isLaunch)).sum();
    if (launches == 0) {
      in.problems.error(
          Code.SPMD_SAME_WORK,
          in.at(node.header()),
          "The body neither reads its block's index (pl.tile.get_block_idx()) nor launches a"
              + " kernel, so every block would do the same work. Use 'for i in pl.spmd(n)' to get"
              + " the index.");
    } else if (launches > 1) {
      in.problems.error(
          Code.SPMD_SEVERAL_KERNELS,
          in.at(node.header()),
          "The body launches "
              + launches
              + " kernels, but a pl.spmd region launches one. Use one region for each.");
    }
    return false;
  }

  private boolean isLaunch(Node node) {
    if (!(node instanceof Call call)) {
      return false;
    }
    return Syntax.isSelfAttribute(call.function())
        || call.function() instanceof Name name
            && in.closure()
                .lookup(name.id())
                .filter(DecoratedFunction.class::isInstance)
                .isPresent();
  }

  private void noteProduced(List<dev.orchlens.syntax.Stmt> body, Var taskId) {
    List<Var> produced = new ArrayList<>();
    for (var statement : body) {
      switch (statement) {
        case Assign assign -> assign.targets().forEach(t -> collect(t, produced));
        case AnnAssign assign -> collect(assign.target(), produced);
        default -> {}
      }
    }
    if (!produced.isEmpty()) {
      in.producers.launched(taskId, produced);
    }
  }

  private void collect(Node target, List<Var> produced) {
    switch (target) {
      case Name name ->
          in.names
              .lookup(name.id())
              .filter(Var.class::isInstance)
              .ifPresent(v -> produced.add((Var) v));
      case TupleExpr tuple -> tuple.elements().forEach(e -> collect(e, produced));
      case ListExpr list -> list.elements().forEach(e -> collect(e, produced));
      default -> {}
    }
  }
}
