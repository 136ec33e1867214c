package dev.orchlens.lower.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What can be proved about extents and offsets: every integer expression is a constant plus multiples of parts that it
 * cannot look into, and two of them compare when their difference is a constant or bounded. It decides what the
 * reference's analyzer decides for the shapes that programs write, and says nothing about the rest.
 */
public final class Extents {
  private Extents() {}

  /** The outcome of a proof. */
  enum Proof {
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** A constant plus multiples of opaque parts; the keys compare by structure, whatever the parts' origins are. */
  private record Linear(long constant, Map<Object, Term> terms) {
    Linear plus(Linear other, long factor) {
      Map<Object, Term> sum = new LinkedHashMap<>(terms);
      other.terms.forEach(
          (key, term) -> sum.merge(key, term.times(factor), (a, b) -> new Term(a.part, a.factor + b.factor)));
      sum.values().removeIf(t -> t.factor == 0);
      return new Linear(constant + factor * other.constant, sum);
    }
  }

  private record Term(Expr part, long factor) {
    Term times(long by) {
      return new Term(part, factor * by);
    }
  }

  private static Linear linear(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> new Linear(c.value(), Map.of());
      case Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _) when op == BinaryOp.ADD -> linear(l).plus(linear(r), 1);
      case Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _) when op == BinaryOp.SUB ->
          linear(l).plus(linear(r), -1);
      case Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _) when op == BinaryOp.MUL -> product(expr, linear(l), linear(r));
      case Expr.Unary(UnaryOp op, Expr e, Type _, Origin _) when op == UnaryOp.NEG -> zero().plus(linear(e), -1);
      case Expr.Binary e when folded(e).isPresent() -> new Linear(folded(e).getAsLong(), Map.of());
      default -> opaque(expr);
    };
  }

  private static Linear zero() {
    return new Linear(0, Map.of());
  }

  private static Linear opaque(Expr expr) {
    return new Linear(0, Map.of(key(expr), new Term(expr, 1)));
  }

  private static Linear product(Expr whole, Linear left, Linear right) {
    if (left.terms.isEmpty()) {
      return zero().plus(right, left.constant);
    }
    return right.terms.isEmpty() ? zero().plus(left, right.constant) : opaque(whole);
  }

  private static OptionalLong folded(Expr.Binary e) {
    OptionalLong left = constant(e.left());
    OptionalLong right = constant(e.right());
    if (left.isEmpty() || right.isEmpty()) {
      return OptionalLong.empty();
    }
    long a = left.getAsLong();
    long b = right.getAsLong();
    return switch (e.op()) {
      case FLOOR_DIV -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(a, b));
      case FLOOR_MOD -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorMod(a, b));
      case MIN -> OptionalLong.of(Math.min(a, b));
      case MAX -> OptionalLong.of(Math.max(a, b));
      default -> OptionalLong.empty();
    };
  }

  /** Returns a value that is equal for expressions of the same structure; a variable is equal to itself alone. */
  private static Object key(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> c.value();
      case Expr.ConstFloat c -> c.value();
      case Expr.ConstBool c -> c.value();
      case Expr.Binary e -> List.of(e.op(), key(e.left()), key(e.right()));
      case Expr.Unary e -> List.of(e.op(), key(e.operand()), e.type());
      case Expr.TupleGet e -> List.of("get", e.index(), key(e.tuple()));
      case Expr.MakeTuple e -> e.elements().stream().map(Extents::key).toList();
      case Expr.Call e -> List.of(e.callee().name(), e.args().stream().map(Extents::key).toList());
      default -> expr;
    };
  }

  /** Returns the integer that an expression always is, or nothing. */
  public static OptionalLong constant(Expr expr) {
    Linear form = linear(expr);
    return form.terms.isEmpty() && isInteger(expr) ? OptionalLong.of(form.constant) : OptionalLong.empty();
  }

  private static boolean isInteger(Expr expr) {
    return expr.type().elementType().map(DataType::isInteger).orElse(false);
  }

  /** Returns whether two expressions are always equal. */
  static boolean equal(Expr left, Expr right) {
    Linear difference = linear(left).plus(linear(right), -1);
    return difference.terms.isEmpty() && difference.constant == 0;
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

  /** Returns whether {@code left <= right} always holds, or never. */
  static Proof lessOrEqual(Expr left, Expr right) {
    Linear difference = linear(right).plus(linear(left), -1);
    Optional<Long> low = bound(difference, true);
    if (low.isPresent() && low.get() >= 0) {
      return Proof.TRUE;
    }
    Optional<Long> high = bound(difference, false);
    return high.isPresent() && high.get() < 0 ? Proof.FALSE : Proof.UNKNOWN;
  }

  private static Optional<Long> bound(Linear form, boolean lowest) {
    long sum = form.constant;
    for (Term term : form.terms.values()) {
      Optional<Long> part = bound(term.part, (term.factor > 0) == lowest);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      sum += term.factor * part.get();
    }
    return Optional.of(sum);
  }

  /** Returns the least (or greatest) value of a part; a variable has none. */
  private static Optional<Long> bound(Expr part, boolean lowest) {
    if (!(part instanceof Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _))) {
      return Optional.empty();
    }
    Optional<Long> a = bound(linear(l), lowest);
    Optional<Long> b = bound(linear(r), lowest);
    return switch (op) {
      case MIN -> lowest ? both(a, b).map(_ -> Math.min(a.get(), b.get())) : least(a, b);
      case MAX -> lowest ? greatest(a, b) : both(a, b).map(_ -> Math.max(a.get(), b.get()));
      case FLOOR_MOD -> {
        OptionalLong divisor = constant(r);
        yield divisor.isPresent() && divisor.getAsLong() > 0
            ? Optional.of(lowest ? 0 : divisor.getAsLong() - 1)
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Long> both(Optional<Long> a, Optional<Long> b) {
    return a.isPresent() && b.isPresent() ? a : Optional.empty();
  }

  private static Optional<Long> least(Optional<Long> a, Optional<Long> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(Math.min(a.get(), b.get())) : a.or(() -> b);
  }

  private static Optional<Long> greatest(Optional<Long> a, Optional<Long> b) {
    return a.isPresent() && b.isPresent() ? Optional.of(Math.max(a.get(), b.get())) : a.or(() -> b);
  }

  /** Returns the constant {@code value} as an index. */
  public static Expr index(long value, Origin origin) {
    return new Expr.ConstInt(value, DataType.INDEX, origin);
  }

  /** Returns {@code upper - lower}, a constant where the difference is one. */
  public static Expr difference(Expr upper, Expr lower, Origin origin) {
    Linear difference = linear(upper).plus(linear(lower), -1);
    if (difference.terms.isEmpty()) {
      return index(difference.constant, origin);
    }
    if (constant(lower).orElse(1) == 0) {
      return upper;
    }
    return ScalarArithmetic.binary(BinaryOp.SUB, upper, lower, origin);
  }

  /** Returns the sum of two extents, a constant where it is one. */
  static Expr sum(Expr left, Expr right, Origin origin) {
    Linear sum = linear(left).plus(linear(right), 1);
    return sum.terms.isEmpty()
        ? index(sum.constant, origin)
        : ScalarArithmetic.binary(BinaryOp.ADD, left, right, origin);
  }

  /** Returns the smaller extent, as an operation when that is not decided. */
  static Expr min(Expr left, Expr right, Origin origin) {
    if (lessOrEqual(left, right) == Proof.TRUE) {
      return left;
    }
    return lessOrEqual(right, left) == Proof.TRUE
        ? right
        : ScalarArithmetic.binary(BinaryOp.MIN, left, right, origin);
  }

  /** Returns the larger extent, as an operation when that is not decided. */
  static Expr max(Expr left, Expr right, Origin origin) {
    if (lessOrEqual(left, right) == Proof.TRUE) {
      return right;
    }
    return lessOrEqual(right, left) == Proof.TRUE
        ? left
        : ScalarArithmetic.binary(BinaryOp.MAX, left, right, origin);
  }

  /** Returns the product of the constant dimensions of a shape, or nothing when one is not constant. */
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
    OptionalLong value = constant(extent);
    if (value.isPresent()) {
      return Long.toString(value.getAsLong());
    }
    return switch (extent) {
      case dev.orchlens.ir.Var v -> v.sourceName();
      case Expr.Binary(BinaryOp op, Expr l, Expr r, Type _, Origin _) ->
          switch (op) {
            case ADD -> text(l) + " + " + text(r);
            case SUB -> text(l) + " - " + text(r);
            case MUL -> text(l) + " * " + text(r);
            case FLOOR_DIV -> text(l) + " // " + text(r);
            case FLOOR_MOD -> text(l) + " % " + text(r);
            case MIN -> "min(" + text(l) + ", " + text(r) + ")";
            case MAX -> "max(" + text(l) + ", " + text(r) + ")";
            default -> "?";
          };
      case Expr.Unary(UnaryOp op, Expr e, Type _, Origin _) when op == UnaryOp.CAST -> text(e);
      default -> "?";
    };
  }
}
