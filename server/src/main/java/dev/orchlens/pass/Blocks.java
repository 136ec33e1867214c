package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Questions about statement lists and loops that several passes ask. */
final class Blocks {
  private Blocks() {}

  /** Returns the yield that ends {@code body} itself, not one inside a scope at its end. */
  static Optional<Stmt.Yield> trailingYield(List<Stmt> body) {
    return !body.isEmpty() && body.getLast() instanceof Stmt.Yield yield ? Optional.of(yield) : Optional.empty();
  }

  /** Returns the return statement that ends {@code body}. */
  static Optional<Stmt.Return> trailingReturn(List<Stmt> body) {
    return !body.isEmpty() && body.getLast() instanceof Stmt.Return ret ? Optional.of(ret) : Optional.empty();
  }

  /** Returns the value of an integer constant. */
  static OptionalLong constant(Expr expr) {
    return expr instanceof Expr.ConstInt c ? OptionalLong.of(c.value()) : OptionalLong.empty();
  }

  /** Returns the value of an integer constant, written with a minus sign or not. */
  static OptionalLong signedConstant(Expr expr) {
    if (expr instanceof Expr.Unary(Expr.UnaryOp op, Expr.ConstInt inner, _, _)
        && op == Expr.UnaryOp.NEG
        && inner.value() != Long.MIN_VALUE) {
      return OptionalLong.of(-inner.value());
    }
    return constant(expr);
  }

  /**
   * Returns how often a loop with constant bounds runs, whichever way it counts: 0 or more, at most
   * {@link Long#MAX_VALUE}; nothing when a bound is not constant.
   */
  static OptionalLong tripCount(Stmt.For loop) {
    OptionalLong start = signedConstant(loop.start());
    OptionalLong stop = signedConstant(loop.stop());
    OptionalLong step = signedConstant(loop.step());
    if (start.isEmpty() || stop.isEmpty() || step.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(trips(start.getAsLong(), stop.getAsLong(), step.getAsLong()));
  }

  private static long trips(long start, long stop, long step) {
    boolean ascending = step > 0 && start < stop;
    boolean descending = step < 0 && start > stop;
    if (!ascending && !descending) {
      return 0;
    }
    long span = ascending ? stop - start : start - stop;
    long magnitude = ascending ? step : -step;
    long whole = Long.divideUnsigned(span, magnitude);
    long count = Long.remainderUnsigned(span, magnitude) == 0 ? whole : whole + 1;
    return count < 0 ? Long.MAX_VALUE : count;
  }
}
