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
import java.util.function.Consumer;

/** Drops what nothing reads (reference: docs/en/dev/passes/05, "Dead code"). */
final class DeadCode {
  private DeadCode() {}

  private static Set<Var> newSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /**
   * Drops assignments of scalars that nothing reads and that call nothing. The TaskId taken out of a launch's results
   * stays: later passes find producers by it.
   */
  static List<Stmt> withoutDeadScalars(List<Stmt> body) {
    Map<Var, List<Stmt.Assign>> removable = new IdentityHashMap<>();
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign a && isRemovable(a)) {
            removable.computeIfAbsent(a.var(), _ -> new ArrayList<>(1)).add(a);
          }
        });
    if (removable.isEmpty()) {
      return body;
    }
    Set<Var> live = liveAmong(removable, body);
    if (live.size() == removable.size()) {
      return body;
    }
    return new Rewriter() {
      @Override
      public List<Stmt> statement(Stmt stmt) {
        boolean isDead =
            stmt instanceof Stmt.Assign a
                && removable.containsKey(a.var())
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

  /** Returns those of the variables whose assignments could go that something reads. */
  private static Set<Var> liveAmong(Map<Var, List<Stmt.Assign>> removable, List<Stmt> body) {
    Set<Var> live = newSet();
    Deque<Var> open = new ArrayDeque<>();
    Consumer<Var> markLive =
        v -> {
          if (removable.containsKey(v) && live.add(v)) {
            open.add(v);
          }
        };
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign a) {
            if (isRemovable(a)) {
              return;
            }
            markLive.accept(a.var());
            TypeExprs.forEach(a.var().type(), e -> variables(e, markLive));
          } else {
            markBinderTypes(s, markLive);
          }
          Walk.usedBy(s, e -> variables(e, markLive));
          if (s instanceof Stmt.Scope scope) {
            scope.attrs().taskId().ifPresent(markLive);
          }
        });
    while (!open.isEmpty()) {
      for (Stmt.Assign a : removable.get(open.poll())) {
        variables(a.value(), markLive);
        TypeExprs.forEach(a.var().type(), e -> variables(e, markLive));
      }
    }
    return live;
  }

  /** Visits the variables in the types of what a loop or branch hands on. */
  private static void markBinderTypes(Stmt stmt, Consumer<Var> mark) {
    if (stmt instanceof Stmt.Loop || stmt instanceof Stmt.If) {
      Walk.definedBy(stmt, v -> TypeExprs.forEach(v.type(), e -> variables(e, mark)));
    }
  }

  private static void variables(Expr expr, Consumer<Var> visit) {
    if (expr instanceof Var var) {
      visit.accept(var);
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, e -> variables(e, visit));
    }
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
  static List<Stmt> withoutDeadBranchResults(List<Stmt> body) {
    List<Stmt> before = body;
    while (true) {
      Set<Var> results = newSet();
      Walk.statements(
          before,
          s -> {
            if (s instanceof Stmt.If branch) {
              results.addAll(branch.results());
            }
          });
      if (results.isEmpty()) {
        return before;
      }
      Set<Var> used = newSet();
      Consumer<Var> markUsed =
          v -> {
            if (results.contains(v)) {
              used.add(v);
            }
          };
      Walk.statements(
          before,
          s -> {
            Walk.usedBy(s, e -> variables(e, markUsed));
            if (s instanceof Stmt.Scope scope) {
              scope.attrs().taskId().ifPresent(markUsed);
            }
          });
      if (used.size() == results.size()) {
        return before;
      }
      before = new ResultPruner(used).body(before);
    }
  }

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
