package dev.orchlens.ir;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the user wrote on a region ({@code pl.at}, {@code pl.spmd}, ...) and what passes noted on
 * it.
 *
 * @param nameHint the region's name, empty when the compiler makes one
 * @param deps the TaskIds listed in {@code deps=}
 * @param taskId the variable that captures the region's TaskId ({@code as tid})
 * @param noDepVars tensors listed in {@code no_dep_args=}
 * @param dumpVars tensors to dump
 * @param predicate the dispatch predicate as written
 * @param allowEarlyResolve whether the launch may resolve before its producers finish
 * @param compilerManual whether the compiler, not the user, made this a MANUAL scope
 * @param pipeSlots the slots of the pipe between the cores of a kernel, 1 or more, where the user
 *     chose them
 */
public record ScopeAttrs(
    String nameHint,
    List<Expr> deps,
    Optional<Var> taskId,
    List<Var> noDepVars,
    List<Var> dumpVars,
    Optional<Expr> predicate,
    boolean allowEarlyResolve,
    boolean compilerManual,
    OptionalLong pipeSlots) {
  private static final ScopeAttrs NONE =
      new ScopeAttrs(
          "",
          List.of(),
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          false,
          false,
          OptionalLong.empty());

  public ScopeAttrs {
    deps = List.copyOf(deps);
    noDepVars = List.copyOf(noDepVars);
    dumpVars = List.copyOf(dumpVars);
  }

  /** Returns the attributes of a bare region. */
  public static ScopeAttrs none() {
    return NONE;
  }

  /** Returns the attributes of a MANUAL scope that the compiler made. */
  public static ScopeAttrs compilerManualScope() {
    return new ScopeAttrs(
        "",
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        true,
        OptionalLong.empty());
  }

  /**
   * Returns these attributes with other values and variables; itself when they are the same
   * objects.
   */
  public ScopeAttrs with(
      List<Expr> newDeps,
      Optional<Var> newTaskId,
      List<Var> newNoDepVars,
      List<Var> newDumpVars,
      Optional<Expr> newPredicate) {
    boolean same =
        newDeps == deps
            && newTaskId == taskId
            && newNoDepVars == noDepVars
            && newDumpVars == dumpVars
            && newPredicate == predicate;
    return same
        ? this
        : new ScopeAttrs(
            nameHint,
            newDeps,
            newTaskId,
            newNoDepVars,
            newDumpVars,
            newPredicate,
            allowEarlyResolve,
            compilerManual,
            pipeSlots);
  }

  /** Returns these attributes with other tensors to dump. */
  public ScopeAttrs withDumpVars(List<Var> value) {
    return new ScopeAttrs(
        nameHint,
        deps,
        taskId,
        noDepVars,
        value,
        predicate,
        allowEarlyResolve,
        compilerManual,
        pipeSlots);
  }

  /** Returns these attributes with the slots of the pipe between the cores. */
  public ScopeAttrs withPipeSlots(OptionalLong value) {
    return new ScopeAttrs(
        nameHint,
        deps,
        taskId,
        noDepVars,
        dumpVars,
        predicate,
        allowEarlyResolve,
        compilerManual,
        value);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
