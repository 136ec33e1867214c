package dev.orchlens.codegen;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that take the elements of each tuple that a launch returns or a statement builds.
 */
final class TupleParts {
  /** A variable that takes element {@code index} (0-based) of a tuple. */
  record Part(int index, Var var) {}

  private final Map<Var, List<Part>> byTuple = new HashMap<>();

  private TupleParts() {}

  /** Returns the elements of the tuples in a body. */
  static TupleParts of(List<Stmt> body) {
    TupleParts parts = new TupleParts();
    Walk.statements(
        body,
        stmt -> {
          if (stmt instanceof Stmt.Assign assign) {
            parts.assign(assign);
          }
        });
    parts.byTuple.values().forEach(list -> list.sort(Comparator.comparingInt(Part::index)));
    return parts;
  }

  /**
   * Returns the named elements of {@code tuple} by index; empty when it is none or none of them is
   * named.
   */
  List<Part> of(Var tuple) {
    return byTuple.getOrDefault(tuple, List.of());
  }

  private void assign(Stmt.Assign assign) {
    switch (assign.value()) {
      case Expr.Invocation call when call.type() instanceof Type.Tuple && !Calls.isBuiltin(call) ->
          byTuple.put(assign.var(), new ArrayList<>());
      case Expr.MakeTuple _ -> byTuple.put(assign.var(), new ArrayList<>());
      case Expr.TupleGet(Var tuple, int index, _, _) when byTuple.containsKey(tuple) ->
          byTuple.get(tuple).add(new Part(index, assign.var()));
      default -> {}
    }
  }
}
