package dev.orchlens.lower.jit;

/** A dimension of a tensor that a specialised function takes. */
sealed interface Dim {
  /** A dimension whose extent is known while compiling. */
  record Static(long extent) implements Dim {}

  /**
   * A dimension that is known only at run time.
   *
   * @param name the name that annotations and bodies use
   * @param literal the name it was created with: {@code pl.dynamic("M")}
   */
  record Dynamic(String name, String literal) implements Dim {}
}
