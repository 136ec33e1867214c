package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables of a body that something uses. What is only returned is not used: results live in
 * the caller's buffers.
 */
final class BodyUses {
  private final List<Stmt> body;
  private final Set<Var> used = new HashSet<>();
  private final SharedList.Once<Expr> once = new SharedList.Once<>();

  private BodyUses(List<Stmt> body) {
    this.body = body;
  }

  /** Returns the uses in a body. */
  static BodyUses of(List<Stmt> body) {
    BodyUses uses = new BodyUses(body);
    Walk.statements(
        body,
        stmt -> {
          if (!(stmt instanceof Stmt.Return)) {
            Walk.usedBy(stmt, uses::expression);
          }
        });
    return uses;
  }

  private void expression(Expr expr) {
    if (expr instanceof Var var) {
      used.add(var);
    } else {
      Walk.operands(expr, this::expression, once);
    }
  }

  /** Returns whether something uses a variable. */
  boolean isUsed(Var var) {
    return used.contains(var);
  }

  /**
   * Returns those of {@code names} that the body defines, without regard to what passes add to a
   * name.
   */
  Set<String> definedAmong(Set<String> names) {
    Set<String> defined = new HashSet<>();
    Walk.statements(
        body,
        stmt ->
            Walk.definedBy(
                stmt,
                var -> {
                  for (String name : names) {
                    if (Names.isBase(name, var.name())) {
                      defined.add(name);
                    }
                  }
                }));
    return defined;
  }
}
