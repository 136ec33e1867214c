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

  /** The values yielded for results that nothing has read so far. */
  private final Map<Var, List<Expr>> waiting = new IdentityHashMap<>();

  private final Consumer<Expr> mark = this::mark;
  private final Consumer<Expr> markInType = this::markInType;
  private final boolean scalarsMayGo;
  private final boolean resultsMayGo;

  /**
   * Finds what is read.
   *
   * @param scalarsMayGo whether scalars that nothing reads are dropped, so that what they read does not count
   * @param resultsMayGo whether results that nothing reads are dropped, so that what is yielded for them does not count
   */
  private DeadCode(List<Stmt> body, boolean scalarsMayGo, boolean resultsMayGo) {
    this.scalarsMayGo = scalarsMayGo;
    this.resultsMayGo = resultsMayGo;
    collect(body);
    if (scalars.isEmpty() && results.isEmpty()) {
      return;
    }
    markReads(body, List.of());
    while (!open.isEmpty()) {
      Var var = open.poll();
      scalars.getOrDefault(var, List.of()).forEach(this::markAssigned);
      waiting.getOrDefault(var, List.of()).forEach(mark);
    }
  }

  private void collect(List<Stmt> body) {
    for (Stmt stmt : body) {
      if (scalarsMayGo && stmt instanceof Stmt.Assign a && isRemovable(a)) {
        scalars.computeIfAbsent(a.var(), _ -> new ArrayList<>(1)).add(a);
      } else if (stmt instanceof Stmt.If branch) {
        results.addAll(branch.results());
      }
      for (List<Stmt> inner : Walk.bodies(stmt)) {
        collect(inner);
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
    DeadCode found = new DeadCode(body, true, false);
    List<Stmt> current = found.withoutScalars(body);
    if (found.live.containsAll(found.results)) {
      return current;
    }
    List<Stmt> pruned = new ResultPruner(new DeadCode(current, false, true).live).body(current);
    return new DeadCode(pruned, true, false).withoutScalars(pruned);
  }

  /**
   * Marks what statements read.
   *
   * @param into the results of the branch whose body this is; none for another body
   */
  private void markReads(List<Stmt> body, List<Var> into) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Yield yield && !into.isEmpty() && stmt == body.getLast()) {
        markYielded(yield, into);
      } else {
        markReads(stmt);
      }
      List<Var> inside = resultsMayGo && stmt instanceof Stmt.If branch ? branch.results() : List.of();
      for (List<Stmt> inner : Walk.bodies(stmt)) {
        markReads(inner, inside);
      }
    }
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
      Walk.definedBy(stmt, v -> TypeExprs.forEach(v.type(), markInType));
    }
    Walk.usedBy(stmt, mark);
    if (stmt instanceof Stmt.Scope scope) {
      scope.attrs().taskId().ifPresent(this::markLive);
    }
  }

  /** What a branch yields is read if the result is: at once if that is known, else when something reads it. */
  private void markYielded(Stmt.Yield yield, List<Var> into) {
    for (int i = 0; i < yield.values().size(); i++) {
      Expr value = yield.values().get(i);
      if (i >= into.size() || live.contains(into.get(i))) {
        mark(value);
      } else if (!(value instanceof Expr.Const)) {
        waiting.computeIfAbsent(into.get(i), _ -> new ArrayList<>(2)).add(value);
      }
    }
  }

  private void markAssigned(Stmt.Assign a) {
    mark(a.value());
    TypeExprs.forEach(a.var().type(), markInType);
  }

  /** Marks the scalars in an expression of a type; that a type names a result of a branch does not keep it. */
  private void markInType(Expr expr) {
    if (expr instanceof Var var && scalars.containsKey(var)) {
      markLive(var);
    } else if (!(expr instanceof Var)) {
      Walk.operands(expr, markInType);
    }
  }

  private void mark(Expr expr) {
    if (expr instanceof Var var) {
      markLive(var);
    } else if (!(expr instanceof Expr.Const)) {
      Walk.operands(expr, mark);
    }
  }

  private void markLive(Var var) {
    if (var.type() instanceof Type.Scalar && scalars.containsKey(var)) {
      if (live.add(var)) {
        open.add(var);
      }
    } else if (results.contains(var) && live.add(var) && resultsMayGo) {
      open.add(var);
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
