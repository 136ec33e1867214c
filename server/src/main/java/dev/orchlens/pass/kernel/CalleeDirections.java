package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Directions go from callees to callers until nothing changes; only plain calls count (reference:
 * docs/en/dev/passes/convert_tensor_to_tile_ops).
 */
final class CalleeDirections {
  private final Map<String, Function> byName = new HashMap<>();

  private CalleeDirections() {}

  /** A function that calls others, with where its parameters stand. */
  private record Caller(String name, List<Expr.Call> calls, Map<Var, Integer> params) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Returns the functions with the directions of their callees, by name. */
  static Map<String, Function> follow(List<Function> functions) {
    CalleeDirections all = new CalleeDirections();
    List<Caller> callers = new ArrayList<>();
    for (Function function : functions) {
      all.byName.put(function.name(), function);
      if (function.type() != FunctionType.IN_CORE) {
        callers.add(caller(function));
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Caller caller : callers) {
        changed |= all.follow(caller);
      }
    }
    return all.byName;
  }

  private static Caller caller(Function function) {
    List<Expr.Call> calls = new ArrayList<>();
    Calls.forEach(
        function.body(),
        call -> {
          if (call instanceof Expr.Call plain && call.callee() instanceof Callee.Function) {
            calls.add(plain);
          }
        });
    Map<Var, Integer> params = new HashMap<>();
    for (int i = 0; i < function.params().size(); i++) {
      params.put(function.params().get(i).var(), i);
    }
    return new Caller(function.name(), calls, params);
  }

  private boolean follow(Caller caller) {
    Function function = byName.get(caller.name);
    List<Param> params = new ArrayList<>(function.params());
    boolean changed = false;
    for (Expr.Call call : caller.calls) {
      Function callee = byName.get(call.callee().name());
      if (callee != null) {
        changed |= follow(params, caller.params, call, callee);
      }
    }
    if (changed) {
      byName.put(caller.name, function.withSignature(params, function.returnTypes()));
    }
    return changed;
  }

  private static boolean follow(
      List<Param> params, Map<Var, Integer> places, Expr.Call call, Function callee) {
    boolean changed = false;
    for (int i = 0; i < call.args().size() && i < callee.params().size(); i++) {
      ParamDirection theirs = callee.params().get(i).direction();
      if (theirs == ParamDirection.IN || !(call.args().get(i) instanceof Var arg)) {
        continue;
      }
      Integer place = places.get(arg);
      if (place != null && raises(theirs, params.get(place).direction())) {
        params.set(place, new Param(arg, theirs));
        changed = true;
      }
    }
    return changed;
  }

  private static boolean raises(ParamDirection theirs, ParamDirection mine) {
    return (theirs == ParamDirection.OUT && mine == ParamDirection.IN)
        || (theirs == ParamDirection.IN_OUT && mine != ParamDirection.IN_OUT);
  }
}
