package dev.orchlens.lower;

import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.DecoratedFunction;

/** A program that a file offers to compile. */
public sealed interface LowerableEntry {
  /**
   * Returns the name under which facts list it: the module variable that holds it, or its own name.
   */
  String name();

  /** A {@code @pl.program} class. */
  record ClassForm(String name, DecoratedClass program) implements LowerableEntry {}

  /** A {@code @pl.jit} or {@code @pl.jit.host} function. */
  record JitForm(String name, DecoratedFunction entry) implements LowerableEntry {}
}
