package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/**
 * What functions and classes with DSL decorators have in common. Two of them are equal only if they
 * are the same one.
 */
public abstract sealed class Decorated<S extends Stmt> permits DecoratedFunction, DecoratedClass {
  private final S syntax;
  private final List<Value> decorators;
  private final Environment environment;
  private final Site site;

  Decorated(S syntax, List<Value> decorators, Environment environment, Site site) {
    this.syntax = syntax;
    this.decorators = List.copyOf(decorators);
    this.environment = environment;
    this.site = site;
  }

  /** The definition as written, decorators included. */
  public S syntax() {
    return syntax;
  }

  /** The values of its decorators in the order written. */
  public List<Value> decorators() {
    return decorators;
  }

  /** The names that its code sees. */
  public Environment environment() {
    return environment;
  }

  /** Where it is defined. */
  public Site site() {
    return site;
  }
}
