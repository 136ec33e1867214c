package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import java.util.List;
import java.util.Optional;

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
    List<Type> types = first(function.body()).orElse(List.of());
    return types.stream().anyMatch(Type.Unknown.class::isInstance) ? List.of() : types;
  }

  private static Optional<List<Type>> first(List<Stmt> body) {
    for (Stmt statement : body) {
      Optional<List<Type>> found =
          switch (statement) {
            case Stmt.Return r when !r.values().isEmpty() ->
                Optional.of(r.values().stream().map(Expr::type).toList());
            case Stmt.If branch ->
                first(branch.then()).or(() -> branch.orElse().flatMap(ReturnedTypes::first));
            case Stmt.Loop loop -> first(loop.body());
            case Stmt.Scope scope -> first(scope.body());
            default -> Optional.empty();
          };
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
