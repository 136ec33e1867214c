package dev.orchlens.codegen;

import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables of a body that something uses, and the names it defines. What is only returned is not used: results
 * live in the caller's buffers.
 *
 * @param used the used variables
 * @param definedNames the names of the defined variables, without what passes added
 */
record BodyUses(Set<Var> used, Set<String> definedNames) {
  /** Returns the uses and definitions in a body. */
  static BodyUses of(List<Stmt> body) {
    Set<Var> used = new HashSet<>();
    Set<String> defined = new HashSet<>();
    Walk.statements(body, stmt -> {
      if (!(stmt instanceof Stmt.Return)) {
        Walk.usedBy(stmt, expr -> Walk.expression(expr, e -> {
          if (e instanceof Var var) {
            used.add(var);
          }
        }));
      }
      Walk.definedBy(stmt, var -> defined.add(Names.base(var.name())));
    });
    return new BodyUses(used, defined);
  }

  /** Returns whether something uses a variable. */
  boolean isUsed(Var var) {
    return used.contains(var);
  }
}
