package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppNumbers;
import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Writes the descriptions of buffers that the runtime allocates ({@code TensorCreateInfo}). */
final class CreateInfos {
  private static final double LARGEST_EXACT_INTEGER = 0x1p53;
  private static final int WORD_BITS = 32;

  private final Emitter emitter;
  private final ShapeText shapes;
  private final Map<String, String> extents = new HashMap<>();

  CreateInfos(Emitter emitter, ShapeText shapes) {
    this.emitter = emitter;
    this.shapes = shapes;
  }

  /** Sets the only extent of the buffer called {@code name}, which its type does not know. */
  void setExtent(String name, String extent) {
    extents.put(name, extent);
  }

  /** Writes {@code <name>_ci}, the description of what a {@code tensor.create} makes. */
  void emit(Expr.Invocation create, String name) {
    if (!(create.type() instanceof Type.Tensor type)) {
      throw Failures.internal("a buffer that is created is no tensor.", create.origin());
    }
    String info = name + "_ci";
    int rank = type.shape().size();
    String dims = rank == 1 && extents.containsKey(name) ? extents.get(name) : shapes.created(type);
    String manual = create.kwargs().isTrue("manual_dep") ? ", /*manual_dep=*/true" : "";
    emit(info, rank, dims, type.dtype(), manual);
    initialValue(create)
        .ifPresent(
            value ->
                emitter.line(
                    info + ".set_initial_value(" + fill(value, type.dtype(), create) + ");"));
  }

  /** Writes the description {@code info} of a buffer for a kernel's parameter. */
  void emit(String info, Type.Tensor type) {
    emit(info, type.shape().size(), shapes.created(type), type.dtype(), "");
  }

  private void emit(String info, int rank, String dims, DataType dtype, String more) {
    emitter.line("uint32_t " + info + "_shapes[" + rank + "] = {" + dims + "};");
    emitter.line(
        "TensorCreateInfo "
            + info
            + "("
            + info
            + "_shapes, "
            + rank
            + ", "
            + CppTypes.runtime(dtype)
            + more
            + ");");
  }

  private static Optional<Double> initialValue(Expr.Invocation create) {
    return create
        .kwargs()
        .get("init_value")
        .flatMap(
            attr ->
                switch (attr) {
                  case Attr.Int(long value) -> Optional.of((double) value);
                  case Attr.Float(double value) -> Optional.of(value);
                  case Attr.Bool _, Attr.Text _, Attr.DType _, Attr.Values _ -> Optional.empty();
                });
  }

  private static String fill(double value, DataType dtype, Expr.Invocation create) {
    if (!Double.isFinite(value)) {
      throw Failures.rule(
          Code.CODEGEN_INIT_VALUE,
          "init_value must be a finite number, but it is " + value + ".",
          create.origin());
    }
    if (value == 0) {
      return "0";
    }
    if (dtype.isFloat()) {
      if (dtype.bits() < WORD_BITS) {
        throw Failures.rule(
            Code.CODEGEN_INIT_VALUE,
            "A buffer of "
                + dtype.name()
                + " can only be filled with 0, not with "
                + value
                + ": the orchestration code has no such number type. Use init_value=0, or a dtype"
                + " of 32 bits.",
            create.origin());
      }
      return "static_cast<" + CppTypes.scalar(dtype) + ">(" + CppNumbers.roundTrip(value) + ")";
    }
    if (value != Math.rint(value) || Math.abs(value) > LARGEST_EXACT_INTEGER) {
      throw Failures.rule(
          Code.CODEGEN_INIT_VALUE,
          "A buffer of "
              + dtype.name()
              + " needs a whole init_value between -2^53 and 2^53, not "
              + value
              + ".",
          create.origin());
    }
    return "static_cast<" + CppTypes.scalar(dtype) + ">(" + (long) value + ")";
  }
}
