package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Optional;

/**
 * Writes task launches (reference: docs/en/dev/codegen/01-orchestration_codegen.md, "Core Type
 * Inference" and "Group Functions"): arguments, dependencies, launch specification, hints, and the
 * submission itself.
 */
final class Launches {
  private static final String NO_KERNEL = "INVALID_KERNEL_ID";

  private final Callees callees;
  private final Emitter emitter;
  private final Kernels kernels;
  private final TaskArguments arguments;
  private final Dependencies dependencies;
  private final LaunchSpecs launchSpecs;
  private final Predicates predicates;
  private int count;

  /**
   * What is submitted.
   *
   * @param mixed the kernels of the three lanes of a cluster, when they run together
   * @param function the runtime's function for a single kernel; empty for {@code mixed}
   * @param kernel that kernel's number
   * @param lanes on how many cores of a cluster a block of it runs
   * @param vector whether that is one vector core
   */
  private record Target(
      Optional<String> mixed, String function, int kernel, int lanes, boolean vector) {}

  Launches(
      Callees callees,
      Emitter emitter,
      Kernels kernels,
      TaskArguments arguments,
      Dependencies dependencies,
      LaunchSpecs launchSpecs,
      Predicates predicates) {
    this.callees = callees;
    this.emitter = emitter;
    this.kernels = kernels;
    this.arguments = arguments;
    this.dependencies = dependencies;
    this.launchSpecs = launchSpecs;
    this.predicates = predicates;
  }

  /** Returns the C++ of the TaskId of task {@code task}, which must have been kept. */
  static String taskId(int task) {
    return outputs(task) + ".task_id()";
  }

  /** Returns the variable that holds what the submission of a task hands back. */
  static String outputs(int task) {
    return "task_" + task + "_outs";
  }

  /**
   * Writes a launch.
   *
   * @param keepTaskId whether the TaskId is needed although the program does not ask for it
   * @return the number of the task, from 0 in the order of the text
   * @throws dev.orchlens.ir.Rejection when the call launches no kernel
   */
  int launch(Expr.Invocation call, boolean keepTaskId) {
    Function callee =
        callees
            .of(call.callee())
            .orElseThrow(
                () ->
                    Failures.internal(
                        "'" + call.callee().name() + "' is no function of the program.",
                        call.origin()));
    if (call.attrs().argDirections().size() != call.args().size()) {
      throw Failures.internal("the directions of a launch were not derived.", call.origin());
    }
    boolean keep = keepTaskId || Calls.yieldsTaskId(call);
    return switch (callee.type()) {
      case SPMD -> spmd(call, callee, keep);
      case GROUP -> group(call, callee, Optional.empty(), keep);
      case GRAPH ->
          throw Failures.rule(
              Code.CODEGEN_GRAPH,
              "'"
                  + callee.name()
                  + "' is a Graph, which this version of the compiler can read but not launch.",
              call.origin());
      case AIC, AIV, OPAQUE, ORCHESTRATION, IN_CORE, INLINE -> direct(call, callee, keep);
    };
  }

  private int direct(Expr.Invocation call, Function kernel, boolean keep) {
    Target target = single(kernel);
    List<TaskArgument> args = arguments.direct(call, kernel, count);
    String name = begin(kernel.name(), args, target);
    dependencies.emit(call, name);
    options(call, name);
    note(call, args, TaskArguments.made(call, kernel), target);
    return submit(target, name, keep);
  }

  private int spmd(Expr.Invocation call, Function wrapper, boolean keep) {
    Kernels.Inner inner =
        kernels
            .firstInner(wrapper)
            .orElseThrow(
                () ->
                    Failures.internal(
                        "the block function '" + wrapper.name() + "' calls no kernel.",
                        call.origin()));
    if (inner.callee().type() == dev.orchlens.ir.FunctionType.GROUP) {
      return group(
          call, inner.callee(), Optional.of(new TaskArguments.Bridge(wrapper, inner.call())), keep);
    }
    Target target = single(inner.callee());
    return wrapped(
        call,
        inner.callee().name() + ", over blocks",
        target,
        arguments.wrapped(call, wrapper, inner.call(), Optional.empty()),
        keep);
  }

