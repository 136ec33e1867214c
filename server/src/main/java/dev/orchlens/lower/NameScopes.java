package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names that the statements of a function have bound so far, innermost scope first. A name is
 * bound to a variable or, for a parameter of an expanded function, to the argument itself.
 */
final class NameScopes {
  private final Deque<Map<String, Expr>> scopes = new ArrayDeque<>();

  NameScopes() {
    scopes.push(new HashMap<>());
  }

  /** Opens a scope inside the current one. */
  void enter() {
    scopes.push(new HashMap<>());
  }

  /**
   * Closes the current scope; {@code leak} hands its names to the one around it, as plain Python
   * statements do.
   */
  void exit(boolean leak) {
    Map<String, Expr> closed = scopes.pop();
    if (leak) {
      scopes.element().putAll(closed);
    }
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
