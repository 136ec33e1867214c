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
}
