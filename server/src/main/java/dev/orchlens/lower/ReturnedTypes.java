package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Walk;
import java.util.List;

/**
 * Finds out what a function returns that does not declare it: what its first return with values
 * gives.
 */
final class ReturnedTypes {
  private ReturnedTypes() {}

  /**
   * Returns the types of the first returned values; none when nothing is returned or a type is not
   * known.
   */
  static List<Type> of(Function function) {
    List<Type> types =
        Walk.first(function.body(), ReturnedTypes::returnsValues)
            .map(stmt -> ((Stmt.Return) stmt).values().stream().map(Expr::type).toList())
            .orElse(List.of());
    return types.stream().anyMatch(Type.Unknown.class::isInstance) ? List.of() : types;
  }

  private static boolean returnsValues(Stmt stmt) {
    return stmt instanceof Stmt.Return returned && !returned.values().isEmpty();
  }
}
