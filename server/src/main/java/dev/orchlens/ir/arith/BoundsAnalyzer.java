package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Computes the ranges of expressions from those of variables; an INDEX is never negative. */
final class BoundsAnalyzer {
  private record Before(Var var, Bounds bounds) {}

  private final Map<Var, Bounds> known = new IdentityHashMap<>();
  private final Predicate<Var> isCarry;

  /**
   * Makes an analyzer that concludes nothing about carries of loops from conditions, as in the
   * reference.
   */
  BoundsAnalyzer(Predicate<Var> isCarry) {
    this.isCarry = isCarry;
  }

  void set(Var var, Bounds bounds) {
    known.put(var, bounds);
  }

  /** Returns the range that {@code var} was given, or null. */
  Bounds known(Var var) {
    return known.get(var);
  }

  void forget(Var var) {
    known.remove(var);
  }

  Bounds of(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt e -> Bounds.of(e.value());
      case Expr.ConstBool e -> Bounds.of(e.value() ? 1 : 0);
      case Expr.ConstFloat e -> ofFloat(e.value());
      case Var v -> ofVariable(v);
      case Expr.Binary e -> ofBinary(e);
      case Expr.Unary e -> ofUnary(e);
      case Expr.MakeTuple _, Expr.TupleGet _, Expr.Invocation _, Expr.Unknown _ ->
          Bounds.everything();
    };
  }

  private static Bounds ofFloat(double value) {
    boolean isFinite = !Double.isNaN(value) && !Double.isInfinite(value);
    return isFinite
        ? new Bounds((long) Math.floor(value), (long) Math.ceil(value))
        : Bounds.everything();
  }

  private Bounds ofVariable(Var var) {
    Bounds bounds = known.get(var);
    return bounds != null ? bounds : byType(var);
  }

  private static Bounds byType(Var var) {
    boolean isIndex = var.type() instanceof Type.Scalar s && s.dtype() == DataType.INDEX;
    return isIndex ? new Bounds(0, Bounds.INFINITE) : Bounds.everything();
  }

  private Bounds ofBinary(Expr.Binary e) {
    return switch (e.op()) {
      case EQ, NE, LT, LE, GT, GE, AND, OR, XOR -> Bounds.truth();
      case FLOAT_DIV, BIT_XOR -> Bounds.everything();
      default -> {
        Bounds a = of(e.left());
        Bounds b = of(e.right());
        yield switch (e.op()) {
          case ADD -> a.plus(b);
          case SUB -> a.minus(b);
          case MUL -> a.times(b);
          case FLOOR_DIV -> a.floorDiv(b);
          case FLOOR_MOD -> a.floorMod(b);
          case POW -> a.power(b);
          case MIN -> new Bounds(Math.min(a.min(), b.min()), Math.min(a.max(), b.max()));
          case MAX -> new Bounds(Math.max(a.min(), b.min()), Math.max(a.max(), b.max()));
          default ->
              a.isNonNegative() && b.isNonNegative() ? ofBits(e.op(), a, b) : Bounds.everything();
        };
      }
    };
  }

  private static Bounds ofBits(Expr.BinaryOp op, Bounds a, Bounds b) {
    boolean isSmallShift = b.max() < Long.SIZE - 1;
    return switch (op) {
      case BIT_AND -> new Bounds(0, Math.min(a.max(), b.max()));
      case BIT_OR -> new Bounds(Math.max(a.min(), b.min()), Bounds.add(a.max(), b.max()));
      case SHIFT_LEFT ->
          isSmallShift
              ? new Bounds(
                  Bounds.multiply(a.min(), 1L << b.min()), Bounds.multiply(a.max(), 1L << b.max()))
              : Bounds.everything();
      case SHIFT_RIGHT ->
          isSmallShift ? new Bounds(a.min() >> b.max(), a.max() >> b.min()) : Bounds.everything();
      default -> Bounds.everything();
    };
  }

  private Bounds ofUnary(Expr.Unary e) {
    return switch (e.op()) {
      case NEG -> of(e.operand()).negated();
      case NOT -> Bounds.truth();
      case BIT_NOT -> Bounds.everything();
      case ABS -> {
        Bounds a = of(e.operand());
        if (a.min() >= 0) {
          yield a;
        }
        yield a.max() <= 0 ? a.negated() : new Bounds(0, Math.max(Bounds.negate(a.min()), a.max()));
      }
      case CAST -> {
        boolean isInteger = e.type() instanceof Type.Scalar s && s.dtype().isInteger();
        yield isInteger
            ? of(e.operand()).intersect(range(((Type.Scalar) e.type()).dtype()))
            : Bounds.everything();
      }
    };
  }

  private static Bounds range(DataType type) {
    if (type.bits() >= Long.SIZE) {
      return Bounds.everything();
    }
    if (type.family() == DataType.Family.UNSIGNED) {
      return new Bounds(0, (1L << type.bits()) - 1);
    }
    return new Bounds(-(1L << (type.bits() - 1)), (1L << (type.bits() - 1)) - 1);
  }

  // ---------------------------------------------------------------- constraints

  /** Takes {@code condition} for true until the returned action runs. */
  Runnable enter(Expr condition) {
    List<Before> before = new ArrayList<>();
    tighten(condition, before);
    return () -> {
      for (Before b : before.reversed()) {
        if (b.bounds.isEverything()) {
          known.remove(b.var);
        } else {
          known.put(b.var, b.bounds);
        }
      }
    };
  }

  private void tighten(Expr condition, List<Before> before) {
    if (!(condition instanceof Expr.Binary e)) {
      return;
    }
    if (e.op() == Expr.BinaryOp.AND) {
      tighten(e.left(), before);
      tighten(e.right(), before);
      return;
    }
    if (!e.op().isComparison() || e.op() == Expr.BinaryOp.NE) {
      return;
    }
    boolean isLeft = e.left() instanceof Var left && !isCarry.test(left);
    Expr variable = isLeft ? e.left() : e.right();
    Bounds other = of(isLeft ? e.right() : e.left());
    if (variable instanceof Var var && other.isConstant() && !isCarry.test(var)) {
      Bounds old = ofVariable(var);
      before.add(new Before(var, old));
      known.put(var, old.intersect(allowed(isLeft ? e.op() : mirrored(e.op()), other.min())));
    }
  }

  private static Expr.BinaryOp mirrored(Expr.BinaryOp op) {
    return switch (op) {
      case LT -> Expr.BinaryOp.GT;
      case LE -> Expr.BinaryOp.GE;
      case GT -> Expr.BinaryOp.LT;
      case GE -> Expr.BinaryOp.LE;
      default -> op;
    };
  }

  private static Bounds allowed(Expr.BinaryOp op, long value) {
    return switch (op) {
      case GE -> new Bounds(value, Bounds.INFINITE);
      case GT -> new Bounds(Bounds.add(value, 1), Bounds.INFINITE);
      case LE -> new Bounds(-Bounds.INFINITE, value);
      case LT -> new Bounds(-Bounds.INFINITE, Bounds.add(value, -1));
      default -> Bounds.of(value);
    };
  }
}
