package dev.orchlens.lower.jit;

/**
 * The rules of specialised functions, each with its stable code. Every code has a section in
 * docs/diagnostics.md.
 */
public enum JitRule {
  /** A decorator with an argument it does not take, or one that cannot be read. */
  DECORATOR_ARGUMENT("jit/decorator-argument"),
  /** A tensor parameter of an entry whose shape and element type nobody says. */
  TENSOR_WITHOUT_SHAPE("jit/tensor-without-shape"),
  /** A tensor parameter that declares a view, which specialising would lose. */
  TENSOR_VIEW("jit/tensor-view"),
  /** A parameter of an entry whose annotation says nothing about its type. */
  PARAMETER_TYPE("jit/parameter-type"),
  /** A scalar parameter of an entry whose default value is no number. */
  SCALAR_DEFAULT("jit/scalar-default"),
  /** A tensor parameter of a helper for which no call gives a tensor of known shape. */
  ARGUMENT_SHAPE_UNKNOWN("jit/argument-shape-unknown");

  private final String code;

  JitRule(String code) {
    this.code = code;
  }

  /** Returns the code as diagnostics show it. */
  public String code() {
    return code;
  }
}
