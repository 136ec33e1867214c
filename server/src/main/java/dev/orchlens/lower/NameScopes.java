package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The names that the statements of a function have bound so far, innermost scope first. A name is
 * bound to a variable or, for a parameter of an expanded function, to the argument itself.
 */
final class NameScopes {
  private final Deque<Map<String, Expr>> scopes = new ArrayDeque<>();

  NameScopes() {
    scopes.push(new HashMap<>());
  }

  /**
   * Does {@code work} in a scope inside the current one; {@code leak} hands its names to the one
   * around it, as plain Python statements do.
   */
  <T> T scoped(boolean leak, Supplier<T> work) {
    return scoped(work, _ -> leak);
  }

  /** The same; what {@code work} gives decides. */
  <T> T scoped(Supplier<T> work, Predicate<T> leak) {
    scopes.push(new HashMap<>());
    T done = work.get();
    Map<String, Expr> closed = scopes.pop();
    if (leak.test(done)) {
      scopes.element().putAll(closed);
    }
    return done;
  }

  /** Binds a name in the current scope. */
  void define(String name, Expr value) {
    scopes.element().put(name, value);
  }

  /** Returns what a name is bound to in the innermost scope that knows it. */
  Optional<Expr> lookup(String name) {
    for (Map<String, Expr> scope : scopes) {
      Expr value = scope.get(name);
      if (value != null) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /** Returns whether the innermost scope itself has bound the name. */
  boolean definedHere(String name) {
    return scopes.element().containsKey(name);
  }

  /** Returns whether a statement of the function has bound the name. */
  boolean knows(String name) {
    return lookup(name).isPresent();
  }
}
