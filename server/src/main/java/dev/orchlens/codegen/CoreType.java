package dev.orchlens.codegen;

/** The kind of core a kernel runs on. */
public enum CoreType {
  /** The cube unit: matrix products. */
  CUBE,
  /** The vector unit. */
  VECTOR
}
