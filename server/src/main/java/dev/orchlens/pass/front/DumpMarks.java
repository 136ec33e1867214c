package dev.orchlens.pass.front;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Carries the tensors that an inlined call marked for dumping on to the regions and calls that came
 * out of it.
 */
final class DumpMarks extends Rewriter {
  private final List<Var> dumped;

  DumpMarks(List<Var> dumped) {
    this.dumped = dumped;
  }

  @Override
  public List<Stmt> statement(Stmt stmt) {
    Stmt inner = rebuild(stmt);
    if (!(inner instanceof Stmt.Scope scope) || inner instanceof Stmt.RuntimeScope) {
      return List.of(inner);
    }
    Set<Var> mentioned = Collections.newSetFromMap(new IdentityHashMap<>());
    Walk.statements(scope.body(), s -> Walk.definedBy(s, mentioned::add));
    Walk.expressions(
        scope.body(),
        e -> {
          if (e instanceof Var var) {
            mentioned.add(var);
          }
        });
    ScopeAttrs a = scope.attrs();
    List<Var> marks = merged(a.dumpVars(), mentioned);
    ScopeAttrs marked = a.withDumpVars(marks);
    return List.of(marks.size() == a.dumpVars().size() ? scope : scope.withAttrs(marked));
  }

  @Override
  protected Expr invocation(Expr.Invocation call) {
    Expr.Invocation inner = (Expr.Invocation) super.invocation(call);
    if (!(inner instanceof Expr.Call) || !(inner.callee() instanceof Callee.Function)) {
      return inner;
    }
    Set<Var> passed = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Expr arg : inner.args()) {
      if (arg instanceof Var var) {
        passed.add(var);
      }
    }
    List<Var> marks = merged(inner.attrs().dumpVars(), passed);
    boolean same = marks.size() == inner.attrs().dumpVars().size();
    return same ? inner : inner.withAttrs(inner.attrs().withDumpVars(marks));
  }

  private List<Var> merged(List<Var> existing, Set<Var> candidates) {
    List<Var> out = new ArrayList<>(existing);
    for (Var var : dumped) {
      if (candidates.contains(var) && !out.contains(var)) {
        out.add(var);
      }
    }
    return out;
  }
}
