package dev.orchlens.ir.arith;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.ConstInt;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Bounds expressions by other expressions, such as a loop variable by the loop's end. */
final class Intervals {

  /** An inclusive range; null stands for no bound on that side. */
  record Interval(Expr min, Expr max) {
    private static final Interval EVERYTHING = new Interval(null, null);

    static Interval point(Expr value) {
      return new Interval(value, value);
    }

    boolean isPoint() {
      return min != null && min == max;
    }
  }

  private record Before(Var var, Interval interval) {}

  private final Analyzer analyzer;
  private final Map<Var, Interval> known = new IdentityHashMap<>();

  Intervals(Analyzer analyzer) {
    this.analyzer = analyzer;
  }

  void set(Var var, Interval interval) {
    known.put(var, interval);
  }

  /** Returns the range that {@code var} was given, or null. */
  Interval known(Var var) {
    return known.get(var);
  }

  Interval of(Expr expr) {
    return switch (expr) {
      case ConstInt _, Expr.ConstBool _ -> Interval.point(expr);
      case Var v -> known.getOrDefault(v, Interval.point(v));
      case Expr.Binary e -> ofBinary(e);
      case Expr.Unary e -> ofUnary(e);
      case Expr.ConstFloat _,
          Expr.MakeTuple _,
          Expr.TupleGet _,
          Expr.Invocation _,
          Expr.Unknown _ ->
          Interval.EVERYTHING;
    };
  }

  private Interval ofUnary(Expr.Unary e) {
    return switch (e.op()) {
      case NEG -> {
        Interval a = of(e.operand());
        yield new Interval(negated(a.max), negated(a.min));
      }
      case NOT -> truth();
      case CAST -> {
        DataType from = Scalars.dtype(e.operand());
        DataType to = Scalars.dtype(e);
        boolean widens = to.bits() >= from.bits() && to.isInteger() == from.isInteger();
        yield widens ? of(e.operand()) : Interval.EVERYTHING;
      }
      case ABS, BIT_NOT -> Interval.EVERYTHING;
    };
  }

  private Interval ofBinary(Expr.Binary e) {
    return switch (e.op()) {
      case EQ, NE, LT, LE, GT, GE, AND, OR, XOR -> truth();
      case FLOAT_DIV, POW, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> Interval.EVERYTHING;
      case ADD, SUB, MUL, FLOOR_DIV, FLOOR_MOD, MIN, MAX ->
          combined(e.op(), of(e.left()), of(e.right()));
    };
  }

  private Interval combined(BinaryOp op, Interval a, Interval b) {
    return switch (op) {
      case ADD -> new Interval(apply(op, a.min, b.min), apply(op, a.max, b.max));
      case SUB -> new Interval(apply(op, a.min, b.max), apply(op, a.max, b.min));
      case MUL -> product(a, b);
      case FLOOR_DIV ->
          isPositiveConstant(b)
              ? new Interval(apply(op, a.min, b.min), apply(op, a.max, b.min))
              : Interval.EVERYTHING;
      case FLOOR_MOD ->
          isPositiveConstant(b)
              ? new Interval(number(0), number(((ConstInt) b.min).value() - 1))
              : Interval.EVERYTHING;
      case MIN -> new Interval(lesser(a.min, b.min, false), lesser(a.max, b.max, true));
      default -> new Interval(greater(a.min, b.min, true), greater(a.max, b.max, false));
    };
  }

  private Interval product(Interval a, Interval b) {
    if (a.isPoint() && b.isPoint()) {
      return Interval.point(apply(BinaryOp.MUL, a.min, b.min));
    }
    if (a.isPoint()) {
      return product(b, a);
    }
    if (b.isPoint() && isNonNegative(b.min)) {
      return new Interval(apply(BinaryOp.MUL, a.min, b.min), apply(BinaryOp.MUL, a.max, b.min));
    }
    if (b.isPoint() && analyzer.bounds(analyzer.simplify(b.min)).max() < 0) {
      return new Interval(apply(BinaryOp.MUL, a.max, b.min), apply(BinaryOp.MUL, a.min, b.min));
    }
    if (isNonNegative(a.min) && isNonNegative(b.min)) {
      return new Interval(apply(BinaryOp.MUL, a.min, b.min), apply(BinaryOp.MUL, a.max, b.max));
    }
    return Interval.EVERYTHING;
  }

