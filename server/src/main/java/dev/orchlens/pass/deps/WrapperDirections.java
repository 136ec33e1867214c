package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.tools.Calls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the parameters of Group and Spmd wrappers the directions that the kernels inside them have
 * (reference: docs/en/dev/passes/derive_call_directions, the phase before the directions are
 * derived). A direction only grows: In, Out, InOut.
 */
final class WrapperDirections {
  /** A call of a kernel or wrapper inside a wrapper. */
  private record Inner(Function callee, List<Expr> args) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final Program program;
  private final Map<String, List<ParamDirection>> directions = new HashMap<>();

  private WrapperDirections(Program program) {
    this.program = program;
  }

  /** Returns the program with the wrappers' signatures corrected. */
  static Program materialize(Program program) {
    WrapperDirections wrappers = new WrapperDirections(program);
    List<Function> functions =
        program.functions().values().stream().filter(WrapperDirections::isWrapper).toList();
    Map<String, List<Inner>> inner = new HashMap<>();
    for (Function wrapper : functions) {
      wrappers.directions.put(
          wrapper.name(), wrapper.params().stream().map(Param::direction).toList());
      inner.put(wrapper.name(), wrappers.innerCalls(wrapper));
    }
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Function wrapper : functions) {
        grew |= wrappers.grow(wrapper, inner.get(wrapper.name()));
      }
    }
    return program.mapFunctions(wrappers::apply);
  }

  private static boolean isWrapper(Function function) {
    return function.type() == FunctionType.GROUP || function.type() == FunctionType.SPMD;
  }

  private List<Inner> innerCalls(Function wrapper) {
    List<Inner> calls = new ArrayList<>();
    Calls.forEach(
        wrapper.body(),
        call ->
            program
                .function(call.callee())
                .filter(
                    f -> f.type() != FunctionType.ORCHESTRATION && f.type() != FunctionType.OPAQUE)
                .ifPresent(f -> calls.add(new Inner(f, call.args()))));
    return calls;
  }

  private boolean grow(Function wrapper, List<Inner> calls) {
    List<ParamDirection> merged = new ArrayList<>(directions.get(wrapper.name()));
    for (Inner call : calls) {
      List<ParamDirection> inner =
          isWrapper(call.callee)
              ? directions.get(call.callee.name())
              : call.callee.params().stream().map(Param::direction).toList();
      for (int i = 0; i < Math.min(call.args.size(), inner.size()); i++) {
        int param = paramIndex(wrapper, call.args.get(i));
        if (param >= 0 && inner.get(i).compareTo(merged.get(param)) > 0) {
          merged.set(param, inner.get(i));
        }
      }
    }
    return !merged.equals(directions.put(wrapper.name(), merged));
  }

  private static int paramIndex(Function wrapper, Expr arg) {
    for (int i = 0; i < wrapper.params().size(); i++) {
      if (wrapper.params().get(i).var() == arg) {
        return i;
      }
    }
    return -1;
  }

  private Function apply(Function function) {
    List<ParamDirection> effective = directions.get(function.name());
    if (effective == null) {
      return function;
    }
    List<Param> params = new ArrayList<>();
    for (int i = 0; i < effective.size(); i++) {
      params.add(new Param(function.params().get(i).var(), effective.get(i)));
    }
    return params.equals(function.params())
        ? function
        : function.withSignature(params, function.returnTypes());
  }
}
