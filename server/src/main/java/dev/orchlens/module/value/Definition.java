package dev.orchlens.module.value;

import dev.orchlens.syntax.Stmt;
import java.util.List;

/**
 * A function or class with DSL decorators, such as {@code @pl.jit} or {@code @pl.program}: kept as
 * syntax together with the names it sees, never run.
 */
public sealed interface Definition extends LanguageObject
    permits DecoratedFunction, DecoratedClass {
  /** The name in the definition. */
  String name();

  /** The definition as written, decorators included. */
  Stmt syntax();

  /** The values of its decorators in the order written (the last is applied first). */
  List<Value> decorators();

  /**
   * The names that its code sees, with the values they had when the definition was executed: what
   * the DSL reads for a {@code @pl.program} class, and Python for annotations that are not
   * postponed.
   */
  Environment environment();

  /** The module that the definition stands in. */
  default ModuleEnvironment module() {
    return environment().module();
  }

  /** Where it is defined. */
  Site site();
}
