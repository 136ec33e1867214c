package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppNumbers;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One argument of a task as the runtime gets it.
 *
 * @param direction how the task uses it
 * @param text the C++ of the argument
 * @param dump whether it is dumped when the task runs
 * @param origin where it stands in the launch
 */
record TaskArgument(ArgDirection direction, String text, boolean dump, Origin origin) {

  /** Returns this argument as standing somewhere else. */
  TaskArgument at(Origin place) {
    return new TaskArgument(direction, text, dump, place);
  }

  /**
   * Returns a scalar argument that a variable of this type holds; floating-point numbers travel as
   * their bits.
   */
  static TaskArgument scalar(String name, Type type) {
    boolean isFloat = type instanceof Type.Scalar s && s.dtype() == DataType.FP32;
    return scalar(isFloat ? bits(name) : name);
  }

  /** Returns the scalar argument that a constant is, or nothing for another expression. */
  static Optional<TaskArgument> constant(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> Optional.of(word(integer(c)));
      case Expr.ConstFloat c when c.dtype() == DataType.FP32 ->
          Optional.of(scalar(bits(CppNumbers.fixed((float) c.value()) + "f")));
      case Expr.ConstFloat c -> Optional.of(word(CppNumbers.fixed(c.value())));
      case Expr.ConstBool c -> Optional.of(word(c.value() ? "1" : "0"));
      default -> Optional.empty();
    };
  }

  private static String integer(Expr.ConstInt c) {
    String type = CppTypes.scalar(c.dtype());
    return type.equals(CppTypes.INT64)
        ? Long.toString(c.value())
        : "static_cast<" + type + ">(" + c.value() + ")";
  }

  private static TaskArgument word(String value) {
    return scalar("(uint64_t)" + value);
  }

  private static TaskArgument scalar(String text) {
    return new TaskArgument(ArgDirection.SCALAR, text, false, Origin.none());
  }

  private static String bits(String value) {
    return "to_u64(" + value + ")";
  }

  /** Returns the method of the task's arguments that adds this one. */
  String method() {
    return switch (direction) {
      case INPUT -> "add_input";
      case OUTPUT, OUTPUT_EXISTING -> "add_output";
      case IN_OUT -> "add_inout";
      case NO_DEP -> "add_no_dep";
      case SCALAR -> "add_scalar";
    };
  }

  /**
   * Returns the arguments with the tensors first, each group in its order: the runtime wants it so.
   */
  static List<TaskArgument> tensorsFirst(List<TaskArgument> arguments) {
    List<TaskArgument> ordered = new ArrayList<>(arguments.size());
    List<TaskArgument> scalars = new ArrayList<>();
    for (TaskArgument argument : arguments) {
      (argument.direction == ArgDirection.SCALAR ? scalars : ordered).add(argument);
    }
    ordered.addAll(scalars);
    return ordered;
  }
}
