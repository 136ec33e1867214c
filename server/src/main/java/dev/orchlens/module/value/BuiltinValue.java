package dev.orchlens.module.value;

import java.util.List;
import java.util.Set;

/**
 * A function or type of Python or its standard library that the evaluator models; what a call does
 * is the evaluator's.
 */
public abstract non-sealed class BuiltinValue implements CallableValue {
  private static final Set<String> TYPES =
      Set.of(
          "int",
          "float",
          "bool",
          "str",
          "bytes",
          "list",
          "tuple",
          "dict",
          "set",
          "frozenset",
          "range",
          "object",
          "type",
          "slice");

  private final String name;
  private final List<Value> parts;

  /**
   * A function that was made from other values, such as a {@code functools.partial}, or from none.
   */
  protected BuiltinValue(String name, List<Value> parts) {
    this.name = name;
    this.parts = List.copyOf(parts);
  }

  /** The dotted name, such as {@code len} or {@code math.ceil}. */
  public final String name() {
    return name;
  }

  /** The values that the function was made from, if any. */
  public final List<Value> parts() {
    return parts;
  }

  /** Whether this is one of Python's types rather than a function. */
  public final boolean isType() {
    return TYPES.contains(name);
  }
}
