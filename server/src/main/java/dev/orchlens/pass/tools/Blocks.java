package dev.orchlens.pass.tools;

import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Walk;
import java.util.List;
import java.util.Optional;

/** Questions about statement lists and loops that several passes ask. */
public final class Blocks {
  private Blocks() {}

  /** Returns the yield that ends {@code body} itself, not one inside a scope at its end. */
  public static Optional<Stmt.Yield> trailingYield(List<Stmt> body) {
    return !body.isEmpty() && body.getLast() instanceof Stmt.Yield yield
        ? Optional.of(yield)
        : Optional.empty();
  }

  /** Returns the return statement that ends {@code body}. */
  public static Optional<Stmt.Return> trailingReturn(List<Stmt> body) {
    return !body.isEmpty() && body.getLast() instanceof Stmt.Return ret
        ? Optional.of(ret)
        : Optional.empty();
  }

  /** Returns the first return statement anywhere in {@code body}. */
  public static Optional<Stmt.Return> firstReturn(List<Stmt> body) {
    return Walk.first(body, Stmt.Return.class::isInstance).map(Stmt.Return.class::cast);
  }
}
