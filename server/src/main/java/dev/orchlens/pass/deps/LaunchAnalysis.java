package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.SharedUnion;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.Loss;
import dev.orchlens.pass.storage.Region;
import dev.orchlens.pass.storage.StorageAnalysis;
import dev.orchlens.pass.storage.StorageLocation;
import dev.orchlens.pass.tools.Launch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Orders one launch behind the accesses before it (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 8 to 11). A new object for
 * each launch; {@link #run} is called once, then the results are read.
 */
final class LaunchAnalysis {
  /** What is known about the rewrite of one argument's direction. */
  private static final class Candidate {
    private final Argument argument;
    private final ArgDirection from;
    private final List<Conflicts> covers = new ArrayList<>();
    private boolean blocked;

    Candidate(Argument argument, ArgDirection from) {
      this.argument = argument;
      this.from = from;
    }

    DirectionRewrite rewrite() {
      ArgDirection to =
          from == ArgDirection.INPUT ? ArgDirection.NO_DEP : ArgDirection.OUTPUT_EXISTING;
      return new DirectionRewrite(argument, from, to, Conflicts.covers(covers));
    }
  }

  private final Launch launch;
  private final Expr.Invocation call;
  private final StorageAnalysis storage;
  private final TaskIdLineage lineage;
  private final UserEdges userEdges;
  private final IntPredicate loopIsOpen;
  private final Buckets buckets;
  private final Origin scope;
  private final Fallback.Consequence consequence;

  private final List<Access> accesses = new ArrayList<>();
  private final List<Conflicts> conflicts = new ArrayList<>();
  private final SharedUnion<Var> edges = new SharedUnion<>();
  private final Map<Integer, Candidate> candidates = new TreeMap<>();
  private final List<DirectionRewrite> rewrites = new ArrayList<>();
  private final List<Fallback> fallbacks = new ArrayList<>();
  private boolean fellBack;

  /**
   * Prepares the analysis of {@code call}.
   *
   * @param loopIsOpen whether the loop of that number is one of those around the launch
   * @param consequence what a fallback means for the region {@code scope} around the launch
   */
  LaunchAnalysis(
      Launch launch,
      Expr.Invocation call,
      StorageAnalysis storage,
      TaskIdLineage lineage,
      IntPredicate loopIsOpen,
      Buckets buckets,
      Origin scope,
      Fallback.Consequence consequence) {
    this.launch = launch;
    this.call = call;
    this.storage = storage;
    this.lineage = lineage;
    this.userEdges = UserEdges.of(call, lineage);
    this.loopIsOpen = loopIsOpen;
    this.buckets = buckets;
    this.scope = scope;
    this.consequence = consequence;
  }

  /**
   * Runs the analysis against {@code priorFrames}, the earlier accesses region by region, the
   * innermost one first.
   */
  void run(Iterable<PriorAccesses> priorFrames) {
    fellBack = !collectAccesses();
    if (fellBack) {
      return;
    }
    for (Access access : accesses) {
      for (PriorAccesses frame : priorFrames) {
        if (!order(access, frame.conflicting(access))) {
          fellBack = true;
          return;
        }
      }
    }
    for (Candidate candidate : candidates.values()) {
      if (candidate.covers.isEmpty()) {
        buckets.count(Buckets.Outcome.NO_COVERED_HAZARD);
      } else if (!candidate.blocked) {
        buckets.count(Buckets.Outcome.APPLIED);
        rewrites.add(candidate.rewrite());
      }
    }
  }

  /** Returns whether the launch could not be ordered, so that it takes no part in what follows. */
  boolean fellBack() {
    return fellBack;
  }

  /** Returns the accesses of the launch, argument by argument. */
  List<Access> accesses() {
    return accesses;
  }

  /** Returns the values the launch has to wait for, in the order its accesses asked for them. */
  List<Var> edges() {
    return edges.list();
  }

  /** Returns the accesses that the launch was ordered behind, the reasons of the edges. */
  List<Conflicts> conflicts() {
    return conflicts;
  }

  /** Returns the directions that may be rewritten if nothing else in the region falls back. */
  List<DirectionRewrite> rewrites() {
    return rewrites;
  }

  /** Returns the fallbacks, the excused ones included. */
  List<Fallback> fallbacks() {
    return fallbacks;
  }

  /**
   * Returns the result argument through which {@code access} wrote, for a launch that nothing else
   * names.
   */
  Optional<Var> resultFor(Access access) {
    if (!access.kind().writes()) {
      return Optional.empty();
    }
    for (int i = 0; i < call.args().size(); i++) {
      ArgDirection direction = call.attrs().argDirections().get(i);
      boolean output =
          direction == ArgDirection.OUTPUT_EXISTING || direction == ArgDirection.IN_OUT;
      if (output && call.args().get(i) instanceof Var var && reaches(var, access)) {
        return Optional.of(var);
      }
    }
    return Optional.empty();
  }

  private boolean reaches(Var value, Access access) {
    return storage.resolve(value)
            instanceof StorageAnalysis.Resolution.Known(StorageLocation location)
        && location.alternatives().stream()
            .anyMatch(a -> a.root() == access.root() && a.region().mayOverlap(access.region()));
  }

  /** Collects the accesses; returns whether the storage of every argument is known or excused. */
  private boolean collectAccesses() {
    List<ArgDirection> directions = call.attrs().argDirections();
    for (int i = 0; i < directions.size() && directions.size() == call.args().size(); i++) {
      Optional<AccessKind> kind = AccessKind.of(directions.get(i));
      if (kind.isEmpty()) {
        continue;
      }
      Argument argument = Argument.of(launch, call, i);
      switch (storage.resolve(call.args().get(i))) {
        case StorageAnalysis.Resolution.Known(StorageLocation location) ->
            location
                .alternatives()
                .forEach(a -> accesses.add(new Access(argument, kind.get(), a.root(), a.region())));
        case StorageAnalysis.Resolution.Lost(Loss loss) -> {
          Optional<Var> producer = lineage.producerOf(call.args().get(i));
          boolean excused =
              kind.get() == AccessKind.READ && userEdges.waitFor(producer.orElse(null));
          unresolved(argument, kind.get(), loss, excused);
          if (!excused) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void unresolved(Argument argument, AccessKind kind, Loss loss, boolean excused) {
    fallbacks.add(
        new Fallback(
            scope,
            argument,
            kind,
            Fallback.Reason.UNRESOLVED_LOCATION,
            Optional.of(loss),
            Optional.empty(),
            excused ? Fallback.Consequence.EXCUSED : consequence));
  }

  /**
   * Orders {@code access} behind all of {@code log}, with which it conflicts; returns whether that
   * was possible.
   */
  private boolean order(Access access, PriorLog log) {
    if (log.size() == 0) {
      return true;
    }
    BitSet written = new BitSet();
    int simple = log.simple(loopIsOpen, userEdges.isEmpty());
    if (simple > 0) {
      countOtherOutcome(access, simple);
      Set<Var> covered = userEdges.among(log, log.distinct(simple));
      for (int i = 0; i < simple && !covered.isEmpty(); i++) {
        written.set(i, covered.contains(log.get(i).edge().orElseThrow()));
      }
      edges.add(log.edges(), 0, log.distinct(simple), covered);
    }
    for (int i = simple; i < log.size(); i++) {
      if (!order(access, log.get(i), i, written)) {
        return false;
      }
    }
    Conflicts met = new Conflicts(access, log, log.size(), written);
    conflicts.add(met);
    candidate(access).ifPresent(c -> c.covers.add(met));
    return true;
  }

  /**
   * Orders {@code access} behind one earlier access; returns whether that was possible.
   *
   * @param index the place of the earlier access in its log
   * @param written takes the index if an edge of the user orders them
   */
  private boolean order(Access access, PriorLog.Entry entry, int index, BitSet written) {
    PriorAccess prior = entry.prior();
    Optional<Var> edge = entry.edge();
    boolean inRuntimeLoop = prior.runtimeLoop() != 0;
    boolean loopOpen = inRuntimeLoop && loopIsOpen.test(prior.runtimeLoop());
    boolean loopEnded = inRuntimeLoop && !loopOpen;
    boolean activeProducer = prior.inLoop() && loopOpen;
    countOtherOutcome(access, 1);
    boolean coveredCompletely = prior.inLoop() && userEdges.coverCompletely(edge.orElse(null));
    if (prior.inLoop() && !inRuntimeLoop && !coveredCompletely) {
      candidate(access).ifPresent(c -> c.blocked = true);
    }
    if (isCovered(prior, edge, coveredCompletely)) {
      written.set(index);
      return true;
    }
    Optional<Fallback.Reason> reason = Optional.empty();
    if (loopEnded) {
      reason = Optional.of(Fallback.Reason.PRIOR_FROM_INACTIVE_DYNAMIC_LOOP);
    } else if (prior.inLoop() && !activeProducer) {
      reason = Optional.of(Fallback.Reason.DYNAMIC_PRIOR_PRODUCER_REQUIRES_SCOPE_LIFT);
    } else if (edge.isEmpty()) {
      reason = Optional.of(Fallback.Reason.MISSING_PRIOR_TASK_ID);
    }
    if (reason.isPresent()) {
      fallBack(reason.get(), access, prior, edge);
      return false;
    }
    edges.add(edge.get());
    return true;
  }

  private boolean isCovered(PriorAccess prior, Optional<Var> edge, boolean coveredCompletely) {
    Var producer = edge.orElse(null);
    boolean named =
        userEdges.waitFor(producer) && !(prior.inLoop() && userEdges.coverPartly(producer));
    return named || (prior.inLoop() && (coveredCompletely || userEdges.holdForeignTaskId()));
  }

  private void fallBack(
      Fallback.Reason reason, Access access, PriorAccess prior, Optional<Var> edge) {
    fallbacks.add(
        new Fallback(
            scope,
            access.argument(),
            access.kind(),
            reason,
            Optional.empty(),
            Optional.of(new Fallback.Conflict(access, prior.access(), edge)),
            consequence));
  }

  private ArgDirection direction(Access access) {
    return call.attrs().argDirections().get(access.argument().index());
  }

  private boolean readOnly(Access access) {
    return access.kind() == AccessKind.READ && direction(access) == ArgDirection.INPUT;
  }

  private boolean readAndWritten(Access access) {
    return access.kind() == AccessKind.READ_WRITE && direction(access) == ArgDirection.IN_OUT;
  }

  /**
   * Returns the candidate that {@code access} belongs to, if its direction may be rewritten at all.
   */
  private Optional<Candidate> candidate(Access access) {
    if (!access.region().allowsRewrite() || !(readOnly(access) || readAndWritten(access))) {
      return Optional.empty();
    }
    return Optional.of(
        candidates.computeIfAbsent(
            access.argument().index(), _ -> new Candidate(access.argument(), direction(access))));
  }

  private void countOtherOutcome(Access access, int times) {
    if (readAndWritten(access) && access.region().allowsRewrite()) {
      return;
    }
    if (!readOnly(access)) {
      buckets.count(Buckets.Outcome.INOUT_OR_OUTPUT, times);
      return;
    }
    switch (access.region()) {
      case Region.Unknown _ -> buckets.count(Buckets.Outcome.UNKNOWN_REGION, times);
      case Region.Dynamic _ -> buckets.count(Buckets.Outcome.DYNAMIC_REGION, times);
      case Region.Full _, Region.Box _, Region.Conservative _ -> {}
    }
  }
}
