package dev.orchlens.module.value;

import java.util.Optional;

/**
 * A name that stands for a value.
 *
 * @param name the name
 * @param value what it stands for
 * @param level where it was found
 * @param site the place that bound it; empty for names that Python brings along
 */
public record Binding(String name, Value value, Level level, Optional<Site> site) {
  /** Where a name is found, from the inside out. */
  public enum Level {
    /** In a function around the definition, such as a factory. */
    CLOSURE,
    /** In the module. */
    MODULE,
    /** Among Python's built-in names. */
    BUILTIN
  }
}