  private int group(
      Expr.Invocation call, Function group, Optional<TaskArguments.Bridge> bridge, boolean keep) {
    Kernels.Halves halves = kernels.halves(group);
    if (halves.vector().isEmpty() || halves.first().isEmpty()) {
      throw Failures.internal(
          "the mixed kernel '" + group.name() + "' has no vector half.", call.origin());
    }
    List<TaskArgument> args = arguments.wrapped(call, group, halves.first().get().call(), bridge);
    Function vector = halves.vector().get();
    if (halves.cube().isEmpty()) {
      return wrapped(call, group.name() + ", vector kernel", single(vector), args, keep);
    }
    int cubeId = kernels.id(halves.cube().get());
    Target target = mixed(Integer.toString(cubeId), kernels.id(vector), vector.attrs().dualAiv());
    return wrapped(call, group.name() + ", cube and vector kernel together", target, args, keep);
  }

  private Target single(Function kernel) {
    boolean isVector = Kernels.coreType(kernel) == CoreType.VECTOR;
    int id = kernels.id(kernel);
    return isVector && kernel.attrs().dualAiv()
        ? mixed(NO_KERNEL, id, true)
        : new Target(
            Optional.empty(),
            isVector ? "rt_submit_aiv_task" : "rt_submit_aic_task",
            id,
            1,
            isVector);
  }

  private static Target mixed(String cube, int vector, boolean bothLanes) {
    String second = bothLanes ? Integer.toString(vector) : NO_KERNEL;
    int lanes = 1 + (cube.equals(NO_KERNEL) ? 0 : 1) + (bothLanes ? 1 : 0);
    return new Target(
        Optional.of("{" + cube + ", " + vector + ", " + second + "}"), "", vector, lanes, false);
  }

  private int wrapped(
      Expr.Invocation call, String comment, Target target, List<TaskArgument> args, boolean keep) {
    String name = begin(comment, args, target);
    options(call, name);
    dependencies.emit(call, name);
    note(call, args, List.of(), target);
    return submit(target, name, keep);
  }

  private void note(
      Expr.Invocation call, List<TaskArgument> args, List<Buffer> made, Target target) {
    int scalars = (int) args.stream().filter(a -> a.direction() == ArgDirection.SCALAR).count();
    emitter.submits(
        new Submission.Task(
            call,
            args.size() - scalars,
            scalars,
            made,
            target.lanes,
            target.vector,
            launchSpecs.blocks(call),
            launchSpecs.startTogether(call)));
  }

  private String begin(String comment, List<TaskArgument> args, Target target) {
    String name = "params_t" + count;
    emitter.blank();
    emitter.line("// Task " + count + ": " + comment);
    emitter.line("CoreTaskArgs " + name + ";");
    arguments.emit(args, name);
    target.mixed.ifPresent(
        lanes -> emitter.line("MixedKernels mixed_" + count + " = " + lanes + ";"));
    return name;
  }

  private void options(Expr.Invocation call, String name) {
    launchSpecs.emit(call, name);
    if (call.attrs().allowEarlyResolve()) {
      emitter.line(name + ".set_allow_early_resolve(true);");
    }
    predicates.emit(call, name);
  }

  private int submit(Target target, String name, boolean keep) {
    int task = count++;
    String call =
        target.mixed.isPresent()
            ? "rt_submit_task(mixed_" + task + ", " + name + ");"
            : target.function + "(" + target.kernel + ", " + name + ");";
    emitter.line(keep ? "TaskOutputTensors " + outputs(task) + " = " + call : call);
    return task;
  }
}
