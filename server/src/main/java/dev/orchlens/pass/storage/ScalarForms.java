package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The integers that a function computes, as sums of those that it does not compute from others. */
public final class ScalarForms {
  private final Map<Var, LinearForm> forms = new HashMap<>();

  /** Looks at all assignments of a body, which is in SSA form. */
  public ScalarForms(List<Stmt> body) {
    Walk.statements(
        body,
        s -> {
          if (s instanceof Stmt.Assign assign && assign.var().type() instanceof Type.Scalar) {
            of(assign.value()).ifPresent(form -> forms.put(assign.var(), form));
          }
        });
  }

  /** Returns the sum that an expression is; nothing when it is none. */
  public Optional<LinearForm> of(Expr expr) {
    return LinearForm.of(expr, var -> forms.getOrDefault(var, LinearForm.of(var)));
  }
}
