package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result rules of operators that work element by element (reference:
 * docs/en/user/ops/01-catalog.md, "Elementwise arithmetic", "Math", "Comparison and selection",
 * "Bitwise").
 */
final class ElementwiseRules {
  private ElementwiseRules() {}

  static Type binary(RuleInput in) {
    Type.Shaped left = in.shaped(0);
    Type.Shaped right = in.shaped(1);
    List<Expr> shape = Shapes.broadcast(left.shape(), right.shape());
    DataType dtype = Shapes.promote(left.dtype(), right.dtype());
    requireFloatForPrecision(in, dtype);
    if (left instanceof Type.Tile) {
      boolean sameRank = Shapes.valid(left).size() == shape.size();
      return Shapes.fresh(left, shape, dtype, sameRank ? Shapes.valid(left) : List.of());
    }
    boolean sameRegion =
        Extents.equal(left.shape(), right.shape())
            && Extents.equal(Shapes.valid(left), Shapes.valid(right))
            && !isWindow(left)
            && !isWindow(right);
    return Shapes.tensor(shape, dtype, sameRegion ? Shapes.valid(left) : List.of());
  }

  static Type combine(RuleInput in) {
    Type.Shaped left = in.shaped(0);
    Type.Shaped right = in.shaped(1);
    if (left instanceof Type.Tile) {
      return binary(in);
    }
    return Shapes.tensor(
        Shapes.broadcast(left.shape(), right.shape()),
        Shapes.promote(left.dtype(), right.dtype()),
        List.of());
  }

