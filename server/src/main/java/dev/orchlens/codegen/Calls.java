package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Launch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the generator asks about calls. */
final class Calls {
  private Calls() {}

  /**
   * Returns whether a call is no task launch but an operator that the generator or a kernel
   * implements.
   */
  static boolean isBuiltin(Expr.Invocation call) {
    return !Launch.isLaunch(call);
  }

  /** Returns whether a call yields the TaskId of its task behind the kernel's results. */
  static boolean yieldsTaskId(Expr.Invocation call) {
    return call.type() instanceof Type.Tuple t
        && !t.elements().isEmpty()
        && t.elements().getLast().isTaskId();
  }

  /** Returns the call that a statement makes; in the final IR a statement makes one at most. */
  static Optional<Expr.Invocation> of(Stmt stmt) {
    return stmt.computed()
        .filter(Expr.Invocation.class::isInstance)
        .map(Expr.Invocation.class::cast);
  }

  /**
   * Returns the tasks that the user told a call to wait for, each once, in the order they were
   * written.
   */
  static List<Var> userDeps(Expr.Invocation call) {
    List<? extends Expr> deps =
        call instanceof Expr.Submit submit ? submit.deps() : call.attrs().manualDeps();
    Set<Var> distinct = new LinkedHashSet<>();
    for (Expr dep : deps) {
      if (!(dep instanceof Var var)) {
        throw Failures.internal(
            "an entry of deps= is no name. Bind the TaskId to a name first and list that name.",
            call.origin());
      }
      distinct.add(var);
    }
    return new ArrayList<>(distinct);
  }

  /** Returns the tasks that AutoDeriveTaskDependencies found a call must wait for, each once. */
  @SuppressWarnings(
      "unchecked") // Nothing but that pass makes shared lists, and of variables alone.
  static List<Var> derivedDeps(Expr.Invocation call) {
    List<? extends Expr> deps = call.attrs().compilerDeps();
    if (deps instanceof SharedList<?> || deps.isEmpty()) {
      return (List<Var>) deps;
    }
    Set<Var> distinct = new LinkedHashSet<>();
    for (Expr dep : deps) {
      if (dep instanceof Var var) {
        distinct.add(var);
      }
    }
    return new ArrayList<>(distinct);
  }
}
