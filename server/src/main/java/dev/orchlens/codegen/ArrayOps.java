package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import java.util.Map;

/** Writes the operators of arrays on the stack, which are plain C arrays. */
final class ArrayOps {
  private final Emitter emitter;
  private final ExprText text;

  ArrayOps(Emitter emitter, ExprText text) {
    this.emitter = emitter;
    this.text = text;
  }

  /** Returns the operators by name. */
  Map<String, OpEmitter> table() {
    return Map.of(
        Ops.ARRAY_CREATE,
        this::create,
        Ops.ARRAY_GET_ELEMENT,
        this::read,
        Ops.ARRAY_UPDATE_ELEMENT,
        this::write);
  }

  private void create(Expr.Invocation call, String result) {
    if (!(call.type() instanceof Type.Array(DataType element, long extent))) {
      throw Failures.internal(
          "the extent of an array must be known while compiling.", call.origin());
    }
    String type = CppTypes.element(element);
    if (element == DataType.TASK_ID) {
      emitter.line(type + " " + result + "[" + extent + "];");
      fill(extent, result, "PTO2TaskId::invalid()", "__init_i");
    } else {
      emitter.line(type + " " + result + "[" + extent + "] = {0};");
    }
  }

  private void read(Expr.Invocation call, String result) {
    if (!(call.type() instanceof Type.Scalar(DataType element))) {
      throw Failures.internal("an array element is no number and no TaskId.", call.origin());
    }
    emitter.line(CppTypes.element(element) + " " + result + " = " + slot(call) + ";");
  }

  private void write(Expr.Invocation call, String result) {
    emitter.line(slot(call) + " = " + text.of(call.args().get(2)) + ";");
  }

  private String slot(Expr.Invocation call) {
    return text.of(call.args().getFirst()) + "[" + text.of(call.args().get(1)) + "]";
  }

  /** Writes a loop that sets all {@code size} slots of an array to {@code value}. */
  void fill(long size, String array, String value, String index) {
    emitter.line(header(size, index) + array + "[" + index + "] = " + value + ";");
  }

  /** Writes a loop that copies {@code size} slots of one array to another. */
  void copy(long size, String to, String from, String index) {
    fill(size, to, from + "[" + index + "]", index);
  }

  private static String header(long size, String index) {
    return "for (int64_t " + index + " = 0; " + index + " < " + size + "; ++" + index + ") ";
  }
}
