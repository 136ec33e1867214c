package dev.orchlens.lower;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.arith.Scalars;
import java.util.List;
import java.util.Optional;

/** When two types, or two expressions inside types, are the same whatever text they came from. */
final class TypeRules {
  private TypeRules() {}

  /**
   * Returns whether a variable of one type may be bound again to a value of the other. Allocations
   * do not count (reference: docs/en/dev/ir/07-parser.md).
   */
  static boolean same(Type a, Type b) {
    return switch (a) {
      case Type.Tensor x ->
          b instanceof Type.Tensor y
              && x.distributed() == y.distributed()
              && sameShaped(x, y)
              && sameView(x, y);
      case Type.Tile x -> b instanceof Type.Tile y && sameShaped(x, y);
      case Type.Tuple x ->
          b instanceof Type.Tuple y
              && Scalars.pairwise(x.elements(), y.elements(), TypeRules::same);
      case Type.Scalar x -> x.equals(b);
      case Type.Array x -> x.equals(b);
      case Type.Opaque x -> x.equals(b);
      case Type.None x -> x.equals(b);
      case Type.Unknown _ -> true;
    };
  }

  private static boolean sameShaped(Type.Shaped a, Type.Shaped b) {
    if (a.dtype() != b.dtype() || a.shape().size() != b.shape().size()) {
      return false;
    }
    for (int i = 0; i < a.shape().size(); i++) {
      if (!Scalars.sameExtent(a.shape().get(i), b.shape().get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameView(Type.Tensor a, Type.Tensor b) {
    Optional<TensorView> x = a.view();
    Optional<TensorView> y = b.view();
    if (x.isEmpty() || y.isEmpty()) {
      return x.isEmpty() && y.isEmpty();
    }
    return x.get().layout() == y.get().layout()
        && x.get().pad() == y.get().pad()
        && Scalars.same(x.get().stride(), y.get().stride())
        && Scalars.same(x.get().validShape(), y.get().validShape());
  }

  /** Returns whether a variable annotated with one element type may take a value of another. */
  static boolean compatibleElements(DataType annotated, DataType actual) {
    return annotated == actual
        || annotated == DataType.INDEX && actual.isInteger()
        || actual == DataType.INDEX && annotated.isInteger();
  }

  /**
   * Returns a tensor type whose view is absent when it says no more than the default does
   * (reference: docs/en/dev/ir/02-types.md, "TensorType with TensorView").
   */
  static Type.Tensor canonical(Type.Tensor type) {
    if (type.view().isEmpty()) {
      return type;
    }
    TensorView view = type.view().get();
    List<Expr> valid =
        Scalars.same(view.validShape(), type.shape()) ? List.of() : view.validShape();
    boolean plain =
        view.stride().isEmpty()
            && view.layout() == TensorView.Layout.ND
            && valid.isEmpty()
            && view.pad() == TensorView.Pad.NULL;
    Optional<TensorView> kept =
        plain
            ? Optional.empty()
            : Optional.of(new TensorView(view.stride(), view.layout(), valid, view.pad()));
    return new Type.Tensor(type.shape(), type.dtype(), kept, type.memRef(), type.distributed());
  }
}
