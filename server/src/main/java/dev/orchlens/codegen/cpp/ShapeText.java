package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes extents as the runtime counts them. Two FP4 elements share a byte of the last axis, where
 * the runtime counts bytes and the language counts elements.
 */
public final class ShapeText {
  private static final String CHECK = "always_assert";

  private final ExprText text;
  private final Map<String, Integer> tensorParams = new HashMap<>();
  private final Map<String, Integer> packedAxes = new HashMap<>();

  public ShapeText(ExprText text) {
    this.text = text;
  }

  /**
   * Notes that the tensor parameter {@code name} is argument {@code index} (0-based, tensors only)
   * of the entry.
   */
  public void tensorParam(String name, int index) {
    tensorParams.put(name, index);
  }

  /** Notes the type of the value called {@code name}. */
  public void named(String name, Type type) {
    if (type instanceof Type.Tensor t && t.dtype() == DataType.FP4) {
      packedAxes.put(name, t.shape().size() - 1);
    }
  }

  /** Returns whether axis {@code axis} (0-based) of {@code rank} holds two elements a byte. */
  public static boolean isPacked(DataType type, int axis, int rank) {
    return type == DataType.FP4 && axis + 1 == rank;
  }

  /** Returns the extents of a tensor to create, as a braced list without the braces. */
  public String created(Type.Shaped type) {
    int rank = type.shape().size();
    List<String> dims = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      dims.add(dim(type.shape().get(i), type.dtype(), i, rank));
    }
    return String.join(", ", dims);
  }

  /** Returns one extent as an unsigned number of what the runtime counts. */
  public String dim(Expr extent, DataType type, int axis, int rank) {
    if (!isPacked(type, axis, rank)) {
      return text.uint32(extent);
    }
    if (extent instanceof Expr.ConstInt c) {
      return Long.toString(c.value() / 2);
    }
    return "([&]() -> uint32_t { const int64_t fp4_logical_dim = static_cast<int64_t>("
        + text.of(extent)
        + "); "
        + CHECK
        + "(fp4_logical_dim > 0 && (fp4_logical_dim & 1u) == 0u); return "
        + "static_cast<uint32_t>(fp4_logical_dim / 2); }())";
  }

  /** Returns the text that reads the extent of a tensor's axis when the code runs. */
  public String runtimeExtent(String tensor, int axis) {
    Integer argument = tensorParams.get(tensor);
    String object = argument != null ? "orch_args.tensor(" + argument + ").ref()" : tensor;
    String physical = "(int64_t)" + object + ".shapes[" + axis + "]";
    Integer packed = packedAxes.get(tensor);
    if (packed == null || packed != axis) {
      return physical;
    }
    return "([&]() -> int64_t { const int64_t fp4_carrier_dim = "
        + physical
        + "; "
        + CHECK
        + "(fp4_carrier_dim > 0); return fp4_carrier_dim * 2; }())";
  }
}
