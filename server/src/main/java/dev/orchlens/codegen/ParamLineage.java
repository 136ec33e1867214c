package dev.orchlens.codegen;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Which values of a function are one of its parameters under another name (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Variable Identity via VarPtr Lineage").
 */
final class ParamLineage {
  private final Callees callees;
  private final ReturnedParams returned;
  private final Map<Var, Var> params = new HashMap<>();

  private ParamLineage(Callees callees, ReturnedParams returned) {
    this.callees = callees;
    this.returned = returned;
  }

  /** Returns the parameter that each value is, for the values that are one. */
  static Map<Var, Var> of(Callees callees, Function function, ReturnedParams returned) {
    ParamLineage lineage = new ParamLineage(callees, returned);
    function.params().forEach(p -> lineage.params.put(p.var(), p.var()));
    Walk.statements(function.body(), stmt -> {
      switch (stmt) {
        case Stmt.Loop loop -> lineage.loop(loop);
        case Stmt.Assign assign -> lineage.assign(assign);
        default -> { }
      }
    });
    return lineage.params;
  }

  private void loop(Stmt.Loop loop) {
    for (int i = 0; i < loop.carries().size(); i++) {
      Carry carry = loop.carries().get(i);
      Var param = paramOf(carry.init());
      if (param == null) {
        continue;
      }
      params.put(carry.var(), param);
      // A carried scalar is a value of its own after the loop; only a tensor is still the parameter's buffer.
      if (i < loop.results().size() && loop.results().get(i).type().isTensor()) {
        params.put(loop.results().get(i), param);
      }
    }
  }

  private void assign(Stmt.Assign assign) {
    Var param =
        switch (assign.value()) {
          case Var source -> params.get(source);
          case Expr.Invocation call -> writtenParam(call);
          default -> null;
        };
    if (param != null) {
      params.put(assign.var(), param);
    }
  }

  private Var writtenParam(Expr.Invocation call) {
    Function callee = callees.of(call.callee()).orElse(null);
    if (callee == null) {
      return null;
    }
    OptionalInt result = returned.first(callee);
    for (int i = 0; i < Math.min(callee.params().size(), call.args().size()); i++) {
      boolean isOutput = callee.params().get(i).direction() != ParamDirection.IN;
      boolean isResult = result.isEmpty() || result.getAsInt() == i;
      Var param = isOutput && isResult ? paramOf(call.args().get(i)) : null;
      if (param != null) {
        return param;
      }
    }
    return null;
  }

  private Var paramOf(Expr expr) {
    return expr instanceof Var var ? params.get(var) : null;
  }
}
