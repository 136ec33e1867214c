package dev.orchlens.ir.arith;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;

/**
 * One rewriting step.
 *
 * @param from what it matches
 * @param to what it becomes
 * @param again whether the result is rewritten again
 * @param when what must hold of the match beside its form
 * @param first shapes that the first operand may have, as bits by {@link #shape}
 * @param second shapes that the second operand may have, as bits; all for an operation on one
 *     operand
 */
record Rule(Pattern from, Pattern to, boolean again, Condition when, long first, long second) {
  private static final int OTHER = 0;
  private static final int CONSTANT = 1;
  private static final int BINARY = 2;
  private static final int UNARY = BINARY + Expr.BinaryOp.values().length;

  /** Makes a rule. */
  static Rule of(Pattern from, Pattern to, boolean again, Condition when) {
    return switch (from) {
      case Pattern.Binary p -> new Rule(from, to, again, when, shapes(p.left()), shapes(p.right()));
      case Pattern.Unary p -> new Rule(from, to, again, when, shapes(p.operand()), -1);
      case Pattern.Any _, Pattern.Constant _, Pattern.Literal _, Pattern.Zero _, Pattern.Truth _ ->
          throw new IllegalArgumentException("A rule must match an operation: " + from);
    };
  }

  /**
   * Returns a small number for what kind of expression this is: another operation has another one.
   */
  static int shape(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt _ -> CONSTANT;
      case Expr.Binary e -> BINARY + e.op().ordinal();
      case Expr.Unary e -> UNARY + e.op().ordinal();
      default -> OTHER;
    };
  }

  private static long shapes(Pattern pattern) {
    return switch (pattern) {
      case Pattern.Constant _ -> 1L << CONSTANT;
      case Pattern.Binary p -> 1L << BINARY + p.op().ordinal();
      case Pattern.Unary p -> 1L << UNARY + p.op().ordinal();
      case Pattern.Any _, Pattern.Literal _, Pattern.Zero _, Pattern.Truth _ -> -1;
    };
  }

  /** Returns whether operands of these shapes, as bits, can match at all. */
  boolean mayMatch(long left, long right) {
    return (first & left) != 0 && (second & right) != 0;
  }

  /** What must hold of a match. */
  interface Condition {
    /** Returns whether the rule applies. */
    boolean test(Pattern.Match match, Facts facts);
  }

  /** What is known about the values of expressions. */
  interface Facts {
    /** Returns the range of an expression. */
    Bounds bounds(Expr expr);

    /** Returns whether {@code expr} is at least {@code value}. */
    default boolean isAtLeast(Expr expr, long value) {
      return bounds(expr).min() >= value;
    }

    /** Returns whether {@code expr} is at most {@code value}. */
    default boolean isAtMost(Expr expr, long value) {
      return bounds(expr).max() <= value;
    }

    /** Returns whether {@code expr} is known not to be 0. */
    default boolean isNotZero(Expr expr) {
      return isAtLeast(expr, 1) || isAtMost(expr, -1);
    }

    /** Returns whether {@code a <= b}, as far as the range of their difference shows. */
    default boolean isNotAbove(Expr a, Expr b) {
      return isAtMost(Scalars.binary(Expr.BinaryOp.SUB, a, b, Origin.none()), 0);
    }

    /** Returns whether {@code a >= b}, as far as the range of their difference shows. */
    default boolean isNotBelow(Expr a, Expr b) {
      return isAtLeast(Scalars.binary(Expr.BinaryOp.SUB, a, b, Origin.none()), 0);
    }
  }
}
