package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Walk;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kernels that the generated code submits, numbered in order of first use (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Core Type Inference").
 */
final class Kernels {
  /** A call inside a wrapper with what it calls. */
  record Inner(Expr.Invocation call, Function callee) {}

  /**
   * The halves of a Group.
   *
   * @param cube the first cube kernel it calls
   * @param vector the first vector kernel it calls
   * @param first the first of its kernel calls, whose arguments are the task's
   */
  record Halves(Optional<Function> cube, Optional<Function> vector, Optional<Inner> first) {}

  private final Callees callees;
  private final Map<String, Kernel> byName = new LinkedHashMap<>();

  Kernels(Callees callees) {
    this.callees = callees;
  }

  /** Returns the number of a kernel; a new one when it was not submitted before. */
  int id(Function kernel) {
    return byName
        .computeIfAbsent(kernel.name(), name -> new Kernel(name, byName.size(), coreType(kernel)))
        .id();
  }

  /**
   * Returns the core a kernel runs on.
   *
   * @throws dev.orchlens.ir.Rejection for a function that is no kernel of one core
   */
  static CoreType coreType(Function kernel) {
    return switch (kernel.type()) {
      case AIC -> CoreType.CUBE;
      case AIV -> CoreType.VECTOR;
      case OPAQUE, ORCHESTRATION, IN_CORE, GROUP, SPMD, INLINE, GRAPH ->
          throw Failures.internal(
              "'"
                  + kernel.name()
                  + "' is launched like a kernel, but it is a function of type "
                  + kernel.type().label()
                  + ". Give it type=pl.FunctionType.AIC or AIV, or inline it.",
              kernel.origin());
    };
  }

  /** Returns the submitted kernels by number. */
  List<Kernel> submitted() {
    return List.copyOf(byName.values());
  }

  /** Returns the first call of a function of the program inside a wrapper. */
  Optional<Inner> firstInner(Function wrapper) {
    return inner(wrapper).stream().findFirst();
  }

  /**
   * Returns what a Group calls.
   *
   * @throws dev.orchlens.ir.Rejection when one of its members has options of a launch of its own
   */
  Halves halves(Function group) {
    inner(group).forEach(inner -> requireNoOptions(inner.call));
    Optional<Function> cube = Optional.empty();
    Optional<Function> vector = Optional.empty();
    Optional<Inner> first = Optional.empty();
    for (Inner inner : inner(group)) {
      boolean isFirstCube = inner.callee.type() == FunctionType.AIC && cube.isEmpty();
      boolean isFirstVector = inner.callee.type() == FunctionType.AIV && vector.isEmpty();
      cube = isFirstCube ? Optional.of(inner.callee) : cube;
      vector = isFirstVector ? Optional.of(inner.callee) : vector;
      if (first.isEmpty()
          && (isFirstCube || isFirstVector || inner.callee.type() == FunctionType.IN_CORE)) {
        first = Optional.of(inner);
      }
    }
    return new Halves(cube, vector, first);
  }

  private static void requireNoOptions(Expr.Invocation call) {
    boolean hasOptions =
        call instanceof Expr.Submit submit
            && (!submit.deps().isEmpty()
                || submit.predicate().isPresent()
                || submit.attrs().coreNum().isPresent()
                || submit.attrs().syncStart()
                || submit.attrs().allowEarlyResolve());
    if (hasOptions) {
      throw Failures.rule(
          Code.LAUNCH_OPTIONS_IN_GROUP,
          "A Group is launched as one task, so a kernel inside it has no deps, core_num,"
              + " sync_start, allow_early_resolve or predicate of its own. Put them on the launch"
              + " of the Group.",
          call.origin());
    }
  }

  private List<Inner> inner(Function wrapper) {
    List<Inner> calls = new ArrayList<>();
    Walk.statements(
        wrapper.body(),
        stmt ->
            Calls.of(stmt)
                .ifPresent(
                    call ->
                        callees
                            .of(call.callee())
                            .ifPresent(callee -> calls.add(new Inner(call, callee)))));
    return calls;
  }
}
