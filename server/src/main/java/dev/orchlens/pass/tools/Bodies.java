package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Helpers for the statement lists of bodies. */
public final class Bodies {
  private Bodies() {}

  /**
   * Returns whether values that a body yields may stand inside this region instead of behind it.
   */
  private static boolean isTransparent(Stmt stmt) {
    return stmt instanceof Stmt.RuntimeScope || stmt instanceof Stmt.SplitAivScope;
  }

  /**
   * Returns the yield that ends {@code body}, also when it stands inside a region that ends the
   * body.
   */
  public static Optional<Stmt.Yield> trailingYield(List<Stmt> body) {
    if (body.isEmpty()) {
      return Optional.empty();
    }
    Stmt last = body.getLast();
    if (last instanceof Stmt.Yield yield) {
      return Optional.of(yield);
    }
    return isTransparent(last) ? trailingYield(((Stmt.Scope) last).body()) : Optional.empty();
  }

  /**
   * Returns {@code body} ending with a yield of {@code values}. An existing last yield is replaced
   * in place; where the body is one region alone, the yield goes inside it.
   */
  public static List<Stmt> withTrailingYield(
      List<Stmt> body, List<? extends Expr> values, Origin origin) {
    List<Stmt> out = new ArrayList<>(body);
    Stmt last = body.isEmpty() ? null : body.getLast();
    if (last instanceof Stmt.Yield) {
      out.set(out.size() - 1, new Stmt.Yield(List.copyOf(values), origin));
    } else if (last != null
        && isTransparent(last)
        && (body.size() == 1 || trailingYield(body).isPresent())) {
      Stmt.Scope scope = (Stmt.Scope) last;
      out.set(out.size() - 1, scope.withBody(withTrailingYield(scope.body(), values, origin)));
    } else {
      out.add(new Stmt.Yield(List.copyOf(values), origin));
    }
    return out;
  }

  /** Returns whether a region of the given kind is anywhere in {@code body}. */
  public static boolean holds(List<Stmt> body, Class<? extends Stmt.Scope> region) {
    return Walk.first(body, region::isInstance).isPresent();
  }
}
