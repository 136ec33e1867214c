package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the TaskIds of launches that derived dependencies wait for, in variables that are declared
 * early enough for all waiting launches to see them.
 */
final class DerivedCapture {
  private static final String INVALID = "PTO2TaskId::invalid()";
  private static final String SUFFIX = "_tid";

  private final Emitter emitter;
  private final Names names;
  private final TaskIds taskIds;
  private final DerivedTaskIds derived;
  private final Map<Stmt.RuntimeScope, List<Var>> hoists;
  private boolean declaredFirst;

  DerivedCapture(
      Emitter emitter,
      Names names,
      TaskIds taskIds,
      DerivedTaskIds derived,
      Map<Stmt.RuntimeScope, List<Var>> hoists) {
    this.emitter = emitter;
    this.names = names;
    this.taskIds = taskIds;
    this.derived = derived;
    this.hoists = hoists;
  }

  /**
   * Declares in front of a scope the variables that launches inside it set for launches outside.
   */
  void declareBefore(Stmt.RuntimeScope scope) {
    if (!declaredFirst) {
      declaredFirst = true;
      derived.outsideLoops().forEach(this::declare);
    }
    hoists.getOrDefault(scope, List.of()).forEach(this::declare);
  }

  private void declare(Var var) {
    if (taskIds.hoisted(var).isEmpty()) {
      String name = names.fresh(Names.base(var.name()) + SUFFIX);
      emitter.line("PTO2TaskId " + name + " = " + INVALID + ";");
      taskIds.hoist(var, name);
    }
  }

  /** Returns whether a derived dependency waits for the producer of a value. */
  boolean isAwaited(Var var) {
    return derived.isAwaited(var);
  }

  /** Returns the buffers that a call writes and derived dependencies wait for, each once. */
  List<Var> awaitedOutputs(Expr.Invocation call) {
    List<ArgDirection> directions = call.attrs().argDirections();
    Set<Var> outputs = new LinkedHashSet<>();
    for (int i = 0; i < Math.min(directions.size(), call.args().size()); i++) {
      boolean writes =
          directions.get(i) == ArgDirection.OUTPUT_EXISTING
              || directions.get(i) == ArgDirection.IN_OUT;
      if (writes && call.args().get(i) instanceof Var var && isAwaited(var)) {
        outputs.add(var);
      }
    }
    return new ArrayList<>(outputs);
  }

  /**
   * Keeps a TaskId for a value that derived dependencies wait for.
   *
   * @param base the name of the variable that takes it, unless one was declared ahead
   */
  void keep(Var var, String base, String taskId) {
    Optional<String> ahead = taskIds.hoisted(var);
    String name = ahead.orElseGet(() -> names.fresh(base + SUFFIX));
    taskIds.bindDerived(var, new TaskIds.Single(name));
    set(ahead.isPresent(), name, taskId);
  }

  /** Keeps a TaskId that the program itself names. */
  void keepNamed(Var var, String taskId) {
    Optional<String> ahead = taskIds.hoisted(var);
    ahead.ifPresent(name -> names.alias(var, name));
    String name = ahead.orElseGet(() -> names.declare(var));
    taskIds.bind(var, new TaskIds.Single(name));
    set(ahead.isPresent(), name, taskId);
  }

  private void set(boolean isDeclared, String name, String taskId) {
    emitter.line((isDeclared ? "" : "PTO2TaskId ") + name + " = " + taskId + ";");
    if (!isDeclared) {
      taskIds.markAlwaysValid(name);
    }
  }
}
