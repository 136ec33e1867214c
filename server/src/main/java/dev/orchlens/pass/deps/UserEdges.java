package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the {@code deps=} of one launch cover (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 6 and 9). A scalar read from
 * a slot of an array covers the array's producers only together with all its other slots.
 */
final class UserEdges {
  private final TaskIdLineage lineage;
  private final List<Var> written;
  private final Map<Var, Set<Long>> slots;
  private final Set<Var> producers = new LinkedHashSet<>();
  private final boolean holdsForeignTaskId;

  private UserEdges(TaskIdLineage lineage, List<Var> written) {
    this.lineage = lineage;
    this.written = written;
    this.slots = TaskIdLineage.unionOf(written.stream().map(lineage::slots).toList());
    for (Var edge : written) {
      if (!lineage.slots(edge).isEmpty()) {
        continue;
      }
      if (edge.type().isTaskId()) {
        producers.add(edge);
      }
      producers.addAll(lineage.taskIds(edge));
    }
    slots.forEach(
        (array, indices) -> {
          if (lineage.coversArray(array, indices)) {
            producers.addAll(lineage.contentsOf(array));
          }
        });
    holdsForeignTaskId =
        producers.stream()
            .anyMatch(edge -> edge.type().isTaskId() && !lineage.isSubmitTaskId(edge));
  }

  /** Reads the user dependencies of {@code call}. */
  static UserEdges of(Expr.Invocation call, TaskIdLineage lineage) {
    List<Expr> deps =
        call instanceof Expr.Submit submit ? submit.deps() : call.attrs().manualDeps();
    return new UserEdges(
        lineage, deps.stream().filter(Var.class::isInstance).map(Var.class::cast).toList());
  }

  /** Returns whether the user wrote no edges. */
  boolean isEmpty() {
    return written.isEmpty();
  }

  /** Returns those of the first {@code count} values of a log that the launch waits for. */
  Set<Var> among(PriorLog log, int count) {
    Set<Var> found = new HashSet<>();
    for (Var producer : producers) {
      int place = log.edges().placeOf(producer);
      if (place >= 0 && place < count) {
        found.add(producer);
      }
    }
    return found;
  }

  /** Returns whether the launch waits for exactly {@code producer}. */
  boolean waitFor(Var producer) {
    return producer != null && producers.contains(producer);
  }

  /**
   * Returns whether all slots of an array that holds {@code producer} are listed, or a complete
   * such array is.
   */
  boolean coverCompletely(Var producer) {
    if (producer == null) {
      return false;
    }
    boolean bySlots =
        slots.entrySet().stream()
            .anyMatch(
                e -> lineage.coversArray(e.getKey(), e.getValue()) && holds(e.getKey(), producer));
    boolean byArray =
        written.stream().anyMatch(edge -> lineage.isComplete(edge) && holds(edge, producer));
    return bySlots || byArray;
  }

  /** Returns whether some but not all slots of an array that holds {@code producer} are listed. */
  boolean coverPartly(Var producer) {
    return producer != null
        && slots.entrySet().stream()
            .anyMatch(
                e ->
                    lineage.hasExtent(e.getKey())
                        && !lineage.coversArray(e.getKey(), e.getValue())
                        && holds(e.getKey(), producer));
  }

  /**
   * Returns whether a TaskId is listed that is no launch's own: it counts as cover for every
   * producer in a loop.
   */
  boolean holdForeignTaskId() {
    return holdsForeignTaskId;
  }

  private boolean holds(Var array, Var producer) {
    return lineage.contentsOf(array).contains(producer);
  }
}
