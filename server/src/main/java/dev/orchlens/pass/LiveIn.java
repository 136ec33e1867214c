package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which variables statements assign, and which they read before they assign them themselves. What a region's options
 * name ({@code deps=} and the like) does not count as read here, as in the reference (docs/en/dev/passes/04,
 * "Escaping Variable Promotion").
 */
final class LiveIn {
  private final Map<Stmt, Set<Var>> reads = new IdentityHashMap<>();
  private final Map<List<Stmt>, Set<Var>> assigned = new IdentityHashMap<>();

  /** Returns whether {@code stmts} read {@code var} before any of them assigns it. */
  boolean isReadFirst(Var var, List<Stmt> stmts) {
    for (Stmt stmt : stmts) {
      if (reads(stmt).contains(var)) {
        return true;
      }
      if (assigns(stmt, var)) {
        return false;
      }
    }
    return false;
  }

  private boolean assigns(Stmt stmt, Var var) {
    return (stmt instanceof Stmt.Assign assign && assign.var() == var)
        || Walk.bodies(stmt).stream().anyMatch(b -> assigned(b).contains(var));
  }

  /** Returns the variables that {@code stmt} needs from outside. */
  private Set<Var> reads(Stmt stmt) {
    Set<Var> known = reads.get(stmt);
    if (known == null) {
      known = computeReads(stmt);
      reads.put(stmt, known);
    }
    return known;
  }

  /** Returns the variables assigned anywhere in {@code body}, in program order, but no results of loops or branches. */
  Set<Var> assigned(List<Stmt> body) {
    Set<Var> known = assigned.get(body);
    if (known == null) {
      known = new LinkedHashSet<>();
      for (Stmt stmt : body) {
        addAssigned(stmt, known);
      }
      assigned.put(body, known);
    }
    return known;
  }

  private void addAssigned(Stmt stmt, Set<Var> out) {
    if (stmt instanceof Stmt.Assign assign) {
      out.add(assign.var());
    }
    for (List<Stmt> inner : Walk.bodies(stmt)) {
      out.addAll(assigned(inner));
    }
  }

  private Set<Var> computeReads(Stmt stmt) {
    Set<Var> used = new LinkedHashSet<>();
    switch (stmt) {
      case Stmt.Assign _, Stmt.Eval _, Stmt.Return _, Stmt.Yield _, Stmt.Break _, Stmt.Continue _ ->
          Walk.usedBy(stmt, e -> addUses(e, used));
      case Stmt.Loop loop -> {
        Walk.usedBy(stmt, e -> addUses(e, used));
        Set<Var> body = bodyReads(loop.body());
        if (loop instanceof Stmt.For s) {
          body.remove(s.var());
        }
        loop.carries().forEach(c -> body.remove(c.var()));
        used.addAll(body);
      }
      case Stmt.If s -> {
        addUses(s.condition(), used);
        used.addAll(bodyReads(s.then()));
        s.orElse().ifPresent(b -> used.addAll(bodyReads(b)));
      }
      case Stmt.Scope s -> {
        if (s instanceof Stmt.SpmdScope spmd) {
          addUses(spmd.coreNum(), used);
        }
        used.addAll(bodyReads(s.body()));
      }
    }
    return used;
  }

  private Set<Var> bodyReads(List<Stmt> body) {
    Set<Var> defined = new LinkedHashSet<>();
    Set<Var> live = new LinkedHashSet<>();
    for (Stmt stmt : body) {
      for (Var var : reads(stmt)) {
        if (!defined.contains(var)) {
          live.add(var);
        }
      }
      addAssigned(stmt, defined);
    }
    return live;
  }

  private static void addUses(Expr expr, Set<Var> used) {
    Walk.expression(
        expr,
        e -> {
          if (e instanceof Var var
              && used.add(var)
              && var.type() instanceof Type.Tensor tensor
              && !tensor.distributed()) {
            for (Expr dim : tensor.shape()) {
              if (!(dim instanceof Expr.Const)) {
                addUses(dim, used);
              }
            }
          }
        });
  }
}
