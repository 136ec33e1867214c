package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which variables statements read before they assign them themselves. What a region's options name
 * ({@code deps=} and the like) does not count as read here, as in the reference
 * (docs/en/dev/passes/convert_to_ssa, "Escaping Variable Promotion").
 */
final class LiveIn {
  private LiveIn() {}

  /**
   * Returns those of {@code candidates} that {@code stmts} read before any of them assigns them.
   */
  static Set<Var> readFirst(List<Stmt> stmts, Collection<Var> candidates) {
    Search search = new Search();
    search.body(stmts, new HashSet<>(candidates));
    return search.read;
  }

  /** Goes through statements with the variables that are neither read nor assigned so far. */
  private static final class Search {
    private final Set<Var> read = new HashSet<>();

    void body(List<Stmt> body, Set<Var> open) {
      for (Stmt stmt : body) {
        if (open.isEmpty()) {
          return;
        }
        statement(stmt, open);
      }
    }

    private void statement(Stmt stmt, Set<Var> open) {
      if (stmt instanceof Stmt.SpmdScope spmd) {
        uses(spmd.coreNum(), open);
      } else if (!(stmt instanceof Stmt.Scope)) {
        Walk.usedBy(stmt, e -> uses(e, open));
      }
      switch (stmt) {
        case Stmt.Assign s -> open.remove(s.var());
        case Stmt.If s -> {
          Set<Var> inThen = new HashSet<>(open);
          body(s.then(), inThen);
          Set<Var> inElse = new HashSet<>(open);
          s.orElse().ifPresent(b -> body(b, inElse));
          open.removeIf(v -> !inThen.contains(v) || !inElse.contains(v));
        }
        case Stmt.Loop s -> {
          Set<Var> inside = new HashSet<>(open);
          if (s instanceof Stmt.For f) {
            inside.remove(f.var());
          }
          s.carries().forEach(c -> inside.remove(c.var()));
          Set<Var> before = new HashSet<>(inside);
          body(s.body(), inside);
          before.removeAll(inside);
          open.removeAll(before);
        }
        default -> stmt.bodies().forEach(inner -> body(inner, open));
      }
    }

    private void uses(Expr expr, Set<Var> open) {
      if (expr instanceof Var var) {
        if (open.remove(var)) {
          read.add(var);
        }
        if (var.type() instanceof Type.Tensor tensor && !tensor.distributed()) {
          for (Expr dim : tensor.shape()) {
            uses(dim, open);
          }
        }
      } else if (!(expr instanceof Expr.Const)) {
        Walk.operands(expr, e -> uses(e, open));
      }
    }
  }
}
