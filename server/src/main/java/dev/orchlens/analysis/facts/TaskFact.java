package dev.orchlens.analysis.facts;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.SharedList;
import java.util.List;
import java.util.Optional;

/**
 * One task launch.
 *
 * @param id its number among the function's tasks, in program order, from 0
 * @param callee the kernel's name
 * @param kind the type of the callee
 * @param call the launch in the final program
 * @param args its arguments with their final directions
 * @param userDeps what {@code deps=} names
 * @param compilerDeps what AutoDeriveTaskDependencies found
 */
public record TaskFact(
    int id,
    String callee,
    FunctionType kind,
    Expr.Invocation call,
    List<Argument> args,
    List<Edge> userDeps,
    List<Edge> compilerDeps) {
  public TaskFact {
    args = List.copyOf(args);
    userDeps = List.copyOf(userDeps);
    compilerDeps = SharedList.copyOf(compilerDeps);
  }

  /** An argument: its expression and the direction the runtime sees. */
  public record Argument(Expr value, ArgDirection direction) {}

  /** Returns whether the launch yields a TaskId. */
  public boolean submit() {
    return call instanceof Expr.Submit;
  }

  /** Returns the source of the launch. */
  public Origin origin() {
    return call.origin();
  }

  /** Returns the number of blocks of an SPMD launch. */
  public Optional<Expr> coreNum() {
    return call.attrs().coreNum();
  }

  /** Returns the dispatch predicate. */
  public Optional<Expr> predicate() {
    return call instanceof Expr.Submit submit ? submit.predicate() : Optional.empty();
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
