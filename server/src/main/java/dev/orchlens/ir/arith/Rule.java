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
 */
record Rule(Pattern from, Pattern to, boolean again, Condition when) {

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
