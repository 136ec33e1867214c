package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.ConstBool;
import dev.orchlens.ir.Expr.ConstFloat;
import dev.orchlens.ir.Expr.ConstInt;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.rule.Code;

/**
 * Folds operations on constants, and those with a neutral or absorbing constant; what would
 * overflow stays.
 */
final class Fold {
  private Fold() {}

  /**
   * Returns the folded operation, or null when it does not fold.
   *
   * @throws Rejection for a division by the constant 0
   */
  static Expr binary(BinaryOp op, Expr left, Expr right, Origin origin) {
    return switch (op) {
      case AND -> logical(left, right, false);
      case OR -> logical(left, right, true);
      case XOR ->
          left instanceof ConstBool a && right instanceof ConstBool b
              ? new ConstBool(a.value() != b.value(), origin)
              : null;
      case EQ, NE, LT, LE, GT, GE -> comparison(op, left, right, origin);
      case MIN, MAX -> left == right ? left : constants(op, left, right, origin);
      case ADD, SUB, MUL, FLOOR_DIV, FLOOR_MOD, FLOAT_DIV, POW -> {
        rejectDivisionByZero(op, right);
        Expr folded = constants(op, left, right, origin);
        boolean areConstants =
            (left instanceof ConstInt && right instanceof ConstInt)
                || (left instanceof ConstFloat && right instanceof ConstFloat);
        yield areConstants ? folded : neutral(op, left, right, origin);
      }
      case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> constants(op, left, right, origin);
    };
  }

  private static void rejectDivisionByZero(BinaryOp op, Expr right) {
    boolean divides = op == BinaryOp.FLOOR_DIV || op == BinaryOp.FLOOR_MOD;
    if (divides && right instanceof ConstInt c && c.value() == 0) {
      throw new Rejection(
          new Problem(Code.ARITH_DIVISION_BY_ZERO, "This divides by 0.", right.origin()));
    }
  }

  /** Folds {@code and} ({@code absorbing} false) and {@code or} ({@code absorbing} true). */
  private static Expr logical(Expr left, Expr right, boolean absorbing) {
    if (left instanceof ConstBool a) {
      return a.value() == absorbing ? left : right;
    }
    if (right instanceof ConstBool b) {
      return b.value() == absorbing ? right : left;
    }
    return null;
  }

  private static Expr comparison(BinaryOp op, Expr left, Expr right, Origin origin) {
    int order;
    if (left instanceof ConstInt a && right instanceof ConstInt b) {
      order = Long.compare(a.value(), b.value());
    } else if (left instanceof ConstFloat a && right instanceof ConstFloat b) {
      if (Double.isNaN(a.value()) || Double.isNaN(b.value())) {
        return new ConstBool(op == BinaryOp.NE, origin);
      }
      order = a.value() == b.value() ? 0 : Double.compare(a.value(), b.value());
    } else {
      return null;
    }
    boolean holds =
        switch (op) {
          case EQ -> order == 0;
          case NE -> order != 0;
          case LT -> order < 0;
          case LE -> order <= 0;
          case GT -> order > 0;
          default -> order >= 0;
        };
    return new ConstBool(holds, origin);
  }

  private static Expr constants(BinaryOp op, Expr left, Expr right, Origin origin) {
    if (left instanceof ConstInt a && right instanceof ConstInt b) {
      try {
        return integers(op, a.value(), b.value(), a.dtype(), origin);
      } catch (ArithmeticException overflow) {
        return null;
      }
    }
    if (left instanceof ConstFloat a && right instanceof ConstFloat b) {
      return floats(op, a.value(), b.value(), a.dtype(), origin);
    }
    return null;
  }

