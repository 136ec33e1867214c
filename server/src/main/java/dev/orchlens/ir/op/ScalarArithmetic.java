package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Builds operations on scalars and types them (reference: docs/en/dev/ir/01-hierarchy.md, "Scalar
 * Expressions"): both operands must be integers or both floating-point numbers, the wider dtype
 * wins, the left one between equals, and the narrower operand is converted.
 */
public final class ScalarArithmetic {
  private ScalarArithmetic() {}

  /**
   * Returns {@code left op right}. What is no scalar, a truth value among numbers or a mixture of
   * integers and floating-point numbers is reported, and an expression of the probable type
   * returned.
   */
  public static Expr binary(
      BinaryOp op, Expr left, Expr right, Origin origin, Consumer<Problem> problems) {
    try {
      return binary(op, left, right, origin);
    } catch (RuleFailure failure) {
      return failed(op.name(), failure, origin, problems);
    }
  }

  /** Returns {@code op operand}; {@code cast} is a method of its own. */
  public static Expr unary(UnaryOp op, Expr operand, Origin origin, Consumer<Problem> problems) {
    try {
      return switch (op) {
        case NOT -> new Expr.Unary(op, operand, Type.BOOL, origin);
        case NEG, ABS -> new Expr.Unary(op, operand, new Type.Scalar(dtype(operand)), origin);
        case BIT_NOT -> {
          requireInteger(dtype(operand));
          yield new Expr.Unary(op, operand, new Type.Scalar(dtype(operand)), origin);
        }
        case CAST -> operand;
      };
    } catch (RuleFailure failure) {
      return failed(op.name(), failure, origin, problems);
    }
  }

  /** Returns a scalar converted to {@code dtype}. */
  public static Expr cast(Expr operand, DataType dtype, Origin origin) {
    return new Expr.Unary(UnaryOp.CAST, operand, new Type.Scalar(dtype), origin);
  }

  private static Expr failed(
      String op, RuleFailure failure, Origin origin, Consumer<Problem> problems) {
    return failure.reported(
        "'" + op.toLowerCase(Locale.ROOT).replace('_', ' ') + "'", origin, problems);
  }

  /**
   * Returns {@code left op right}.
   *
   * @throws RuleFailure when the operands do not go together
   */
  public static Expr binary(BinaryOp op, Expr left, Expr right, Origin origin) {
    if (op == BinaryOp.AND || op == BinaryOp.OR || op == BinaryOp.XOR) {
      return new Expr.Binary(op, left, right, Type.BOOL, origin);
    }
    DataType a = dtype(left);
    DataType b = dtype(right);
    switch (op) {
      case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> {
        requireInteger(a);
        requireInteger(b);
      }
      default -> {}
    }
    DataType common = common(op, a, b);
    Type result = op.isComparison() ? Type.BOOL : new Type.Scalar(common);
    return new Expr.Binary(
        op, widened(left, a, common, origin), widened(right, b, common, origin), result, origin);
  }

  private static DataType common(BinaryOp op, DataType a, DataType b) {
    Type guess =
        op.isComparison() ? Type.BOOL : new Type.Scalar(a.isFloat() || !b.isFloat() ? a : b);
    for (DataType dtype : new DataType[] {a, b}) {
      if (!dtype.isInteger() && !dtype.isFloat()) {
        throw new RuleFailure(
            Code.OP_SCALAR_DTYPE, "needs numbers, but one operand has dtype " + dtype, guess);
      }
    }
    if (a.isFloat() != b.isFloat()) {
      throw new RuleFailure(
          Code.OP_SCALAR_DTYPE,
          "cannot combine an integer and a floating-point number ("
              + a
              + " and "
              + b
              + "); convert one of them with pl.cast",
          guess);
    }
    return b.bits() > a.bits() ? b : a;
  }

  private static void requireInteger(DataType dtype) {
    if (!dtype.isInteger()) {
      throw new RuleFailure(
          Code.OP_SCALAR_DTYPE, "needs integers, but one operand has dtype " + dtype);
    }
  }

  /** INDEX and INT64 are one representation: no conversion stands between them. */
  private static Expr widened(Expr operand, DataType from, DataType to, Origin origin) {
    boolean same =
        from == to
            || from == DataType.INDEX && to == DataType.INT64
            || from == DataType.INT64 && to == DataType.INDEX;
    return same ? operand : cast(operand, to, origin);
  }

  private static DataType dtype(Expr operand) {
    return switch (operand.type()) {
      case Type.Scalar s -> s.dtype();
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      case Type t ->
          throw new RuleFailure(
              Code.OP_NOT_A_SCALAR, "works on scalars, but an operand is " + noun(t), t);
    };
  }

  /** Returns what to call a value of a type in a message, with its article. */
  public static String noun(Type type) {
    return switch (type) {
      case Type.Scalar s -> "a scalar of dtype " + s.dtype();
      case Type.Tensor _ -> "a tensor";
      case Type.Tile _ -> "a tile";
      case Type.Array _ -> "an array";
      case Type.Tuple _ -> "a tuple";
      case Type.Opaque o -> "a " + o.name();
      case Type.Unknown _ -> "of unknown type";
      case Type.None _ -> "no value";
    };
  }
}
