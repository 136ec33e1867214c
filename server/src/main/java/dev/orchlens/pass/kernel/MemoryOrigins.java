package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Lineage;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The output parameter of a mixed kernel that a variable is a version of: what one half writes, the
 * other names by the parameter (reference: docs/en/dev/passes/expand_mixed_kernel). The result of a
 * branch is one when both arms agree.
 */
final class MemoryOrigins extends Lineage<Var> {
  private final Operators operators;
  private final Set<Var> outputs = new HashSet<>();

  private MemoryOrigins(Function kernel, Operators operators) {
    this.operators = operators;
    for (Param param : kernel.params()) {
      define(param.var(), Optional.of(param.var()));
      if (param.direction() != ParamDirection.IN) {
        outputs.add(param.var());
      }
    }
  }

  /** Finds the versions of the parameters of {@code kernel}. */
  static MemoryOrigins of(Function kernel, Operators operators) {
    MemoryOrigins found = new MemoryOrigins(kernel, operators);
    found.follow(kernel.body());
    return found;
  }

  /** Returns the output parameter that {@code value} is a version of. */
  Optional<Var> output(Expr value) {
    return of(value).filter(outputs::contains);
  }

  @Override
  public Optional<Var> of(Expr value) {
    if (!(value instanceof Expr.Call call) || !(call.callee() instanceof Callee.Op op)) {
      return super.of(value);
    }
    return operators
        .find(op.name())
        .flatMap(Operator::alias)
        .filter(a -> !a.view() && a.argument() < call.args().size())
        .flatMap(a -> of(call.args().get(a.argument())));
  }

  @Override
  protected Optional<Var> assigned(Stmt.Assign assign) {
    return of(assign.value());
  }

  @Override
  protected Optional<Var> merged(Var result, Optional<Expr> then, Optional<Expr> orElse) {
    Optional<Var> other = orElse.flatMap(this::of);
    return then.flatMap(this::of).filter(var -> other.filter(o -> o == var).isPresent());
  }

  @Override
  protected Optional<Var> left(
      Stmt.Loop loop, int index, Optional<Var> initial, Optional<Expr> yielded) {
    return yielded.flatMap(this::of);
  }
}
