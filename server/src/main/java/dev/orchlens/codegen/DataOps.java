package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the operators by which an orchestration function reads and writes single elements and
 * extents.
 */
final class DataOps {
  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final ShapeText shapes;

  DataOps(Emitter emitter, Names names, ExprText text, ShapeText shapes) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.shapes = shapes;
  }

  /** Returns the operators by name. */
  Map<String, OpEmitter> table() {
    return Map.of(
        Ops.TENSOR_READ, this::read, Ops.TENSOR_WRITE, this::write, Ops.TENSOR_DIM, this::dim);
  }

  private String name(Expr.Invocation call) {
    return names
        .of(call.args().getFirst())
        .orElseThrow(
            () ->
                Failures.internal(
                    "the tensor of " + call.callee().name() + " must be a name.", call.origin()));
  }

  private static String elementType(Expr value, Expr.Invocation call) {
    if (value.type() instanceof Type.Scalar(DataType dtype)) {
      return CppTypes.scalar(dtype);
    }
    throw Failures.internal(
        call.callee().name() + " moves something that is no number.", call.origin());
  }

  private String indices(String name, List<Expr> indices) {
    List<String> texts = new ArrayList<>();
    indices.forEach(i -> texts.add(text.uint32(i)));
    return "uint32_t " + name + "[" + texts.size() + "] = {" + String.join(", ", texts) + "};";
  }

  private void read(Expr.Invocation call, String result) {
    String tensor = names.tensor(name(call));
    String type = elementType(call, call);
    List<Expr> positions = OpEmitter.elements(call, 1);
    String where = "0, nullptr";
    if (!positions.isEmpty()) {
      String array = "indices_" + result;
      emitter.line(indices(array, positions));
      where = positions.size() + ", " + array;
    }
    emitter.line(
        type + " " + result + " = get_tensor_data<" + type + ">(" + tensor + ", " + where + ");");
  }

  private void write(Expr.Invocation call, String result) {
    String name = name(call);
    String tensor = names.tensor(name);
    List<Expr> positions = OpEmitter.elements(call, 1);
    Expr element = call.args().get(2);
    String value = text.of(element);
    String type = elementType(element, call);
    if (positions.isEmpty()) {
      emitter.line("set_tensor_data<" + type + ">(" + tensor + ", 0, nullptr, " + value + ");");
      return;
    }
    String array = "indices_" + name;
    emitter.line("{");
    emitter.nested(
        () -> {
          emitter.line(indices(array, positions));
          emitter.line(
              "set_tensor_data<"
                  + type
                  + ">("
                  + tensor
                  + ", "
                  + positions.size()
                  + ", "
                  + array
                  + ", "
                  + value
                  + ");");
        });
    emitter.line("}");
  }

  private void dim(Expr.Invocation call, String result) {
    boolean isConstant = call.args().size() == 2 && call.args().get(1) instanceof Expr.ConstInt;
    if (!isConstant || !(call.args().getFirst().type() instanceof Type.Tensor tensor)) {
      throw Failures.internal("pl.tensor.dim needs a tensor and a constant axis.", call.origin());
    }
    long given = ((Expr.ConstInt) call.args().get(1)).value();
    int axis = Math.toIntExact(given < 0 ? given + tensor.shape().size() : given);
    if (axis < 0 || axis >= tensor.shape().size()) {
      throw Failures.internal(
          "pl.tensor.dim asks for an axis that the tensor does not have.", call.origin());
    }
    Expr extent = tensor.shape().get(axis);
    String value =
        extent instanceof Expr.ConstInt ? text.of(extent) : shapes.runtimeExtent(name(call), axis);
    emitter.line("int64_t " + result + " = " + value + ";");
  }
}
