package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import java.util.OptionalLong;

/** Counts iterations. */
final class TripCount {
  private TripCount() {}

  /** Returns the iterations of a loop over {@code [start, stop)} by {@code step}, 0 or more; 0 for a step of 0. */
  static long of(long start, long stop, long step) {
    if (step > 0 && start < stop) {
      return (stop - start + step - 1) / step;
    }
    if (step < 0 && start > stop) {
      return (start - stop - step - 1) / -step;
    }
    return 0;
  }

  /** Returns the value of an integer constant or of a negated one. */
  static OptionalLong constant(Expr expr) {
    return switch (expr) {
      case Expr.ConstInt c -> OptionalLong.of(c.value());
      case Expr.Unary u when u.op() == Expr.UnaryOp.NEG && u.operand() instanceof Expr.ConstInt c ->
          OptionalLong.of(-c.value());
      default -> OptionalLong.empty();
    };
  }
}
