package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the operators that look at a tensor another way: they make descriptors and move no data.
 */
final class ViewOps {

  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final ShapeText shapes;

  ViewOps(Emitter emitter, Names names, ExprText text, ShapeText shapes) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.shapes = shapes;
  }

  /** Returns the operators by name. */
  Map<String, OpEmitter> table() {
    return Map.of(
        Ops.TENSOR_SLICE, this::slice,
        Ops.TENSOR_RESHAPE, this::reshape,
        Ops.TENSOR_TRANSPOSE, this::transpose,
        Ops.TENSOR_VIEW, this::view,
        Ops.TENSOR_REINTERPRET_VIEW, this::reinterpret);
  }

  private String source(Expr.Invocation call) {
    return names
        .of(call.args().getFirst())
        .map(names::tensor)
        .orElseThrow(
            () ->
                Failures.internal(
                    "the source of " + call.callee().name() + " must be a name.", call.origin()));
  }

  private static Type.Tensor sourceType(Expr.Invocation call) {
    if (call.args().getFirst().type() instanceof Type.Tensor tensor) {
      return tensor;
    }
    throw Failures.internal(
        "the source of " + call.callee().name() + " is no tensor.", call.origin());
  }

  private void slice(Expr.Invocation call, String result) {
    String source = source(call);
    DataType dtype = sourceType(call).dtype();
    List<Expr> extents = OpEmitter.elements(call, 1);
    List<Expr> offsets = OpEmitter.elements(call, 2);
    int rank = extents.size();
    if (offsets.size() != rank) {
      throw Failures.internal(
          "a slice has another number of offsets than of extents.", call.origin());
    }
    List<String> offsetTexts = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      offsetTexts.add(offset(call, offsets.get(i), ShapeText.isPacked(dtype, i, rank), result));
    }
    emitter.line(array(result + "_offsets", offsetTexts));
    List<String> clamped = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      String offset = result + "_offsets[" + i + "]";
      String extent = source + ".shapes[" + i + "]";
      clamped.add(
          "("
              + offset
              + " >= "
              + extent
              + " ? 0u : std::min<uint32_t>("
              + shapes.dim(extents.get(i), dtype, i, rank)
              + ", "
              + extent
              + " - "
              + offset
              + "))");
    }
    emitter.line(array(result + "_shapes", clamped));
    Set<Integer> dropped = droppedAxes(call, rank);
    String view = source + ".view(" + result + "_shapes, " + result + "_offsets);";
    if (dropped.isEmpty()) {
      emitter.line("ChipTensor " + result + " = " + view);
    } else {
      emitter.line("ChipTensor " + result + "_view = " + view);
      dropAxes(result, rank, dropped);
    }
  }

  private static String array(String name, List<String> values) {
    return "uint32_t " + name + "[" + values.size() + "] = {" + String.join(", ", values) + "};";
  }

  private String offset(Expr.Invocation call, Expr offset, boolean packed, String result) {
    if (!packed) {
      return text.uint32(offset);
    }
    if (offset instanceof Expr.ConstInt(long value, _, _)) {
      if (value < 0 || value % 2 != 0) {
        throw Failures.rule(
            Code.CODEGEN_FP4_OFFSET,
            "The offset "
                + value
                + " of the last axis cuts a byte in two: two FP4 elements share one. Use an even"
                + " offset of 0 or more.",
            call.origin());
      }
      return Long.toString(value / 2);
    }
    String logical = result + "_logical_fp4_offset";
    emitter.line("uint32_t " + logical + " = " + text.uint32(offset) + ";");
    emitter.line("always_assert((" + logical + " & 1u) == 0u);");
    return "(" + logical + " / 2)";
  }

  private static Set<Integer> droppedAxes(Expr.Invocation call, int rank) {
    Set<Integer> axes = new HashSet<>();
    if (call.args().size() == 5) {
      for (Expr axis : OpEmitter.elements(call, 4)) {
        if (!(axis instanceof Expr.ConstInt c) || c.value() < 0 || c.value() >= rank) {
          throw Failures.internal("a slice drops an axis that it does not have.", call.origin());
        }
        axes.add((int) c.value());
      }
    }
    return axes;
  }

  /** Makes the tensor of the kept axes of {@code <result>_view}; an empty view stays empty. */
  private void dropAxes(String result, int rank, Set<Integer> dropped) {
    String view = result + "_view";
    emitter.line("bool " + result + "_empty = " + view + ".numel() == 0;");
    emitter.line("ChipTensor " + result + " = " + view + ";");
    emitter.line(result + ".ndims = " + (rank - dropped.size()) + ";");
    int kept = 0;
    for (int i = 0; i < rank; i++) {
      if (!dropped.contains(i)) {
        emitter.line(result + ".shapes[" + kept + "] = " + view + ".shapes[" + i + "];");
        emitter.line(result + ".strides[" + kept + "] = " + view + ".strides[" + i + "];");
        kept++;
      }
    }
    emitter.line("if (" + result + "_empty) " + result + ".shapes[0] = 0;");
    emitter.line("uint64_t " + result + "_expected_stride = 1;");
    emitter.line("bool " + result + "_contiguous = true;");
    emitter.line("for (int32_t i = static_cast<int32_t>(" + result + ".ndims) - 1; i >= 0; --i) {");
    emitter.nested(
        () -> {
          String stride = result + "_expected_stride";
          emitter.line(
              result
                  + "_contiguous = "
                  + result
                  + "_contiguous && ("
                  + result
                  + ".strides[i] == "
                  + stride
                  + ");");
          emitter.line(stride + " *= " + result + ".shapes[i];");
        });
    emitter.line("}");
    emitter.line(result + ".is_contiguous = " + result + "_empty || " + result + "_contiguous;");
  }

  private void reshape(Expr.Invocation call, String result) {
    reshaped(call, OpEmitter.elements(call, 1), result);
  }

  private void reshaped(Expr.Invocation call, List<Expr> shape, String result) {
    DataType dtype = sourceType(call).dtype();
    List<String> dims = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      dims.add(shapes.dim(shape.get(i), dtype, i, shape.size()));
    }
    String source = source(call);
    emitter.line(array(result + "_shapes", dims));
    emitter.line(
        "ChipTensor "
            + result
            + " = "
            + source
            + ".reshape("
            + result
            + "_shapes, "
            + shape.size()
            + ");");
  }

  private void transpose(Expr.Invocation call, String result) {
    Type.Tensor type = sourceType(call);
    int rank = type.shape().size();
    long first = axis(call, 1, rank);
    long second = axis(call, 2, rank);
    if (type.dtype() == DataType.FP4 && (first == rank - 1 || second == rank - 1)) {
      throw movesPackedAxis(call);
    }
    emitter.line(
        "ChipTensor "
            + result
            + " = "
            + source(call)
            + ".transpose("
            + first
            + ", "
            + second
            + ");");
  }

  private static long axis(Expr.Invocation call, int argument, int rank) {
    if (call.args().get(argument) instanceof Expr.ConstInt(long value, _, _)) {
      long axis = value < 0 ? value + rank : value;
      if (axis >= 0 && axis < rank) {
        return axis;
      }
    }
    throw Failures.internal(
        "an axis of pl.transpose must be a constant that the tensor has.", call.origin());
  }

  private void view(Expr.Invocation call, String result) {
    Type.Tensor type = sourceType(call);
    TensorView.Layout from = type.view().map(TensorView::layout).orElse(TensorView.Layout.ND);
    TensorView.Layout to = call.kwargs().get("layout").map(ViewOps::layout).orElse(from);
    if (call.args().size() >= 2) {
      if (to != from || from != TensorView.Layout.ND) {
        throw Failures.rule(
            Code.CODEGEN_UNSUPPORTED_VIEW,
            "pl.view can give a tensor another shape here only when it is and stays in layout ND."
                + " Change the layout in a kernel.",
            call.origin());
      }
      reshaped(call, OpEmitter.elements(call, 1), result);
    } else if (to == from) {
      emitter.line("ChipTensor " + result + " = " + source(call) + ";");
    } else {
      if (type.dtype() == DataType.FP4) {
        throw movesPackedAxis(call);
      }
      int rank = type.shape().size();
      emitter.line(
          "ChipTensor "
              + result
              + " = "
              + source(call)
              + ".transpose("
              + (rank - 2)
              + ", "
              + (rank - 1)
              + ");");
    }
  }

  private static TensorView.Layout layout(dev.orchlens.ir.Attr attr) {
    String name = attr instanceof dev.orchlens.ir.Attr.Text(String value) ? value : "";
    return TensorView.Layout.valueOf(name.substring(name.lastIndexOf('.') + 1));
  }

  private static dev.orchlens.ir.Rejection movesPackedAxis(Expr.Invocation call) {
    return Failures.rule(
        Code.CODEGEN_UNSUPPORTED_VIEW,
        "The last axis of an FP4 tensor cannot move in an orchestration function, because two of"
            + " its elements share a byte. Keep the last axis in place, or transpose in a kernel.",
        call.origin());
  }

  private void reinterpret(Expr.Invocation call, String result) {
    throw Failures.rule(
        Code.CODEGEN_UNSUPPORTED_VIEW,
        "pl.reinterpret_view works only inside a kernel: the runtime cannot change the element type"
            + " of a tensor. Move it into the kernel that uses '"
            + result
            + "'.",
        call.origin());
  }
}
