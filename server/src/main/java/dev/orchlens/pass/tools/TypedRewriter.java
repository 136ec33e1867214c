package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.TypeExprs;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A rewriter that also rewrites the expressions inside the types of calls. */
public class TypedRewriter extends Rewriter {
  private final UnaryOperator<Expr> inTypes = this::expr;

  @Override
  protected final Type resultType(Type type) {
    return TypeExprs.map(type, inTypes);
  }

  /**
   * Returns a region's options with every variable in them treated as a use, the captured TaskId
   * included.
   */
  public final ScopeAttrs options(ScopeAttrs a) {
    List<Expr> deps = exprs(a.deps());
    List<Var> noDep = variables(a.noDepVars());
    List<Var> dump = variables(a.dumpVars());
    Optional<Expr> predicate = optional(a.predicate());
    Optional<Var> taskId = a.taskId();
    if (taskId.isPresent()) {
      Var used = variable(taskId.get());
      taskId = used == taskId.get() ? taskId : Optional.of(used);
    }
    return a.with(deps, taskId, noDep, dump, predicate);
  }

  private Var variable(Var var) {
    return use(var) instanceof Var v ? v : var;
  }
}
