package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What outlining has to know about the statements of a region (reference: docs/en/dev/passes/08, "Algorithm").
 *
 * @param captured the variables it reads before it defines them, in the order of first use
 * @param defined the variables it defines, in program order
 * @param stored the tensors it stores tiles to, each once; a tensor carried by a loop does not count
 * @param afterStore the variables that name a tensor after a store, each with the tensor stored to
 */
record RegionContents(Set<Var> captured, List<Var> defined, Set<Var> stored, Map<Var, Var> afterStore) {

  /**
   * Looks at the statements of a region.
   *
   * @param carried the variables that loops of the function carry
   */
  static RegionContents of(List<Stmt> body, Set<Var> carried) {
    List<Var> defined = new ArrayList<>();
    definitions(body, defined);
    Set<Var> stored = new LinkedHashSet<>();
    Map<Var, Var> afterStore = new HashMap<>();
    Walk.expressions(
        body,
        e -> {
          if (e instanceof Expr.Call call && storeTarget(call) instanceof Var target && !carried.contains(target)) {
            stored.add(target);
          }
        });
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign(Var var, Expr.Call call, var _)
              && storeTarget(call) instanceof Var target
              && !carried.contains(target)) {
            afterStore.putIfAbsent(var, target);
          }
        });
    return new RegionContents(UpwardUses.of(body), defined, stored, afterStore);
  }

  private static Expr storeTarget(Expr.Call call) {
    return call.isOp("tile.store") && call.args().size() >= 3 ? call.args().get(2) : null;
  }

  /** Lists what statements define: a loop's variable, results and carries before what is inside it. */
  static void definitions(List<Stmt> body, List<Var> out) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> out.add(s.var());
        case Stmt.For s -> {
          out.add(s.var());
          out.addAll(s.results());
          s.carries().forEach(c -> out.add(c.var()));
        }
        case Stmt.While s -> {
          out.addAll(s.results());
          s.carries().forEach(c -> out.add(c.var()));
        }
        case Stmt.If s -> out.addAll(s.results());
        case Stmt.Scope _, Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> { }
      }
      Walk.bodies(stmt).forEach(inner -> definitions(inner, out));
    }
  }
}