  private static Expr integers(BinaryOp op, long a, long b, DataType dtype, Origin origin) {
    boolean isShift = op == BinaryOp.SHIFT_LEFT || op == BinaryOp.SHIFT_RIGHT;
    if (op == BinaryOp.FLOAT_DIV || (isShift && (b < 0 || b >= Long.SIZE))) {
      return null;
    }
    long value =
        switch (op) {
          case ADD -> Math.addExact(a, b);
          case SUB -> Math.subtractExact(a, b);
          case MUL -> Math.multiplyExact(a, b);
          case FLOOR_DIV -> Math.floorDivExact(a, b);
          case FLOOR_MOD -> Math.floorMod(a, b);
          case MIN -> Math.min(a, b);
          case MAX -> Math.max(a, b);
          case POW -> power(a, b);
          case BIT_AND -> a & b;
          case BIT_OR -> a | b;
          case BIT_XOR -> a ^ b;
          case SHIFT_LEFT -> a << b;
          case SHIFT_RIGHT -> a >> b;
          default -> throw new ArithmeticException("no integer operation: " + op);
        };
    return new ConstInt(value, dtype, origin);
  }

  private static long power(long base, long exponent) {
    if (exponent < 0) {
      throw new ArithmeticException("negative exponent");
    }
    long result = 1;
    for (long square = base, e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        result = Math.multiplyExact(result, square);
      }
      if (e > 1) {
        square = Math.multiplyExact(square, square);
      }
    }
    return result;
  }

  private static Expr floats(BinaryOp op, double a, double b, DataType dtype, Origin origin) {
    return switch (op) {
      case ADD -> new ConstFloat(a + b, dtype, origin);
      case SUB -> new ConstFloat(a - b, dtype, origin);
      case MUL -> new ConstFloat(a * b, dtype, origin);
      case FLOAT_DIV -> new ConstFloat(a / b, dtype, origin);
      case MIN -> new ConstFloat(Math.min(a, b), dtype, origin);
      case MAX -> new ConstFloat(Math.max(a, b), dtype, origin);
      case POW -> new ConstFloat(Math.pow(a, b), dtype, origin);
      default -> null;
    };
  }

  /** Folds an operation with one constant operand that decides the result. */
  private static Expr neutral(BinaryOp op, Expr left, Expr right, Origin origin) {
    return switch (op) {
      case ADD -> is(left, 0) ? right : is(right, 0) ? left : null;
      case SUB -> is(right, 0) ? left : null;
      case MUL -> {
        if (is(left, 1)) {
          yield right;
        }
        if (is(right, 1)) {
          yield left;
        }
        yield isInt(left, 0) ? left : isInt(right, 0) ? right : null;
      }
      case FLOOR_DIV -> isInt(right, 1) ? left : null;
      case FLOOR_MOD ->
          isInt(right, 1) ? new ConstInt(0, ((ConstInt) right).dtype(), origin) : null;
      case FLOAT_DIV -> right instanceof ConstFloat f && f.value() == 1 ? left : null;
      case POW -> {
        if (is(left, 1) || is(right, 1)) {
          yield left;
        }
        if (!isInt(right, 0)) {
          yield null;
        }
        DataType dtype = Scalars.dtype(left);
        yield dtype.isFloat() ? new ConstFloat(1, dtype, origin) : new ConstInt(1, dtype, origin);
      }
      default -> null;
    };
  }

  private static boolean isInt(Expr expr, long value) {
    return expr instanceof ConstInt c && c.value() == value;
  }

  private static boolean is(Expr expr, long value) {
    return isInt(expr, value) || (expr instanceof ConstFloat f && f.value() == value);
  }

  /** Returns the folded operation, or null when it does not fold. */
  static Expr unary(UnaryOp op, Expr operand, Origin origin) {
    return switch (op) {
      case NEG -> {
        if (operand instanceof ConstInt c && c.value() != Long.MIN_VALUE) {
          yield new ConstInt(-c.value(), c.dtype(), origin);
        }
        yield operand instanceof ConstFloat f
            ? new ConstFloat(-f.value(), f.dtype(), origin)
            : null;
      }
      case ABS -> {
        if (operand instanceof ConstInt c && c.value() != Long.MIN_VALUE) {
          yield new ConstInt(Math.abs(c.value()), c.dtype(), origin);
        }
        yield operand instanceof ConstFloat f
            ? new ConstFloat(Math.abs(f.value()), f.dtype(), origin)
            : null;
      }
      case NOT -> operand instanceof ConstBool b ? new ConstBool(!b.value(), origin) : null;
      case BIT_NOT ->
          operand instanceof ConstInt c ? new ConstInt(~c.value(), c.dtype(), origin) : null;
      case CAST -> null;
    };
  }
}
