package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.StorageAnalysis;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.pass.tools.TripCount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Walks one function in program order and derives the edges of its launches (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 7 to 11). It changes
 * nothing: the result says what to change.
 */
final class DerivationWalk {

  /** What is to change at one launch. */
  record LaunchPlan(
      List<Var> edges,
      List<Conflicts> conflicts,
      List<DirectionRewrite> rewrites,
      boolean autoManual) {

    LaunchPlan withoutRewrites() {
      return new LaunchPlan(edges, conflicts, List.of(), false);
    }
  }

  /** A loop around the current statement whose trip count is unknown. */
  private record RuntimeLoop(int depth, int number) {}

  /**
   * A region whose launches are ordered among each other; the outermost may hold launches that are
   * not analysed.
   */
  private static final class Frame {
    private final Origin origin;
    private final boolean analysed;
    private final boolean wholeBody;
    private final PriorAccesses priors;
    private final List<Integer> launches = new ArrayList<>();
    private boolean fellBack;
    private int tasks;
    private Optional<ScopeMode.Why> obstacle = Optional.empty();

    Frame(Origin origin, boolean analysed, boolean wholeBody, TaskIdLineage lineage) {
      this.priors = new PriorAccesses(lineage);
      this.origin = origin;
      this.analysed = analysed;
      this.wholeBody = wholeBody;
    }

    Fallback.Consequence consequence() {
      return wholeBody
          ? Fallback.Consequence.BODY_LOSES_REWRITES
          : Fallback.Consequence.SCOPE_LOSES_EDGES;
    }
  }

  private final Runnable checkpoint;
  private final Function function;
  private final StorageAnalysis storage;
  private final TaskIdLineage lineage;
  private final Buckets buckets;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final Deque<RuntimeLoop> runtimeLoops = new ArrayDeque<>();
  private final Map<Integer, LaunchPlan> plans = new TreeMap<>();
  private final List<Fallback> fallbacks = new ArrayList<>();
  private final List<ScopeMode> scopes = new ArrayList<>();
  private int loopDepth;
  private int lastRuntimeLoop;
  private boolean compilerManual;

  private DerivationWalk(Program program, Function function, Buckets buckets, Runnable checkpoint) {
    this.checkpoint = checkpoint;
    this.function = function;
    this.storage = StorageAnalysis.of(program, function);
    this.lineage = TaskIdLineage.of(function.body());
    this.buckets = buckets;
  }

  /**
   * Analyses {@code function}, whose launches are numbered, and counts outcomes in {@code buckets}.
   *
   * @param checkpoint called at each launch; it may throw to leave work that is no longer wanted
   */
  static DerivationWalk of(
      Program program, Function function, Buckets buckets, Runnable checkpoint) {
    DerivationWalk walk = new DerivationWalk(program, function, buckets, checkpoint);
    walk.function();
    return walk;
  }

  /** Returns what to change at each launch, by its number. */
  Map<Integer, LaunchPlan> plans() {
    return plans;
  }

  /** Returns the accesses that could not be ordered. */
  List<Fallback> fallbacks() {
    return fallbacks;
  }

  /** Returns the decision for each region analysed. */
  List<ScopeMode> scopes() {
    return scopes;
  }

  /** Returns whether explicit edges cover the whole body. */
  boolean compilerManual() {
    return compilerManual;
  }

  private void function() {
    boolean wholeBody =
        function.type() == FunctionType.ORCHESTRATION && function.attrs().autoScope();
    boolean isScope =
        function.body().size() == 1 && function.body().getFirst() instanceof Stmt.RuntimeScope;
    if (isScope) {
      statements(function.body());
      return;
    }
    Frame frame = new Frame(function.origin(), wholeBody, wholeBody, lineage);
    frames.push(frame);
    statements(function.body());
    frames.pop();
    if (wholeBody) {
      finishBody(frame);
    }
  }

  private void finishBody(Frame frame) {
    ScopeMode.Why why =
        frame.fellBack
            ? ScopeMode.Why.FELL_BACK
            : frame.obstacle.orElse(
                frame.tasks == 0 ? ScopeMode.Why.NO_TASKS : ScopeMode.Why.FULLY_COVERED);
    compilerManual = why == ScopeMode.Why.FULLY_COVERED;
    if (frame.fellBack) {
      plans.replaceAll((_, plan) -> plan.withoutRewrites());
      plans.values().removeIf(plan -> plan.edges.isEmpty());
    }
    scopes.add(
        new ScopeMode(
            function.name(), ScopeMode.Place.FUNCTION_BODY, frame.origin, compilerManual, why));
  }

