package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which arrays of TaskIds the launches in a loop's body wait for, and what speaks against waiting
 * for them earlier.
 */
final class LoopDeps {

  /** The launches that wait for one array, and how often they do so in one iteration. */
  static final class Waiting {
    private final Set<Expr.Submit> launches = Collections.newSetFromMap(new IdentityHashMap<>());
    private long count;

    Set<Expr.Submit> launches() {
      return launches;
    }

    long count() {
      return count;
    }
  }

  private final Map<Var, Waiting> byArray = new LinkedHashMap<>();
  private final Set<Var> defined = new HashSet<>();
  private final Set<Var> updated = new HashSet<>();

  /** Returns the launches by array, in the order the arrays were first seen. */
  Map<Var, Waiting> byArray() {
    return byArray;
  }

  /** Returns whether the body defines {@code array} or stores into its memory. */
  boolean changes(Var array) {
    return defined.contains(array) || updated.contains(array);
  }

  void define(Var var) {
    defined.add(var);
  }

  void update(Set<Var> arrays) {
    updated.addAll(arrays);
  }

  /** Notes a launch that waits for an array and for nothing else. */
  void launch(Expr.Submit submit) {
    soleArray(submit)
        .ifPresent(
            array -> {
              Waiting waiting = byArray.computeIfAbsent(array, _ -> new Waiting());
              waiting.launches.add(submit);
              waiting.count++;
            });
  }

  private static Optional<Var> soleArray(Expr.Submit submit) {
    boolean sole = submit.deps().size() == 1 && submit.deps().getFirst().type().isTaskIdArray();
    return sole && submit.deps().getFirst() instanceof Var array
        ? Optional.of(array)
        : Optional.empty();
  }

  /** Adds what a nested loop changes. */
  void addChanges(LoopDeps nested) {
    defined.addAll(nested.defined);
    updated.addAll(nested.updated);
  }

  /** Adds the launches of a nested loop that runs {@code trips} times, 1 or more. */
  void addLaunches(LoopDeps nested, long trips) {
    nested.byArray.forEach(
        (array, inner) -> {
          Waiting waiting = byArray.computeIfAbsent(array, _ -> new Waiting());
          waiting.launches.addAll(inner.launches);
          waiting.count += inner.count * trips;
        });
  }
}
