package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.StorageAnalysis;
import dev.orchlens.pass.storage.StorageLocation;
import dev.orchlens.pass.tools.Blocks;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What stands for the launches of a loop once it has ended: the loop's own results (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, the fallback trigger about producers inside
 * loops).
 */
final class LoopTargets {
  /**
   * A result of the loop, and whether it carries the TaskId itself rather than a tensor written
   * under it.
   */
  private record Target(Var result, boolean direct) {}

  private final Stmt.For loop;
  private final StorageAnalysis storage;
  private final TaskIdLineage lineage;
  private final Map<Var, Target> byProducer = new HashMap<>();

  LoopTargets(Stmt.For loop, StorageAnalysis storage, TaskIdLineage lineage) {
    this.loop = loop;
    this.storage = storage;
    this.lineage = lineage;
    Optional<Stmt.Yield> yield = Blocks.trailingYield(loop.body());
    if (yield.isEmpty()) {
      return;
    }
    for (int i = 0; i < Math.min(loop.results().size(), yield.get().values().size()); i++) {
      map(yield.get().values().get(i), loop.results().get(i));
    }
    for (int i = 0; i < Math.min(loop.results().size(), loop.carries().size()); i++) {
      map(loop.carries().get(i).var(), loop.results().get(i));
    }
  }

  private void map(Expr source, Var result) {
    if (!(source instanceof Var from)) {
      return;
    }
    boolean direct = from.type().isTaskId() || result.type().isTaskId();
    put(from, new Target(result, direct));
    lineage.canonical(from).ifPresent(taskId -> put(taskId, new Target(result, direct)));
  }

  private void put(Var producer, Target target) {
    Target existing = byProducer.get(producer);
    if (existing == null || !existing.direct || target.direct) {
      byProducer.put(producer, target);
    }
  }

  /** Rewrites the accesses of a loop that runs exactly once: its results are its launches. */
  void afterSingleTrip(PriorAccesses priors) {
    if (!byProducer.isEmpty()) {
      priors.replaceAll(
          prior ->
              prior
                  .waitsFor()
                  .map(byProducer::get)
                  .map(t -> prior.withTarget(t.result, t.direct))
                  .orElse(prior));
    }
  }

  /**
   * Rewrites the accesses of a loop with a fixed trip count.
   *
   * @param depth the loop's nesting depth, 1-based
   */
  void afterFixedTrips(PriorAccesses priors, int depth) {
    if (!byProducer.isEmpty()) {
      priors.replaceAll(prior -> afterFixedTrips(prior, depth));
    }
  }

  private PriorAccess afterFixedTrips(PriorAccess prior, int depth) {
    if (!prior.inLoop() || prior.waitsFor().isEmpty()) {
      return prior;
    }
    Optional<Target> target =
        Optional.ofNullable(byProducer.get(prior.waitsFor().get()))
            .or(() -> resultHolding(prior).map(result -> new Target(result, false)));
    if (target.isEmpty()) {
      return prior;
    }
    Target t = target.get();
    boolean stillInLoop = !t.direct && prior.runtimeLoopDepth() > depth;
    return prior.withTarget(t.result, t.direct).withInLoop(stillInLoop);
  }

  /** Rewrites the accesses of an outermost parallel loop whose trip count is unknown. */
  void afterRuntimeParallel(PriorAccesses priors) {
    priors.replaceAll(
        prior ->
            prior.inLoop() && prior.waitsFor().isPresent()
                ? resultHolding(prior)
                    .map(result -> prior.withTarget(result, false).outsideLoops())
                    .orElse(prior)
                : prior);
  }

  /** Returns the first result of the loop that may hold what {@code prior} accessed. */
  private Optional<Var> resultHolding(PriorAccess prior) {
    return loop.results().stream().filter(result -> mayHold(result, prior.access())).findFirst();
  }

  private boolean mayHold(Var result, Access access) {
    return storage.resolve(result)
            instanceof StorageAnalysis.Resolution.Known(StorageLocation location)
        && location.alternatives().stream()
            .anyMatch(a -> a.root() == access.root() && a.region().mayOverlap(access.region()));
  }
}
