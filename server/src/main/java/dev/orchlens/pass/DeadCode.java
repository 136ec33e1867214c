package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Drops scalars that nothing reads and that call nothing, and results of branches that nothing reads (reference:
 * docs/en/dev/passes/05, "Dead code"). The TaskId taken out of a launch's results stays: later passes find producers by
 * it.
 */
final class DeadCode {
  /** What could go: scalar assignments by their variable, and results of branches. */
  private final Map<Var, List<Stmt.Assign>> scalars = new IdentityHashMap<>();

  private final Set<Var> results = newSet();

  /** What something reads of it. */
  private final Set<Var> live = newSet();

  private final Deque<Var> open = new ArrayDeque<>();

  private DeadCode(List<Stmt> body, boolean scalarsMayGo) {
    Walk.statements(
        body,
        s -> {
          if (scalarsMayGo && s instanceof Stmt.Assign a && isRemovable(a)) {
            scalars.computeIfAbsent(a.var(), _ -> new ArrayList<>(1)).add(a);
          } else if (s instanceof Stmt.If branch) {
            results.addAll(branch.results());
          }
        });
    if (!scalars.isEmpty() || !results.isEmpty()) {
      Walk.statements(body, this::markReads);
      while (!open.isEmpty()) {
        scalars.get(open.poll()).forEach(this::markAssigned);
      }
    }
  }

  private static Set<Var> newSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /**
   * Returns {@code body} without dead scalars, then without dead results of branches, then without scalars that only
   * those read; results that only such scalars read stay, as in the reference.
   */
  static List<Stmt> without(List<Stmt> body) {
    DeadCode found = new DeadCode(body, true);
    List<Stmt> current = found.withoutScalars(body);
    if (found.live.containsAll(found.results)) {
      return current;
    }
    while (!found.live.containsAll(found.results)) {
      current = new ResultPruner(found.live).body(current);
      found = new DeadCode(current, false);
    }
    return new DeadCode(current, true).withoutScalars(current);
  }

  private void markReads(Stmt stmt) {
    if (stmt instanceof Stmt.Assign a) {
      if (!scalars.containsKey(a.var())) {
        markAssigned(a);
      } else if (!isRemovable(a)) {
        markLive(a.var());
        markAssigned(a);
      }
      return;
    }
    if (stmt instanceof Stmt.Loop || stmt instanceof Stmt.If) {
      Walk.definedBy(stmt, v -> TypeExprs.forEach(v.type(), this::markInType));
    }
    Walk.usedBy(stmt, this::mark);
    if (stmt instanceof Stmt.Scope scope) {
      scope.attrs().taskId().ifPresent(this::markLive);
    }
  }

  private void markAssigned(Stmt.Assign a) {
    mark(a.value());
    TypeExprs.forEach(a.var().type(), this::markInType);
  }

  /** Marks the scalars in an expression of a type; that a type names a result of a branch does not keep it. */
  private void markInType(Expr expr) {
    if (expr instanceof Var var && scalars.containsKey(var)) {
      markLive(var);
    } else if (!(expr instanceof Var)) {
      Walk.operands(expr, this::markInType);
    }
  }

  private void mark(Expr expr) {
    if (expr instanceof Var var) {
      markLive(var);
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, this::mark);
    }
  }

  private void markLive(Var var) {
    if (scalars.containsKey(var)) {
      if (live.add(var)) {
        open.add(var);
      }
    } else if (results.contains(var)) {
      live.add(var);
    }
  }

  private List<Stmt> withoutScalars(List<Stmt> body) {
    if (live.containsAll(scalars.keySet())) {
      return body;
    }
    return new Rewriter() {
      @Override
      public List<Stmt> statement(Stmt stmt) {
        boolean isDead =
            stmt instanceof Stmt.Assign a
                && scalars.containsKey(a.var())
                && !live.contains(a.var())
                && isRemovable(a);
        return isDead ? List.of() : super.statement(stmt);
      }

      @Override
      public Expr expr(Expr expr) {
        return expr;
      }
    }.body(body);
  }

  private static boolean isRemovable(Stmt.Assign a) {
    return a.var().type() instanceof Type.Scalar && !isLaunchTaskId(a.value()) && !calls(a.value());
  }

  private static boolean isLaunchTaskId(Expr value) {
    return value instanceof Expr.TupleGet get
        && get.tuple() instanceof Var
        && get.tuple().type() instanceof Type.Tuple tuple
        && get.index() == tuple.elements().size() - 1
        && tuple.elements().getLast().isTaskId();
  }

  private static boolean calls(Expr expr) {
    boolean[] found = {expr instanceof Expr.Invocation};
    if (!found[0]) {
      Walk.operands(expr, e -> found[0] |= calls(e));
    }
    return found[0];
  }

  /** Drops results of branches that nothing reads, and the values yielded for them. */
  private static final class ResultPruner extends Rewriter {
    private final Set<Var> used;

    ResultPruner(Set<Var> used) {
      this.used = used;
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      Stmt inner = rebuild(stmt);
      if (!(inner instanceof Stmt.If s) || used.containsAll(s.results())) {
        return List.of(inner);
      }
      List<Integer> kept = new ArrayList<>();
      for (int i = 0; i < s.results().size(); i++) {
        if (used.contains(s.results().get(i))) {
          kept.add(i);
        }
      }
      List<Var> results = kept.stream().map(s.results()::get).toList();
      List<Stmt> then = withYielded(s.then(), kept);
      Optional<List<Stmt>> orElse = s.orElse().map(b -> withYielded(b, kept));
      return List.of(new Stmt.If(s.condition(), then, orElse, results, s.origin()));
    }

    private static List<Stmt> withYielded(List<Stmt> body, List<Integer> kept) {
      if (body.isEmpty() || !(body.getLast() instanceof Stmt.Yield yield)) {
        return body;
      }
      List<Stmt> out = new ArrayList<>(body.subList(0, body.size() - 1));
      if (!kept.isEmpty()) {
        out.add(new Stmt.Yield(kept.stream().map(yield.values()::get).toList(), yield.origin()));
      }
      return out;
    }
  }
}