  private void statements(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> value(s.value(), Optional.of(s.var()));
        case Stmt.Eval s -> value(s.expr(), Optional.empty());
        case Stmt.Return s -> s.values().forEach(v -> value(v, Optional.empty()));
        case Stmt.For s -> loop(s);
        case Stmt.While s -> runtimeLoop(s.body());
        case Stmt.RuntimeScope s -> scope(s);
        default -> stmt.bodies().forEach(this::statements);
      }
    }
  }

  private void scope(Stmt.RuntimeScope s) {
    if (!frames.isEmpty()) {
      noteObstacle(ScopeMode.Why.HOLDS_SCOPE);
    }
    if (s.manual()) {
      scopes.add(placed(s, true, ScopeMode.Why.WRITTEN_MANUAL));
      return;
    }
    Frame frame = new Frame(s.origin(), true, false, lineage);
    int firstInside = scopes.size();
    frames.push(frame);
    statements(s.body());
    frames.pop();
    if (frame.fellBack) {
      frame.launches.forEach(plans::remove);
      scopes.subList(firstInside, scopes.size()).replaceAll(DerivationWalk::fallenBack);
    } else if (!frames.isEmpty()) {
      frames.peek().priors.addAll(frame.priors);
    }
    if (!frames.isEmpty()) {
      frames.peek().launches.addAll(frame.launches);
    }
    scopes.add(
        placed(
            s,
            false,
            frame.fellBack ? ScopeMode.Why.FELL_BACK : ScopeMode.Why.WRITTEN_AUTO_ANALYSED));
  }

  private ScopeMode placed(Stmt.RuntimeScope s, boolean manual, ScopeMode.Why why) {
    return new ScopeMode(function.name(), ScopeMode.Place.PLACED, s.origin(), manual, why);
  }

  /** A scope inside one that falls back loses its edges too. */
  private static ScopeMode fallenBack(ScopeMode inside) {
    return inside.why() == ScopeMode.Why.WRITTEN_AUTO_ANALYSED
        ? new ScopeMode(
            inside.function(), inside.place(), inside.scope(), false, ScopeMode.Why.FELL_BACK)
        : inside;
  }

  private void noteObstacle(ScopeMode.Why why) {
    Frame frame = frames.peek();
    frame.obstacle = frame.obstacle.or(() -> Optional.of(why));
  }

  private void loop(Stmt.For s) {
    if (frames.isEmpty()) {
      statements(s.body());
      return;
    }
    OptionalLong trips = ascendingTrips(s);
    if (runsOnce(s)) {
      statements(s.body());
      targets(s).afterSingleTrip(frames.peek().priors);
    } else if (trips.isEmpty()) {
      runtimeLoop(s.body());
      if (s.kind() == ForKind.PARALLEL && loopDepth == 0) {
        targets(s).afterRuntimeParallel(frames.peek().priors);
      }
    } else {
      loopDepth++;
      statements(s.body());
      loopDepth--;
      if (trips.getAsLong() > 0) {
        targets(s).afterFixedTrips(frames.peek().priors, loopDepth + 1);
      }
    }
  }

  private LoopTargets targets(Stmt.For s) {
    return new LoopTargets(s, storage, lineage);
  }

  private void runtimeLoop(List<Stmt> body) {
    if (frames.isEmpty()) {
      statements(body);
      return;
    }
    loopDepth++;
    runtimeLoops.push(new RuntimeLoop(loopDepth, ++lastRuntimeLoop));
    statements(body);
    runtimeLoops.pop();
    loopDepth--;
  }

  /**
   * Returns how often a loop runs that counts upwards between constants; of other loops nothing is
   * known.
   */
  private static OptionalLong ascendingTrips(Stmt.For s) {
    boolean ascending =
        s.step().constant().orElse(0L) > 0
            && s.start().constant().isPresent()
            && s.stop().constant().isPresent();
    return ascending ? TripCount.of(s) : OptionalLong.empty();
  }

  private static boolean runsOnce(Stmt.For s) {
    boolean constant =
        s.start().constant().isPresent()
            && s.stop().constant().isPresent()
            && s.step().constant().isPresent();
    return constant && TripCount.of(s).orElse(0) == 1;
  }

  private void value(Expr value, Optional<Var> result) {
    if (value instanceof Expr.Invocation call
        && Launch.isLaunch(call)
        && !frames.isEmpty()
        && frames.peek().analysed) {
      launch(call, result);
    }
  }

  private void launch(Expr.Invocation call, Optional<Var> result) {
    checkpoint.run();
    Frame frame = frames.peek();
    frame.tasks++;
    if (call.attrs().argDirections().size() != call.args().size()) {
      noteObstacle(ScopeMode.Why.UNKNOWN_DIRECTIONS);
    }
    Launch launch = Launch.of(function.name(), call, result);
    LaunchAnalysis analysis =
        new LaunchAnalysis(
            launch,
            call,
            storage,
            lineage,
            number -> runtimeLoops.stream().anyMatch(loop -> loop.number == number),
            buckets,
            frame.origin,
            frame.consequence());
    analysis.run(frames.stream().map(f -> f.priors).toList());
    fallbacks.addAll(analysis.fallbacks());
    if (analysis.fellBack()) {
      frame.fellBack = true;
      return;
    }
    record(frame, launch, analysis);
  }

  private void record(Frame frame, Launch launch, LaunchAnalysis analysis) {
    Optional<Var> taskId = launch.result().map(r -> lineage.taskIdOfTuple(r).orElse(r));
    for (Access access : analysis.accesses()) {
      Optional<Var> waitsFor = taskId.or(() -> analysis.resultFor(access));
      boolean direct = waitsFor.isPresent() && waitsFor.get().type().isTaskId();
      RuntimeLoop around = runtimeLoops.isEmpty() ? new RuntimeLoop(0, 0) : runtimeLoops.peek();
      frame.priors.add(
          new PriorAccess(access, waitsFor, direct, loopDepth > 0, around.depth, around.number));
    }
    frame.launches.add(launch.number());
    boolean edges = !analysis.edges().isEmpty();
    if (edges || !analysis.rewrites().isEmpty()) {
      plans.put(
          launch.number(),
          new LaunchPlan(analysis.edges(), analysis.conflicts(), analysis.rewrites(), edges));
    }
  }
}
