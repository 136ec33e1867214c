package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.arith.Analyzer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What can be proved about extents and offsets, and how they are written: constants by value,
 * everything else by the analyzer (reference: docs/en/dev/passes/simplify).
 */
final class Extents {
  private Extents() {}

  /** Returns the integer that an expression always is, or nothing. */
  static OptionalLong constant(Expr expr) {
    if (expr instanceof Expr.ConstInt c) {
      return OptionalLong.of(c.value());
    }
    if (!(expr instanceof Expr.Binary) && !(expr instanceof Expr.Unary) || !isInteger(expr)) {
      return OptionalLong.empty();
    }
    return new Analyzer().simplify(expr) instanceof Expr.ConstInt c
        ? OptionalLong.of(c.value())
        : OptionalLong.empty();
  }

  private static boolean isInteger(Expr expr) {
    return expr.type() instanceof Type.Scalar s && s.dtype().isInteger();
  }

  private static boolean isSigned(Expr expr) {
    return expr.type().elementType().filter(d -> d.family() == DataType.Family.SIGNED).isPresent();
  }

  private static boolean comparable(Expr left, Expr right) {
    return isInteger(left) && isInteger(right) && isSigned(left) == isSigned(right);
  }

  /** Returns whether two expressions are always equal. */
  static boolean equal(Expr left, Expr right) {
    if (left == right) {
      return true;
    }
    if (left instanceof Expr.ConstInt a && right instanceof Expr.ConstInt b) {
      return a.value() == b.value();
    }
    return comparable(left, right) && proves(BinaryOp.EQ, left, right);
  }

  private static boolean proves(BinaryOp op, Expr left, Expr right) {
    return new Analyzer().proves(ScalarArithmetic.binary(op, left, right, Origin.none()));
  }

  /** Returns whether two shapes are equal in every dimension. */
  static boolean equal(List<Expr> left, List<Expr> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether {@code left <= right} always holds. */
  static boolean atMost(Expr left, Expr right) {
    return left == right || decides(BinaryOp.LE, left, right);
  }

  /** Returns whether {@code left > right} always holds. */
  static boolean exceeds(Expr left, Expr right) {
    return decides(BinaryOp.GT, left, right);
  }

  private static boolean decides(BinaryOp op, Expr left, Expr right) {
    if (left instanceof Expr.ConstInt a && right instanceof Expr.ConstInt b) {
      return op == BinaryOp.GT ? a.value() > b.value() : a.value() <= b.value();
    }
    return comparable(left, right) && proves(op, left, right);
  }

  /** Returns the constant {@code value} as an index. */
  static Expr index(long value, Origin origin) {
    return new Expr.ConstInt(value, DataType.INDEX, origin);
  }

  /** Returns {@code upper - lower}, simplified. */
  static Expr difference(Expr upper, Expr lower, Origin origin) {
    return combined(BinaryOp.SUB, upper, lower, origin);
  }

  /** Returns the sum of two extents, simplified. */
  static Expr sum(Expr left, Expr right, Origin origin) {
    return combined(BinaryOp.ADD, left, right, origin);
  }

  private static Expr combined(BinaryOp op, Expr left, Expr right, Origin origin) {
    if (left instanceof Expr.ConstInt a && right instanceof Expr.ConstInt b) {
      return switch (op) {
        case ADD -> index(a.value() + b.value(), origin);
        case SUB -> index(a.value() - b.value(), origin);
        case MIN -> index(Math.min(a.value(), b.value()), origin);
        default -> index(Math.max(a.value(), b.value()), origin);
      };
    }
    return new Analyzer().simplify(ScalarArithmetic.binary(op, left, right, origin));
  }

  /** Returns the smaller extent, as an operation when that is not decided. */
  static Expr min(Expr left, Expr right, Origin origin) {
    if (atMost(left, right)) {
      return left;
    }
    return atMost(right, left) ? right : combined(BinaryOp.MIN, left, right, origin);
  }

  /** Returns the larger extent, as an operation when that is not decided. */
  static Expr max(Expr left, Expr right, Origin origin) {
    if (atMost(left, right)) {
      return right;
    }
    return atMost(right, left) ? left : combined(BinaryOp.MAX, left, right, origin);
  }

  /**
   * Returns {@code max(available, offset) - offset}: what remains behind an offset, never less than
   * nothing.
   */
  static Expr remaining(Expr available, Expr offset, Origin origin) {
    Expr reached = ScalarArithmetic.binary(BinaryOp.MAX, available, offset, origin);
    return combined(BinaryOp.SUB, reached, offset, origin);
  }

  /**
   * Returns the product of the constant dimensions of a shape, or nothing when one is not constant.
   */
  static OptionalLong elements(List<Expr> shape) {
    long product = 1;
    for (Expr dim : shape) {
      OptionalLong value = constant(dim);
      if (value.isEmpty()) {
        return OptionalLong.empty();
      }
      product *= value.getAsLong();
    }
    return OptionalLong.of(product);
  }

  /** Returns a shape as a user writes it. */
  static String text(List<Expr> shape) {
    return shape.stream().map(Extents::text).toList().toString();
  }

  /** Returns an extent as a user writes it. */
  static String text(Expr extent) {
    return switch (extent) {
      case Expr.ConstInt c -> Long.toString(c.value());
      case Var v -> v.sourceName();
      case Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _) ->
          symbol(op)
              .map(s -> text(l) + " " + s + " " + text(r))
              .orElseGet(
                  () -> op.name().toLowerCase(Locale.ROOT) + "(" + text(l) + ", " + text(r) + ")");
      case Expr.Unary(UnaryOp op, Expr e, Type _, Origin _) when op == UnaryOp.CAST -> text(e);
      default -> "?";
    };
  }

  private static Optional<String> symbol(BinaryOp op) {
    return Optional.ofNullable(
        switch (op) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case FLOOR_DIV -> "//";
          case FLOOR_MOD -> "%";
          default -> null;
        });
  }
}
