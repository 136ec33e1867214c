package dev.orchlens.ir.arith;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Makes and compares scalar expressions; operands of different widths are cast to the wider type.
 */
public final class Scalars {
  private Scalars() {}

  /**
   * Returns the element type of a scalar.
   *
   * @throws Rejection when {@code expr} is no scalar
   */
  public static DataType dtype(Expr expr) {
    if (expr.type() instanceof Type.Scalar scalar) {
      return scalar.dtype();
    }
    throw rejected("This value is used in arithmetic, but it is no scalar.", expr);
  }

  /** Returns whether {@code expr} is a scalar of an integer type. */
  static boolean isInteger(Expr expr) {
    return expr.type() instanceof Type.Scalar scalar && scalar.dtype().isInteger();
  }

  /** Returns an integer constant. */
  public static Expr constant(long value, DataType dtype, Origin origin) {
    return new Expr.ConstInt(value, dtype, origin);
  }

  /** Returns a truth value. */
  public static Expr constant(boolean value, Origin origin) {
    return new Expr.ConstBool(value, origin);
  }

  /**
   * Returns the operation on both operands, the narrower one cast.
   *
   * @throws Rejection when the operands do not go together
   */
  public static Expr binary(BinaryOp op, Expr left, Expr right, Origin origin) {
    return switch (op) {
      case AND, OR, XOR -> new Expr.Binary(op, left, right, Type.BOOL, origin);
      case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> {
        if (!dtype(left).isInteger() || !dtype(right).isInteger()) {
          throw rejected("A bit operation takes integers only.", left);
        }
        yield promoted(op, left, right, origin);
      }
      default -> promoted(op, left, right, origin);
    };
  }

  private static Expr promoted(BinaryOp op, Expr left, Expr right, Origin origin) {
    DataType l = dtype(left);
    DataType r = dtype(right);
    if (!isNumber(l) || !isNumber(r) || l.isFloat() != r.isFloat()) {
      throw rejected(
          "A value of type "
              + l
              + " and one of type "
              + r
              + " cannot be combined; cast one of them.",
          left);
    }
    DataType wider = r.bits() > l.bits() ? r : l;
    Type type = op.isComparison() ? Type.BOOL : new Type.Scalar(wider);
    return new Expr.Binary(op, cast(left, wider, origin), cast(right, wider, origin), type, origin);
  }

  private static boolean isNumber(DataType type) {
    return type.isInteger() || type.isFloat();
  }

  /** Casts, except between the two kinds of 64-bit signed integers, which are the same. */
  private static Expr cast(Expr expr, DataType to, Origin origin) {
    DataType from = dtype(expr);
    boolean isSame = from == to || (isWideInteger(from) && isWideInteger(to));
    return isSame ? expr : new Expr.Unary(UnaryOp.CAST, expr, new Type.Scalar(to), origin);
  }

  private static boolean isWideInteger(DataType type) {
    return type == DataType.INDEX || type == DataType.INT64;
  }

  /** Returns the operation on one operand; a cast keeps the type of {@code like}. */
  static Expr unary(UnaryOp op, Expr operand, Type like, Origin origin) {
    return new Expr.Unary(op, operand, like, origin);
  }

  /** Returns the negated value. */
  public static Expr negated(Expr operand, Origin origin) {
    return new Expr.Unary(UnaryOp.NEG, operand, new Type.Scalar(dtype(operand)), origin);
  }

  /** Returns the opposite truth value. */
  public static Expr not(Expr operand, Origin origin) {
    return new Expr.Unary(UnaryOp.NOT, operand, Type.BOOL, origin);
  }

  private static Rejection rejected(String message, Expr at) {
    return new Rejection(new Problem(Code.TYPE_ARITHMETIC, message, at.origin()));
  }

  // ---------------------------------------------------------------- comparison

  /** Returns whether two expressions are the same computation, wherever they come from. */
  public static boolean same(Expr a, Expr b) {
    if (a == b) {
      return true;
    }
    return switch (a) {
      case Var _, Expr.Unknown _ -> false;
      case Expr.ConstInt x ->
          b instanceof Expr.ConstInt y && x.value() == y.value() && x.dtype() == y.dtype();
      case Expr.ConstFloat x ->
          b instanceof Expr.ConstFloat y
              && Double.compare(x.value(), y.value()) == 0
              && x.dtype() == y.dtype();
      case Expr.ConstBool x -> b instanceof Expr.ConstBool y && x.value() == y.value();
      case Expr.Binary x ->
          b instanceof Expr.Binary y
              && x.op() == y.op()
              && same(x.left(), y.left())
              && same(x.right(), y.right());
      case Expr.Unary x ->
          b instanceof Expr.Unary y
              && x.op() == y.op()
              && (x.op() != UnaryOp.CAST || x.type().equals(y.type()))
              && same(x.operand(), y.operand());
      case Expr.MakeTuple x -> b instanceof Expr.MakeTuple y && same(x.elements(), y.elements());
      case Expr.TupleGet x ->
          b instanceof Expr.TupleGet y && x.index() == y.index() && same(x.tuple(), y.tuple());
      case Expr.Call x ->
          b instanceof Expr.Call y
              && x.callee() instanceof Callee.Op
              && x.callee().equals(y.callee())
              && x.kwargs().equals(y.kwargs())
              && same(x.args(), y.args());
      case Expr.Submit _ -> false;
    };
  }

  /** Returns whether two lists hold the same computations in the same order. */
  public static boolean same(List<Expr> a, List<Expr> b) {
    return pairwise(a, b, Scalars::same);
  }

  /** Returns whether two lists are as long and {@code same} holds of each pair in them. */
  public static <T> boolean pairwise(List<T> a, List<T> b, BiPredicate<T, T> same) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same.test(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether two dimensions are the same, also when only arithmetic shows it; what is
   * unknown fits everything.
   */
  public static boolean sameExtent(Expr a, Expr b) {
    if (a instanceof Expr.ConstInt x && b instanceof Expr.ConstInt y) {
      return x.value() == y.value();
    }
    if (a instanceof Expr.Unknown || b instanceof Expr.Unknown || same(a, b)) {
      return true;
    }
    Expr difference = new Expr.Binary(Expr.BinaryOp.SUB, a, b, a.type(), Origin.none());
    return new Analyzer().simplify(difference).constant().orElse(1L) == 0;
  }
}
