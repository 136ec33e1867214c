package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/**
 * A function or class with DSL decorators, such as {@code @pl.jit} or {@code @pl.program}: kept as
 * syntax together with the names it sees, never run. Two of them are equal only if they are the
 * same one.
 */
public abstract sealed class Definition implements LanguageObject
    permits DecoratedFunction, DecoratedClass {
  private final List<Value> decorators;
  private final Environment environment;
  private final Site site;

  Definition(List<Value> decorators, Environment environment, Site site) {
    this.decorators = List.copyOf(decorators);
    this.environment = environment;
    this.site = site;
  }

  /** The name in the definition. */
  public abstract String name();

  /** The definition as written, decorators included. */
  public abstract Stmt syntax();

  /** The values of its decorators in the order written (the last is applied first). */
  public List<Value> decorators() {
    return decorators;
  }

  /**
   * The names that its code sees, with the values they had when the definition was executed: what
   * the DSL reads for a {@code @pl.program} class, and Python for annotations that are not
   * postponed.
   */
  public Environment environment() {
    return environment;
  }

  /** The module that the definition stands in. */
  public ModuleEnvironment module() {
    return environment.module();
  }

  /** Where it is defined. */
  public Site site() {
    return site;
  }
}
