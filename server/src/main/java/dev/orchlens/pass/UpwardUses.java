package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables that statements read before they define them, in the order of their first use: what a region captures
 * (reference: docs/en/dev/passes/08, "Algorithm").
 */
final class UpwardUses {
  private final Set<Var> captured = new LinkedHashSet<>();
  private final Set<Var> defined = new HashSet<>();
  private final Deque<Var> journal = new ArrayDeque<>();

  private UpwardUses() {}

  /** Returns what {@code body} captures, in the order of first use. */
  static Set<Var> of(List<Stmt> body) {
    UpwardUses uses = new UpwardUses();
    uses.body(body);
    return uses.captured;
  }

  private void body(List<Stmt> body) {
    body.forEach(this::statement);
  }

  private void statement(Stmt stmt) {
    switch (stmt) {
      case Stmt.Assign s -> {
        use(s.value());
        define(s.var());
      }
      case Stmt.For s -> {
        s.carries().forEach(c -> use(c.init()));
        define(s.var());
        s.results().forEach(this::define);
        s.carries().forEach(c -> define(c.var()));
        use(s.start());
        use(s.stop());
        use(s.step());
        body(s.body());
      }
      case Stmt.While s -> {
        s.carries().forEach(c -> use(c.init()));
        s.results().forEach(this::define);
        s.carries().forEach(c -> define(c.var()));
        use(s.condition());
        body(s.body());
      }
      case Stmt.If s -> branch(s);
      case Stmt.ClusterScope s -> body(s.body());
      case Stmt.RuntimeScope s -> body(s.body());
      case Stmt.Scope s -> {
        Walk.usedBy(s, this::use);
        s.attrs().taskId().ifPresent(this::use);
        body(s.body());
      }
      case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> Walk.usedBy(stmt, this::use);
    }
  }

  /** Both arms start from the same state; behind the branch only what both define is defined. */
  private void branch(Stmt.If s) {
    use(s.condition());
    s.results().forEach(this::define);
    Set<Var> then = isolated(s.then());
    if (s.orElse().isPresent()) {
      isolated(s.orElse().get()).stream().filter(then::contains).forEach(this::define);
    }
  }

  private Set<Var> isolated(List<Stmt> body) {
    int mark = journal.size();
    body(body);
    Set<Var> introduced = new LinkedHashSet<>();
    while (journal.size() > mark) {
      Var var = journal.removeLast();
      defined.remove(var);
      introduced.add(var);
    }
    return introduced;
  }

  private void use(Expr expr) {
    Walk.expression(
        expr,
        e -> {
          if (e instanceof Var var && !defined.contains(var)) {
            captured.add(var);
          }
        });
  }

  private void define(Var var) {
    if (defined.add(var)) {
      journal.addLast(var);
    }
  }
}
