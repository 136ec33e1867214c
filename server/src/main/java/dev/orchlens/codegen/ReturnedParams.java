package dev.orchlens.codegen;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which parameter each result of a function is (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Output Aliasing"): the final IR returns the
 * parameters themselves (docs/en/dev/passes/normalize_return_order).
 */
final class ReturnedParams {
  private final Map<String, List<OptionalInt>> byFunction = new HashMap<>();

  /**
   * Returns for each result the index of the parameter it is, or nothing for a result that is none;
   * empty when the function returns nothing.
   */
  List<OptionalInt> of(Function function) {
    return byFunction.computeIfAbsent(function.name(), _ -> read(function));
  }

  /** Returns the index of the parameter that the first result is. */
  OptionalInt first(Function function) {
    List<OptionalInt> all = of(function);
    return all.isEmpty() ? OptionalInt.empty() : all.getFirst();
  }

  private static List<OptionalInt> read(Function function) {
    Optional<Stmt.Return> result = result(function.body());
    if (result.isEmpty()) {
      return List.of();
    }
    List<Var> params = function.params().stream().map(Param::var).toList();
    List<OptionalInt> indices = new ArrayList<>();
    for (var value : result.get().values()) {
      int index = value instanceof Var var ? params.indexOf(var) : -1;
      indices.add(index < 0 ? OptionalInt.empty() : OptionalInt.of(index));
    }
    return List.copyOf(indices);
  }

  /** Returns the return at the end of a body, else the first one anywhere in it. */
  private static Optional<Stmt.Return> result(List<Stmt> body) {
    if (!body.isEmpty() && body.getLast() instanceof Stmt.Return last) {
      return Optional.of(last);
    }
    List<Stmt.Return> returns = new ArrayList<>();
    Walk.statements(
        body,
        stmt -> {
          if (stmt instanceof Stmt.Return ret) {
            returns.add(ret);
          }
        });
    return returns.stream().findFirst();
  }
}