  static Type tileDivision(RuleInput in) {
    Type.Tile left = in.tile(0);
    Type.Tile right = in.tile(1);
    if (left.dtype() != right.dtype()) {
      throw differentDtypes(left.dtype(), right.dtype());
    }
    if (!Extents.equal(left.shape(), right.shape())) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs two tiles of one shape, but gets "
              + Extents.text(left.shape())
              + " and "
              + Extents.text(right.shape()));
    }
    requireFloatForPrecision(in, left.dtype());
    return Shapes.fresh(left, left.shape(), left.dtype(), Shapes.valid(left));
  }

  private static void requireFloatForPrecision(RuleInput in, DataType dtype) {
    if (in.kwargs().isTrue("high_precision") && !dtype.isFloat()) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE, "has a high-precision form for floating-point elements only");
    }
  }

  static Type withScalar(RuleInput in) {
    Type.Shaped left = in.shaped(0);
    DataType dtype =
        in.type(1).elementType().map(d -> Shapes.promote(left.dtype(), d)).orElse(left.dtype());
    return Shapes.fresh(left, left.shape(), dtype, isWindow(left) ? List.of() : Shapes.valid(left));
  }

  static Type withScalarKept(RuleInput in) {
    Type.Shaped left = in.shaped(0);
    return Shapes.fresh(
        left, left.shape(), left.dtype(), isWindow(left) ? List.of() : Shapes.valid(left));
  }

  static Type withAny(RuleInput in) {
    return in.type(1) instanceof Type.Shaped ? binary(in) : withScalar(in);
  }

  static Type compare(RuleInput in) {
    Type.Shaped left = in.shaped(0);
    if (in.type(1) instanceof Type.Shaped) {
      return combine(in);
    }
    DataType dtype =
        in.type(1).elementType().map(d -> Shapes.promote(left.dtype(), d)).orElse(left.dtype());
    return Shapes.tensor(left.shape(), dtype, List.of());
  }

  /** Eight predicates share one byte, and rows of the mask are aligned to 32 bytes. */
  static Type packedMask(RuleInput in) {
    Type.Tile left = in.tile(0);
    List<Expr> shape =
        in.type(1) instanceof Type.Tile right
            ? Shapes.broadcast(left.shape(), right.shape())
            : left.shape();
    List<Expr> mask = new ArrayList<>(shape);
    List<Expr> valid = new ArrayList<>(Shapes.valid(left));
    Expr bytes = dividedUp(mask.getLast(), 8);
    mask.set(mask.size() - 1, times(dividedUp(bytes, 32), 32));
    valid.set(valid.size() - 1, dividedUp(valid.getLast(), 8));
    return Shapes.tile(mask, DataType.UINT8, valid, Optional.of(MemorySpace.Vec));
  }

  private static Expr dividedUp(Expr value, long by) {
    OptionalLong constant = Extents.constant(value);
    Origin origin = value.origin();
    if (constant.isPresent()) {
      return Extents.index(Math.ceilDiv(constant.getAsLong(), by), origin);
    }
    Expr rounded =
        ScalarArithmetic.binary(Expr.BinaryOp.ADD, value, Extents.index(by - 1, origin), origin);
    return ScalarArithmetic.binary(
        Expr.BinaryOp.FLOOR_DIV, rounded, Extents.index(by, origin), origin);
  }

  private static Expr times(Expr value, long by) {
    OptionalLong constant = Extents.constant(value);
    return constant.isPresent()
        ? Extents.index(constant.getAsLong() * by, value.origin())
        : ScalarArithmetic.binary(
            Expr.BinaryOp.MUL, value, Extents.index(by, value.origin()), value.origin());
  }

  static Type bitwise(RuleInput in) {
    requireIntegers(in);
    if (in.type(0) instanceof Type.Tensor) {
      requireOneShape(in);
    }
    return binary(in);
  }

  static Type bitwiseScalar(RuleInput in) {
    requireIntegers(in);
    return withScalarKept(in);
  }

  static Type shift(RuleInput in) {
    requireIntegers(in);
    Type.Shaped left = in.shaped(0);
    if (left instanceof Type.Tensor) {
      requireOneShape(in);
    }
    Type.Shaped result = (Type.Shaped) binary(in);
    return Shapes.fresh(left, result.shape(), left.dtype(), Shapes.valid(result));
  }

  static Type shiftScalar(RuleInput in) {
    requireIntegers(in);
    OptionalLong count = Extents.constant(in.args().get(1));
    if (count.isPresent() && count.getAsLong() < 0 && in.type(0) instanceof Type.Tensor) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "cannot shift by a negative number, " + count.getAsLong());
    }
    return withScalarKept(in);
  }

  private static void requireIntegers(RuleInput in) {
    for (int i = 0; i < 2; i++) {
      Optional<DataType> dtype = in.type(i).elementType();
      if (dtype.isPresent() && !dtype.get().isInteger()) {
        throw new RuleFailure(
            Code.OP_UNSUPPORTED_DTYPE,
            "needs integers, but operand " + (i + 1) + " has dtype " + dtype.get());
      }
    }
  }

  /** There is no instruction that stretches an operand of a bitwise operation. */
  private static void requireOneShape(RuleInput in) {
    List<Expr> left = in.shaped(0).shape();
    List<Expr> right = in.shaped(1).shape();
    if (!Extents.equal(left, right)) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs two operands of one shape, for it does not broadcast, but gets "
              + Extents.text(left)
              + " and "
              + Extents.text(right));
    }
  }

  static Type unary(RuleInput in) {
    Type.Shaped operand = in.shaped(0);
    return Shapes.fresh(operand, operand.shape(), operand.dtype(), Shapes.valid(operand));
  }

  static Type unaryFloat(RuleInput in) {
    Type.Shaped operand = in.shaped(0);
    DataType dtype = operand.dtype().isFloat() ? operand.dtype() : DataType.FP32;
    boolean precise =
        in.kwargs().isTrue("high_precision") && in.operator().name().equals(Ops.TENSOR_RECIP);
    if (precise && operand.dtype() != DataType.FP16 && operand.dtype() != DataType.FP32) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE, "has a high-precision form for FP16 and FP32 only");
    }
    return Shapes.fresh(operand, operand.shape(), dtype, Shapes.valid(operand));
  }

  static Type cast(RuleInput in) {
    Type.Shaped operand = in.shaped(0);
    DataType target = in.dtype("target_type").orElse(operand.dtype());
    if (target == operand.dtype()
        && in.kwargs().get("target_type").filter(Attr.DType.class::isInstance).isPresent()) {
      throw new RuleFailure(
          Code.OP_CAST_TO_SAME_DTYPE,
          "converts to " + target + " what has that dtype already; drop the cast",
          operand);
    }
    return Shapes.fresh(operand, operand.shape(), target, Shapes.valid(operand));
  }

  static Type select(RuleInput in) {
    Type.Tile left = in.tile(1);
    Type.Tile right = in.tile(2);
    List<Expr> shape = Shapes.broadcast(left.shape(), right.shape());
    return Shapes.fresh(
        left, shape, Shapes.promote(left.dtype(), right.dtype()), Shapes.valid(left));
  }

  static Type likeSecond(RuleInput in) {
    Type.Shaped operand = in.shaped(1);
    return Shapes.fresh(operand, operand.shape(), operand.dtype(), Shapes.valid(operand));
  }

  private static RuleFailure differentDtypes(DataType a, DataType b) {
    return new RuleFailure(
        Code.OP_DTYPE_MISMATCH, "needs operands of one dtype, but gets " + a + " and " + b);
  }

  private static boolean isWindow(Type.Shaped type) {
    return type instanceof Type.Tensor t && t.distributed();
  }
}
