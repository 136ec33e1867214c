package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import java.util.OptionalLong;

/** Counts iterations. */
public final class TripCount {
  private TripCount() {}

  /**
   * Returns how often a loop over {@code [start, stop)} by {@code step} runs, whichever way it counts: 0 or more, at
   * most {@link Long#MAX_VALUE}; 0 for a step of 0.
   */
  public static long of(long start, long stop, long step) {
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

  /** Returns how often a loop with constant bounds runs; nothing when a bound is not constant. */
  public static OptionalLong of(Stmt.For loop) {
    OptionalLong start = constant(loop.start());
    OptionalLong stop = constant(loop.stop());
    OptionalLong step = constant(loop.step());
    return start.isEmpty() || stop.isEmpty() || step.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(of(start.getAsLong(), stop.getAsLong(), step.getAsLong()));
  }

  /** Returns the value of an integer constant or of a negated one. */
  public static OptionalLong constant(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> OptionalLong.of(c.value());
      case Expr.Unary u when u.op() == Expr.UnaryOp.NEG
              && u.operand() instanceof Expr.ConstInt c
              && c.value() != Long.MIN_VALUE ->
          OptionalLong.of(-c.value());
      default -> OptionalLong.empty();
    };
  }
}
