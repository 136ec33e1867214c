package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the arguments of tasks (reference: docs/en/dev/codegen/01-orchestration_codegen.md,
 * "Parameter Direction"), for kernels that are launched themselves and for those behind Spmd and
 * Group wrappers.
 */
final class TaskArguments {
  private final Emitter emitter;
  private final Names names;
  private final CreateInfos infos;

  TaskArguments(Emitter emitter, Names names, CreateInfos infos) {
    this.emitter = emitter;
    this.names = names;
    this.infos = infos;
  }

  /** Returns how many parameters at the end of a signature are communication contexts. */
  static int trailingContexts(Function function) {
    int count = 0;
    while (count < function.params().size()
        && CppTypes.isCommContext(
            function.params().get(function.params().size() - 1 - count).var().type())) {
      count++;
    }
    return count;
  }

  /**
   * Returns the arguments of a launch of {@code kernel} itself. A submit may leave out the last
   * outputs, which the runtime then allocates; their descriptions are written here.
   */
  List<TaskArgument> direct(Expr.Invocation call, Function kernel, int task) {
    List<TaskArgument> arguments = new ArrayList<>();
    int given = call.args().size();
    if (!Calls.yieldsTaskId(call)) {
      if (given != kernel.params().size()) {
        throw wrongCount(call, kernel);
      }
      addGiven(call, kernel, 0, given, arguments);
      return TaskArgument.tensorsFirst(arguments);
    }
    int contexts = trailingContexts(kernel);
    if (given > kernel.params().size() || given < contexts) {
      throw wrongCount(call, kernel);
    }
    addGiven(call, kernel, 0, given - contexts, arguments);
    for (int i = given - contexts; i < kernel.params().size() - contexts; i++) {
      arguments.add(allocated(call, kernel, i, task));
    }
    addGiven(call, kernel, given - contexts, given, arguments);
    return TaskArgument.tensorsFirst(arguments);
  }

  private static dev.orchlens.ir.Rejection wrongCount(Expr.Invocation call, Function kernel) {
    return Failures.internal(
        "'"
            + kernel.name()
            + "' has "
            + kernel.params().size()
            + " parameters, but this launch passes "
            + call.args().size()
            + " arguments.",
        call.origin());
  }

  private void addGiven(
      Expr.Invocation call, Function kernel, int from, int to, List<TaskArgument> arguments) {
    for (int i = from; i < to; i++) {
      Expr value = call.args().get(i);
      boolean dump = value instanceof Var var && call.attrs().dumpVars().contains(var);
      TaskArgument argument =
          argument(value, call.attrs().argDirections().get(i), dump)
              .orElseThrow(() -> notANameOrConstant(call, kernel.name()));
      arguments.add(argument.at(call.argOrigin(i)));
    }
  }

  private Optional<TaskArgument> argument(Expr value, ArgDirection direction, boolean dump) {
    Optional<String> name = names.of(value);
    if (name.isEmpty()) {
      return TaskArgument.constant(value);
    }
    Type type = value.type();
    return Optional.of(
        type instanceof Type.Scalar || CppTypes.isCommContext(type)
            ? TaskArgument.scalar(name.get(), type)
            : new TaskArgument(direction, names.tensor(name.get()), dump, Origin.none()));
  }

  private static dev.orchlens.ir.Rejection notANameOrConstant(Expr.Invocation call, String kernel) {
    return Failures.internal(
        "an argument of '"
            + kernel
            + "' is computed inside the argument list. Bind it to a name first and pass that"
            + " name.",
        call.origin());
  }

  /** Returns the outputs that a launch of {@code kernel} itself leaves to the runtime. */
  static List<Buffer> made(Expr.Invocation call, Function kernel) {
    int contexts = trailingContexts(kernel);
    List<Buffer> made = new ArrayList<>();
    for (int i = call.args().size() - contexts; i < kernel.params().size() - contexts; i++) {
      Var param = kernel.params().get(i).var();
      if (param.type() instanceof Type.Tensor type) {
        made.add(new Buffer(param.sourceName(), type.shape(), type.dtype(), call.origin()));
      }
    }
    return made;
  }

