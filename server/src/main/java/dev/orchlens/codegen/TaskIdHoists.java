package dev.orchlens.codegen;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.SharedList;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * In front of which scope the TaskId of a value must be declared, because a launch outside the
 * scope that defines it waits for it (reference: docs/en/dev/codegen/01-orchestration_codegen.md,
 * "Unresolvable dep edges"). A value is known by its name in the IR, and the first definition of a
 * name counts.
 */
final class TaskIdHoists {
  /** A scope with the scopes around it; {@code depth} is 1 for an outermost one. */
  private record Level(Stmt.RuntimeScope scope, Optional<Level> parent, int depth) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final TupleParts tuples;
  private final Map<String, Optional<Level>> definitions = new HashMap<>();
  private final Map<String, Var> referenced = new LinkedHashMap<>();
  private final Map<String, List<Optional<Level>>> references = new HashMap<>();
  private final Map<Stmt.RuntimeScope, SharedList.Once<Var>> seen = new IdentityHashMap<>();

  private TaskIdHoists(TupleParts tuples) {
    this.tuples = tuples;
  }

  /**
   * Returns the values whose TaskId is declared in front of each scope of a body, by the identity
   * of the scope.
   */
  static Map<Stmt.RuntimeScope, List<Var>> of(List<Stmt> body, TupleParts tuples) {
    TaskIdHoists hoists = new TaskIdHoists(tuples);
    hoists.collect(body, Optional.empty());
    Map<Stmt.RuntimeScope, List<Var>> byScope = new IdentityHashMap<>();
    hoists.referenced.forEach(
        (name, var) ->
            hoists
                .target(name)
                .ifPresent(
                    level ->
                        byScope.computeIfAbsent(level.scope, _ -> new ArrayList<>()).add(var)));
    return byScope;
  }

  private void collect(List<Stmt> body, Optional<Level> around) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Assign assign) {
        definitions.putIfAbsent(assign.var().name(), around);
        tuples.of(assign.var()).forEach(part -> definitions.putIfAbsent(part.var().name(), around));
      }
      Calls.of(stmt).ifPresent(call -> reference(call, around));
      if (stmt instanceof Stmt.RuntimeScope scope) {
        int depth = around.map(Level::depth).orElse(0) + 1;
        collect(scope.body(), Optional.of(new Level(scope, around, depth)));
      } else {
        stmt.bodies().forEach(inner -> collect(inner, around));
      }
    }
  }

  private void reference(Expr.Invocation call, Optional<Level> around) {
    seen.computeIfAbsent(around.map(Level::scope).orElse(null), _ -> new SharedList.Once<>())
        .each(
            Calls.derivedDeps(call),
            var -> {
              referenced.putIfAbsent(var.name(), var);
              references.computeIfAbsent(var.name(), _ -> new ArrayList<>()).add(around);
            });
  }

  private Optional<Level> target(String name) {
    Level definition = definitions.getOrDefault(name, Optional.empty()).orElse(null);
    if (definition == null) {
      return Optional.empty();
    }
    Level outermost = definition;
    for (Optional<Level> reference : references.get(name)) {
      Level candidate = belowCommon(definition, reference.orElse(null));
      if (candidate != null && candidate.depth < outermost.depth) {
        outermost = candidate;
      }
    }
    return outermost == definition ? Optional.empty() : Optional.of(outermost);
  }

  /**
   * Returns the outermost level around {@code definition} that does not hold {@code reference}, or
   * null.
   */
  private static Level belowCommon(Level definition, Level reference) {
    Level below = null;
    for (Level level = definition; level != null; level = level.parent.orElse(null)) {
      if (holds(level, reference)) {
        return below;
      }
      below = level;
    }
    return below;
  }

  private static boolean holds(Level level, Level reference) {
    for (Level inner = reference; inner != null; inner = inner.parent.orElse(null)) {
      if (inner.scope == level.scope) {
        return true;
      }
    }
    return false;
  }
}
