package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.Bodies;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The output parameter of a mixed kernel that a variable is a version of: what one half writes, the other names by the
 * parameter (reference: docs/en/dev/passes/expand_mixed_kernel). The result of a branch is one when both arms agree.
 */
final class MemoryOrigins {
  private final Operators operators;
  private final Map<Var, Var> origins = new HashMap<>();
  private final Set<Var> outputs = new HashSet<>();

  private MemoryOrigins(Function kernel, Operators operators) {
    this.operators = operators;
    for (Param param : kernel.params()) {
      origins.put(param.var(), param.var());
      if (param.direction() != ParamDirection.IN) {
        outputs.add(param.var());
      }
    }
  }

  /** Finds the versions of the parameters of {@code kernel}. */
  static MemoryOrigins of(Function kernel, Operators operators) {
    MemoryOrigins found = new MemoryOrigins(kernel, operators);
    found.body(kernel.body());
    return found;
  }

  /** Returns the output parameter that {@code value} is a version of. */
  Optional<Var> output(Expr value) {
    return origin(value).filter(outputs::contains);
  }

  private Optional<Var> origin(Expr value) {
    return switch (value) {
      case Var var -> Optional.ofNullable(origins.get(var));
      case Expr.Call call when call.callee() instanceof Callee.Op op ->
          operators
              .find(op.name())
              .flatMap(Operator::alias)
              .filter(a -> !a.view() && a.argument() < call.args().size())
              .flatMap(a -> origin(call.args().get(a.argument())));
      default -> Optional.empty();
    };
  }

  private void body(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign s -> origin(s.value()).ifPresent(o -> origins.put(s.var(), o));
        case Stmt.Loop s -> {
          for (Carry carry : s.carries()) {
            origin(carry.init()).ifPresent(o -> origins.put(carry.var(), o));
          }
          body(s.body());
          for (int i = 0; i < s.results().size(); i++) {
            Var result = s.results().get(i);
            yielded(s.body(), i).ifPresent(o -> origins.put(result, o));
          }
        }
        case Stmt.If s -> branch(s);
        case Stmt.Scope s -> body(s.body());
        case Stmt.Eval _, Stmt.Yield _, Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> { }
      }
    }
  }

  private void branch(Stmt.If s) {
    body(s.then());
    s.orElse().ifPresent(this::body);
    for (int i = 0; i < s.results().size(); i++) {
      int index = i;
      Optional<Var> then = yielded(s.then(), i);
      Optional<Var> orElse = s.orElse().flatMap(b -> yielded(b, index));
      if (then.isPresent() && orElse.isPresent() && then.get() == orElse.get()) {
        origins.put(s.results().get(i), then.get());
      }
    }
  }

  private Optional<Var> yielded(List<Stmt> body, int index) {
    return Bodies.trailingYield(body)
        .map(Stmt.Yield::values)
        .filter(values -> index < values.size())
        .flatMap(values -> origin(values.get(index)));
  }
}