  private TaskArgument allocated(Expr.Invocation call, Function kernel, int index, int task) {
    Param param = kernel.params().get(index);
    if (param.direction() != ParamDirection.OUT
        || !(param.var().type() instanceof Type.Tensor type)) {
      throw Failures.internal(
          "this launch of '"
              + kernel.name()
              + "' leaves out '"
              + param.var().sourceName()
              + "', which is no output the runtime could allocate.",
          call.origin());
    }
    String info = "params_t" + task + "_synth_out_" + index;
    infos.emit(info, type);
    return new TaskArgument(ArgDirection.OUTPUT, info, false, call.origin());
  }

  /** A wrapper between the launched function and the kernel: the call inside {@code caller}. */
  record Bridge(Function caller, Expr.Invocation call) {}

  /**
   * Returns the arguments of a launch of a wrapper, in the order of the kernel inside it.
   *
   * @param wrapper the function whose body calls the kernel
   * @param inner that call
   * @param bridge the Spmd function that calls a Group, when {@code call} launches a Spmd function
   *     around a Group
   */
  List<TaskArgument> wrapped(
      Expr.Invocation call, Function wrapper, Expr.Invocation inner, Optional<Bridge> bridge) {
    List<TaskArgument> arguments = new ArrayList<>();
    for (Expr innerArg : inner.args()) {
      if (!(innerArg instanceof Var param)) {
        arguments.add(
            TaskArgument.constant(innerArg)
                .orElseThrow(() -> notANameOrConstant(inner, wrapper.name())));
        continue;
      }
      int index = paramIndex(wrapper, param);
      if (index < 0) {
        // The number of the block: the kernel asks for it itself.
        requireScalar(param, call, wrapper);
        continue;
      }
      arguments.add(
          throughWrapper(call, wrapper, index, bridge, inner.attrs().dumpVars().contains(param)));
    }
    if (arguments.size() != inner.args().size()) {
      throw Failures.internal(
          "'" + wrapper.name() + "' passes its kernel a value that the launch does not have.",
          call.origin());
    }
    return TaskArgument.tensorsFirst(arguments);
  }

  private static void requireScalar(Var param, Expr.Invocation call, Function wrapper) {
    if (!(param.type() instanceof Type.Scalar)) {
      throw Failures.internal(
          "'"
              + wrapper.name()
              + "' passes its kernel the tensor '"
              + param.sourceName()
              + "', which is no parameter.",
          call.origin());
    }
  }

  private TaskArgument throughWrapper(
      Expr.Invocation call,
      Function wrapper,
      int index,
      Optional<Bridge> bridge,
      boolean innerDump) {
    int position = index;
    if (bridge.isPresent()) {
      Expr passed = bridge.get().call().args().get(index);
      if (!(passed instanceof Var outer)) {
        return TaskArgument.constant(passed)
            .orElseThrow(() -> notANameOrConstant(call, wrapper.name()));
      }
      position = paramIndex(bridge.get().caller(), outer);
    }
    if (position < 0 || position >= call.args().size()) {
      throw Failures.internal(
          "an argument of '" + wrapper.name() + "' cannot be traced to the launch.", call.origin());
    }
    Expr value = call.args().get(position);
    boolean dump = innerDump || value instanceof Var var && call.attrs().dumpVars().contains(var);
    return argument(value, call.attrs().argDirections().get(position), dump)
        .orElseThrow(() -> notANameOrConstant(call, wrapper.name()))
        .at(call.argOrigin(position));
  }

  private static int paramIndex(Function function, Var var) {
    for (int i = 0; i < function.params().size(); i++) {
      if (function.params().get(i).var() == var) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Adds the arguments to the task's {@code args}, and the request to dump those that are marked.
   */
  void emit(List<TaskArgument> arguments, String args) {
    for (TaskArgument argument : arguments) {
      String line = args + "." + argument.method() + "(" + argument.text() + ");";
      emitter.from(argument.origin(), () -> emitter.line(line));
    }
    List<String> dumped =
        arguments.stream()
            .filter(a -> a.dump() && a.direction() != ArgDirection.SCALAR)
            .map(TaskArgument::text)
            .toList();
    if (!dumped.isEmpty()) {
      emitter.line(args + ".dump(" + String.join(", ", dumped) + ");");
    }
  }
}
