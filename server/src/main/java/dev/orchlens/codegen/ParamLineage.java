package dev.orchlens.codegen;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Lineage;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which values of a function are one of its parameters under another name (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Variable Identity via VarPtr Lineage").
 */
final class ParamLineage extends Lineage<Var> {
  private final Callees callees;
  private final ReturnedParams returned;

  private ParamLineage(Callees callees, ReturnedParams returned) {
    this.callees = callees;
    this.returned = returned;
  }

  /** Returns the parameter that each value is, for the values that are one. */
  static Map<Var, Var> of(Callees callees, Function function, ReturnedParams returned) {
    ParamLineage lineage = new ParamLineage(callees, returned);
    function.params().forEach(p -> lineage.define(p.var(), Optional.of(p.var())));
    lineage.follow(function.body());
    return lineage.all();
  }

  @Override
  protected Optional<Var> assigned(Stmt.Assign assign) {
    return assign.value() instanceof Expr.Invocation call ? writtenParam(call) : of(assign.value());
  }

  /**
   * A carried scalar is a value of its own after the loop; only a tensor is still the parameter's
   * buffer.
   */
  @Override
  protected Optional<Var> left(
      Stmt.Loop loop, int index, Optional<Var> initial, Optional<Expr> yielded) {
    return initial.filter(_ -> loop.results().get(index).type().isTensor());
  }

  private Optional<Var> writtenParam(Expr.Invocation call) {
    Function callee = callees.of(call.callee()).orElse(null);
    if (callee == null) {
      return Optional.empty();
    }
    OptionalInt result = returned.first(callee);
    for (int i = 0; i < Math.min(callee.params().size(), call.args().size()); i++) {
      boolean isOutput = callee.params().get(i).direction() != ParamDirection.IN;
      boolean isResult = result.isEmpty() || result.getAsInt() == i;
      Optional<Var> param = isOutput && isResult ? of(call.args().get(i)) : Optional.empty();
      if (param.isPresent()) {
        return param;
      }
    }
    return Optional.empty();
  }
}
