package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.pass.tools.SameDims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the layout of a tensor means for the regions of its windows (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, step 4).
 */
final class TensorViews {
  private TensorViews() {}

  /** Returns {@code location} as seen through a value of type {@code type}. */
  static StorageLocation seenThrough(StorageLocation location, Type type) {
    if (!SameDims.isPlainTensor(type) || isPacked((Type.Tensor) type)) {
      return location;
    }
    return location.widen(
        isPackedWithValidShape((Type.Tensor) type) ? Region.CONSERVATIVE : Region.UNKNOWN);
  }

  /** Returns {@code location} as the result of a counted loop of type {@code type}. */
  static StorageLocation afterLoop(StorageLocation location, Type type) {
    boolean conservative =
        !SameDims.isPlainTensor(type)
            || isPacked((Type.Tensor) type)
            || isPackedWithValidShape((Type.Tensor) type);
    return location.widen(conservative ? Region.CONSERVATIVE : Region.UNKNOWN);
  }

  private static boolean isPacked(Type.Tensor type) {
    return type.view().isEmpty() || (type.view().get().validShape().isEmpty() && isPlainNd(type));
  }

  private static boolean isPackedWithValidShape(Type.Tensor type) {
    return type.view().isPresent() && !type.view().get().validShape().isEmpty() && isPlainNd(type);
  }

  private static boolean isPlainNd(Type.Tensor type) {
    TensorView view = type.view().orElseThrow();
    return view.layout() == TensorView.Layout.ND
        && view.pad() == TensorView.Pad.NULL
        && hasPackedStrides(type.shape(), view.stride());
  }

  /**
   * A view without strides has the packed ones of its shape filled in (reference:
   * docs/en/dev/passes/materialize_tensor_strides), so both cases ask the same: are the packed
   * strides constant, and are these they?
   */
  private static boolean hasPackedStrides(List<Expr> shape, List<Expr> strides) {
    if (shape.isEmpty()) {
      return strides.isEmpty();
    }
    Optional<List<Long>> packed = packedStrides(shape);
    if (packed.isEmpty()) {
      return false;
    }
    if (strides.isEmpty()) {
      return true;
    }
    List<Long> written = new ArrayList<>();
    for (Expr stride : strides) {
      if (!(stride instanceof Expr.ConstInt c)) {
        return false;
      }
      written.add(c.value());
    }
    return written.equals(packed.get());
  }

  private static Optional<List<Long>> packedStrides(List<Expr> shape) {
    List<Long> strides = new ArrayList<>();
    long stride = 1;
    strides.add(stride);
    for (int axis = shape.size() - 1; axis > 0; axis--) {
      if (!(shape.get(axis) instanceof Expr.ConstInt dim)
          || Math.multiplyHigh(stride, dim.value()) != 0) {
        return Optional.empty();
      }
      stride *= dim.value();
      if (stride < 0) {
        return Optional.empty();
      }
      strides.addFirst(stride);
    }
    return Optional.of(strides);
  }
}
