package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppBlocks;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Names the results of launches: a result is the buffer that was passed for it (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Output Aliasing").
 */
final class ResultAliases {
  private final Callees callees;
  private final Emitter emitter;
  private final Names names;
  private final CppBlocks blocks;
  private final TaskIds taskIds;
  private final TupleParts tuples;
  private final BodyUses uses;
  private final ReturnedParams returned;
  private final DerivedCapture capture;

  ResultAliases(
      Callees callees,
      Emitter emitter,
      Names names,
      CppBlocks blocks,
      TaskIds taskIds,
      TupleParts tuples,
      BodyUses uses,
      ReturnedParams returned,
      DerivedCapture capture) {
    this.callees = callees;
    this.emitter = emitter;
    this.names = names;
    this.blocks = blocks;
    this.taskIds = taskIds;
    this.tuples = tuples;
    this.uses = uses;
    this.returned = returned;
    this.capture = capture;
  }

  /** Names the only result of a call. */
  void single(Var result, Expr.Invocation call, String name) {
    Function callee = callees.of(call.callee()).orElse(null);
    if (callee == null || !uses.isUsed(result)) {
      return;
    }
    List<Integer> outputs = outputs(callee);
    if (outputs.isEmpty()) {
      return;
    }
    OptionalInt param = returned.first(callee);
    if (param.isEmpty() && outputs.size() > 1) {
      throw Failures.internal(
          "'"
              + callee.name()
              + "' has "
              + outputs.size()
              + " outputs, and what it returns is none of them.",
          call.origin());
    }
    alias(result, name, call, param.orElse(outputs.getFirst()));
  }

  /** Names the results of a call that returns several. */
  void several(Var tuple, Expr.Invocation call) {
    Function callee = callees.of(call.callee()).orElse(null);
    List<TupleParts.Part> parts = tuples.of(tuple);
    if (callee == null || parts.isEmpty()) {
      return;
    }
    Params params = params(callee, call, parts.getLast().index() + 1);
    for (TupleParts.Part part : parts) {
      OptionalInt param = params.of(part.index());
      if (param.isEmpty()) {
        placeholder(part.var());
        continue;
      }
      if (param.getAsInt() >= call.args().size()) {
        throw Failures.internal(
            "'" + callee.name() + "' returns a parameter that is not passed.", call.origin());
      }
      takeOverTaskId(tuple, call.args().get(param.getAsInt()), part.var());
      if (uses.isUsed(part.var())) {
        alias(part.var(), names.declare(part.var()), call, param.getAsInt());
      }
    }
  }

  private void takeOverTaskId(Var tuple, Expr buffer, Var result) {
    Optional<TaskIds.Binding> binding = taskIds.binding(tuple);
    if (binding.isEmpty() && buffer instanceof Var var) {
      binding = taskIds.binding(var);
    }
    binding.ifPresent(b -> taskIds.bindDerived(result, b));
  }

  /** Names the results of a submit, its TaskId included. */
  void submitted(Var tuple, Expr.Invocation call, int task) {
    Function callee = callees.of(call.callee()).orElse(null);
    List<TupleParts.Part> parts = tuples.of(tuple);
    if (callee == null || parts.isEmpty()) {
      return;
    }
    int results = ((Type.Tuple) call.type()).elements().size() - 1;
    int given = call.args().size() - TaskArguments.trailingContexts(callee);
    Params params = params(callee, call, results);
    for (TupleParts.Part part : parts) {
      if (part.index() == results) {
        if (uses.isUsed(part.var())) {
          capture.keepNamed(part.var(), Launches.taskId(task));
        }
      } else if (part.index() < results) {
        submittedResult(part.var(), params.of(part.index()), call, task, given);
      }
    }
  }

  private void submittedResult(
      Var result, OptionalInt param, Expr.Invocation call, int task, int given) {
    if (param.isEmpty()) {
      placeholder(result);
    } else if (uses.isUsed(result)) {
      String name = names.declare(result);
      if (param.getAsInt() < given) {
        alias(result, name, call, param.getAsInt());
      } else {
        bindTensor(name, Launches.outputs(task) + ".get_ref(" + (param.getAsInt() - given) + ")");
      }
    }
  }

  /**
   * Declares a scalar that no buffer stands for, such as the number of a block, so that the text
   * compiles.
   */
  private void placeholder(Var result) {
    if (uses.isUsed(result)) {
      String name = names.declare(result);
      if (result.type() instanceof Type.Scalar scalar) {
        emitter.line(CppTypes.scalar(scalar.dtype()) + " " + name + " = 0;");
      }
    }
  }

  private void alias(Var result, String name, Expr.Invocation call, int argument) {
    Optional<String> buffer = names.of(call.args().get(argument));
    if (buffer.isEmpty() || buffer.get().equals(name)) {
      return;
    }
    String source = names.tensor(buffer.get());
    boolean isKnown = !blocks.isInManual() || blocks.isKnownOutside(buffer.get());
    if (isKnown && !blocks.isAssignableHere(name)) {
      names.alias(result, source);
    } else {
      bindTensor(name, source);
    }
  }

  private void bindTensor(String name, String source) {
    emitter.line(
        (blocks.isAssignableHere(name) ? "" : "const ChipTensor& ") + name + " = " + source + ";");
  }

  /**
   * Which parameter each result is.
   *
   * @param exact the parameter of each result, when all tensor results are known
   * @param outputs the output parameters, of which the last results are one each in order,
   *     otherwise
   * @param first the first result that is an output
   */
  private record Params(List<OptionalInt> exact, List<Integer> outputs, int first) {
    OptionalInt of(int result) {
      if (!exact.isEmpty()) {
        return result < exact.size() ? exact.get(result) : OptionalInt.empty();
      }
      int output = result - first;
      return output >= 0 && output < outputs.size()
          ? OptionalInt.of(outputs.get(output))
          : OptionalInt.empty();
    }
  }

  private Params params(Function callee, Expr.Invocation call, int results) {
    List<OptionalInt> exact = returned.of(callee);
    if (isExact(exact, call)) {
      return new Params(exact, List.of(), 0);
    }
    List<Integer> outputs = outputs(callee);
    return new Params(List.of(), outputs, Math.max(0, results - outputs.size()));
  }

  private static boolean isExact(List<OptionalInt> exact, Expr.Invocation call) {
    List<Type> types = ((Type.Tuple) call.type()).elements();
    int results = Calls.yieldsTaskId(call) ? types.size() - 1 : types.size();
    if (exact.isEmpty() || exact.size() < results) {
      return false;
    }
    for (int i = 0; i < results; i++) {
      if (types.get(i).isTensor() && exact.get(i).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> outputs(Function function) {
    List<Integer> outputs = new ArrayList<>();
    for (int i = 0; i < function.params().size(); i++) {
      if (function.params().get(i).direction() != ParamDirection.IN) {
        outputs.add(i);
      }
    }
    return outputs;
  }
}