  private boolean isNonNegative(Expr expr) {
    return expr != null && analyzer.bounds(analyzer.simplify(expr)).min() >= 0;
  }

  private static boolean isPositiveConstant(Interval interval) {
    return interval.isPoint() && interval.min instanceof ConstInt c && c.value() > 0;
  }

  private static Expr number(long value) {
    return Scalars.constant(value, DataType.INT64, Origin.none());
  }

  private static Interval truth() {
    return new Interval(number(0), number(1));
  }

  private Expr apply(BinaryOp op, Expr a, Expr b) {
    return a == null || b == null
        ? null
        : analyzer.simplify(Scalars.binary(op, a, b, Origin.none()));
  }

  private Expr negated(Expr a) {
    return a == null ? null : analyzer.simplify(Scalars.negated(a, Origin.none()));
  }

  /**
   * Returns the lesser of two bounds; {@code nullIsHigh} says on which side a missing bound lies.
   */
  private Expr lesser(Expr a, Expr b, boolean nullIsHigh) {
    if (a == null || b == null) {
      return nullIsHigh ? (a == null ? b : a) : null;
    }
    if (analyzer.proves(Scalars.binary(BinaryOp.LE, a, b, Origin.none()))) {
      return a;
    }
    return analyzer.proves(Scalars.binary(BinaryOp.GE, a, b, Origin.none()))
        ? b
        : apply(BinaryOp.MIN, a, b);
  }

  /**
   * Returns the greater of two bounds; {@code nullIsLow} says on which side a missing bound lies.
   */
  private Expr greater(Expr a, Expr b, boolean nullIsLow) {
    if (a == null || b == null) {
      return nullIsLow ? (a == null ? b : a) : null;
    }
    if (analyzer.proves(Scalars.binary(BinaryOp.GE, a, b, Origin.none()))) {
      return a;
    }
    return analyzer.proves(Scalars.binary(BinaryOp.LE, a, b, Origin.none()))
        ? b
        : apply(BinaryOp.MAX, a, b);
  }

  // ---------------------------------------------------------------- constraints

  /** Takes {@code condition} for true until the returned action runs. */
  Runnable enter(Expr condition) {
    List<Before> before = new ArrayList<>();
    tighten(condition, before);
    return () -> {
      for (Before b : before.reversed()) {
        if (b.interval.min == null && b.interval.max == null) {
          known.remove(b.var);
        } else {
          known.put(b.var, b.interval);
        }
      }
    };
  }

  private void tighten(Expr condition, List<Before> before) {
    if (!(condition instanceof Expr.Binary e)) {
      return;
    }
    if (e.op() == BinaryOp.AND) {
      tighten(e.left(), before);
      tighten(e.right(), before);
      return;
    }
    boolean isTyped = Scalars.isInteger(e.left()) && Scalars.isInteger(e.right());
    if (!isTyped || !e.op().isComparison() || e.op() == BinaryOp.NE) {
      return;
    }
    Expr one = number(1);
    Expr belowRight = e.op() == BinaryOp.LT ? apply(BinaryOp.SUB, e.right(), one) : e.right();
    Expr aboveRight = e.op() == BinaryOp.GT ? apply(BinaryOp.ADD, e.right(), one) : e.right();
    Expr belowLeft = e.op() == BinaryOp.GT ? apply(BinaryOp.SUB, e.left(), one) : e.left();
    Expr aboveLeft = e.op() == BinaryOp.LT ? apply(BinaryOp.ADD, e.left(), one) : e.left();
    boolean isEqual = e.op() == BinaryOp.EQ;
    boolean leftIsLess = e.op() == BinaryOp.LT || e.op() == BinaryOp.LE;
    tighten(
        e.left(),
        isEqual || !leftIsLess ? aboveRight : null,
        isEqual || leftIsLess ? belowRight : null,
        before);
    tighten(
        e.right(),
        isEqual || leftIsLess ? aboveLeft : null,
        isEqual || !leftIsLess ? belowLeft : null,
        before);
  }

  private void tighten(Expr variable, Expr min, Expr max, List<Before> before) {
    if (variable instanceof Var var && !analyzer.isCarry(var)) {
      Interval old = known.getOrDefault(var, Interval.EVERYTHING);
      before.add(new Before(var, old));
      known.put(var, new Interval(greater(old.min, min, true), lesser(old.max, max, true)));
    }
  }
}
