package dev.orchlens.lower.jit;

/** What becomes of a scalar parameter of an entry that has a default value. */
public enum ScalarDefaults {
  /**
   * The program is specialised for the default value, as the compiler does when no value is given.
   */
  SPECIALIZED,
  /** It stays a parameter of the program, as scalars without default do. */
  RUNTIME
}
