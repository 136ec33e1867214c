package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Expr;
import java.util.List;

/** Writes dependency-only tasks, which let many tasks wait for many others with few entries. */
final class Barriers {
  private final Emitter emitter;
  private final Dependencies dependencies;
  private int count;

  /** The C++ names of one barrier. */
  private record Barrier(int number, String args, String outputs, String taskId) {
    static Barrier of(int number) {
      String name = "phase_fence_barrier_" + number;
      return new Barrier(number, "params_" + name, name + "_outs", name + "_tid");
    }
  }

  Barriers(Emitter emitter, Dependencies dependencies) {
    this.emitter = emitter;
    this.dependencies = dependencies;
  }

  /**
   * Writes a barrier behind {@code producers} in front of a loop; returns the variable with its
   * TaskId.
   */
  String beforeLoop(List<String> producers, String why) {
    Barrier barrier = open("Barrier %d: " + why);
    dependencies.emitBarrier(producers, barrier.args);
    submitIfAny(barrier, barrier.taskId, Dependencies.count(barrier.args));
    return barrier.taskId;
  }

  /**
   * Writes a barrier behind TaskIds that a loop collected; returns the variable with its TaskId.
   *
   * @param data the vector of the TaskIds
   * @param size the variable that counts them
   */
  String behindLoop(String data, String size, String why) {
    Barrier barrier = open("Barrier %d: " + why);
    emitter.line("PTO2TaskId " + barrier.taskId + " = PTO2TaskId::invalid();");
    emitter.line("if (" + size + " > 0) {");
    emitter.nested(
        () -> {
          emitter.line(barrier.args + ".set_dependencies(" + data + ".data(), " + size + ");");
          submit(barrier, barrier.taskId + " = ", false);
        });
    emitter.line("}");
    return barrier.taskId;
  }

  /** Writes a dependency-only task of the program, whose TaskId {@code taskId} takes. */
  void dummy(Expr.Invocation call, String taskId) {
    List<String> awaited = dependencies.awaited(call);
    Barrier barrier = open("Barrier %d: a task that only waits");
    if (awaited.isEmpty()) {
      submit(barrier, "PTO2TaskId " + taskId + " = ", true);
    } else {
      dependencies.emitBarrier(awaited, barrier.args);
      submitIfAny(barrier, taskId, Dependencies.count(barrier.args));
    }
  }

  private Barrier open(String comment) {
    Barrier barrier = Barrier.of(count++);
    emitter.blank();
    emitter.line("// " + comment.formatted(barrier.number));
    emitter.line("CoreTaskArgs " + barrier.args + ";");
    return barrier;
  }

  private void submitIfAny(Barrier barrier, String taskId, String awaitedCount) {
    emitter.line("PTO2TaskId " + taskId + " = PTO2TaskId::invalid();");
    emitter.line("if (" + awaitedCount + " > 0) {");
    emitter.nested(() -> submit(barrier, taskId + " = ", false));
    emitter.line("}");
  }

  private void submit(Barrier barrier, String assign, boolean always) {
    emitter.submits(new Submission.Barrier(always, emitter.origin()));
    emitter.line(
        "TaskOutputTensors " + barrier.outputs + " = rt_submit_dummy_task(" + barrier.args + ");");
    emitter.line(assign + barrier.outputs + ".task_id();");
  }
}
