package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the types of tensors and tiles are made and combined (reference:
 * docs/en/dev/ir/05-operators.md, "Broadcasting and Type Promotion").
 */
final class Shapes {
  private Shapes() {}

  /**
   * Returns the valid region of a tensor or tile, which is its shape unless something narrowed it.
   */
  static List<Expr> valid(Type.Shaped type) {
    return switch (type) {
      case Type.Tensor t ->
          t.view().map(TensorView::validShape).filter(v -> !v.isEmpty()).orElse(t.shape());
      case Type.Tile t -> t.validShape().isEmpty() ? t.shape() : t.validShape();
    };
  }

  /** Returns a new tensor: packed, and valid in {@code valid} only. */
  static Type.Tensor tensor(List<Expr> shape, DataType dtype, List<Expr> valid) {
    return tensor(shape, dtype, Optional.empty(), valid, false);
  }

  /** Returns a tensor with a view; a view that says nothing beyond the shape is left out. */
  static Type.Tensor tensor(
      List<Expr> shape,
      DataType dtype,
      Optional<TensorView> view,
      List<Expr> valid,
      boolean distributed) {
    List<Expr> region = valid.isEmpty() || Extents.equal(valid, shape) ? List.of() : valid;
    TensorView full =
        view.map(v -> new TensorView(v.stride(), v.layout(), region, v.pad()))
            .orElse(new TensorView(List.of(), TensorView.Layout.ND, region, TensorView.Pad.NULL));
    boolean plain =
        full.stride().isEmpty()
            && full.layout() == TensorView.Layout.ND
            && region.isEmpty()
            && full.pad() == TensorView.Pad.NULL;
    return new Type.Tensor(
        shape, dtype, plain ? Optional.empty() : Optional.of(full), Optional.empty(), distributed);
  }

  /** Returns a tile that is valid in {@code valid} only. */
  static Type.Tile tile(
      List<Expr> shape, DataType dtype, List<Expr> valid, Optional<MemorySpace> space) {
    return new Type.Tile(
        shape, dtype, valid.isEmpty() || Extents.equal(valid, shape) ? List.of() : valid, space);
  }

  /** Returns a fresh value of the level of {@code like}: a tensor, or a tile in vector memory. */
  static Type fresh(Type.Shaped like, List<Expr> shape, DataType dtype, List<Expr> valid) {
    return switch (like) {
      case Type.Tensor _ -> tensor(shape, dtype, valid);
      case Type.Tile _ -> tile(shape, dtype, valid, Optional.of(MemorySpace.Vec));
    };
  }

  /**
   * Returns the dtype of combining two: floating point wins, then the wider, then the signed, then
   * the first.
   */
  static DataType promote(DataType a, DataType b) {
    if (a == b || a.isFloat() && !b.isFloat()) {
      return a;
    }
    if (b.isFloat() && !a.isFloat()) {
      return b;
    }
    if (a.bits() != b.bits()) {
      return a.bits() > b.bits() ? a : b;
    }
    return a.family() == DataType.Family.SIGNED || b.family() != DataType.Family.SIGNED ? a : b;
  }

  /**
   * Returns the shape of two operands together, aligned at the last dimension; 1 stretches. Fails
   * without one.
   */
  static List<Expr> broadcast(List<Expr> left, List<Expr> right) {
    List<Expr> result = new ArrayList<>();
    for (int i = 1; i <= Math.max(left.size(), right.size()); i++) {
      if (i > left.size()) {
        result.add(right.get(right.size() - i));
      } else if (i > right.size()) {
        result.add(left.get(left.size() - i));
      } else {
        Expr a = left.get(left.size() - i);
        Expr b = right.get(right.size() - i);
        if (!Extents.equal(a, b) && !isOne(a) && !isOne(b)) {
          throw new RuleFailure(
              Code.OP_INCOMPATIBLE_SHAPES,
              "cannot combine the shapes "
                  + Extents.text(left)
                  + " and "
                  + Extents.text(right)
                  + ": their extents "
                  + Extents.text(a)
                  + " and "
                  + Extents.text(b)
                  + " must be equal, or one of them 1");
        }
        result.add(isOne(a) && !Extents.equal(a, b) ? b : a);
      }
    }
    Collections.reverse(result);
    return result;
  }

  /** Returns whether an extent is 1. */
  static boolean isOne(Expr extent) {
    return isConstant(extent, 1);
  }

  /** Returns whether an extent is the given constant. */
  static boolean isConstant(Expr extent, long value) {
    OptionalLong constant = Extents.constant(extent);
    return constant.isPresent() && constant.getAsLong() == value;
  }

  /** Fails when two extents are known and differ. */
  static void requireSame(Expr left, Expr right, String what) {
    OptionalLong a = Extents.constant(left);
    OptionalLong b = Extents.constant(right);
    if (a.isPresent() && b.isPresent() && a.getAsLong() != b.getAsLong()) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          what + ", but they are " + a.getAsLong() + " and " + b.getAsLong());
    }
  }

  /** Fails unless a type has one of the given numbers of dimensions. */
  static void requireRank(Type.Shaped type, String what, int least, int most) {
    int rank = type.shape().size();
    if (rank < least || rank > most) {
      String range =
          most == Integer.MAX_VALUE ? "at least " + least + "D" : least + "D to " + most + "D";
      String wanted = least == most ? least + "D" : range;
      throw new RuleFailure(
          Code.OP_WRONG_RANK, "needs " + what + " to be " + wanted + ", but it is " + rank + "D");
    }
  }

  /** Fails unless a dtype is one of those listed; an empty list allows every one. */
  static void requireDtype(DataType dtype, String what, List<DataType> allowed) {
    if (!allowed.isEmpty() && !allowed.contains(dtype)) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE,
          "needs " + what + " to have dtype " + alternatives(allowed) + ", but it has " + dtype);
    }
  }

  private static String alternatives(List<DataType> dtypes) {
    List<String> names = dtypes.stream().map(DataType::name).toList();
    return names.size() == 1
        ? names.getFirst()
        : String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
  }

  /** Fails when an element of a list is no integer. */
  static void requireIntegers(List<Expr> elements, String what) {
    for (int i = 0; i < elements.size(); i++) {
      Type type = elements.get(i).type();
      boolean integer =
          type instanceof Type.Unknown || type instanceof Type.Scalar s && s.dtype().isInteger();
      if (!integer) {
        throw new RuleFailure(
            Code.OP_NOT_AN_INTEGER,
            "needs integers in '"
                + what
                + "', but element "
                + i
                + " is "
                + ScalarArithmetic.noun(type));
      }
    }
  }
}
