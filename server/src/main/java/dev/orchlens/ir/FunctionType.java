package dev.orchlens.ir;

/** The types of functions (reference: docs/en/dev/language/03-functions.md). */
public enum FunctionType {
  OPAQUE("Opaque"),
  ORCHESTRATION("Orchestration"),
  IN_CORE("InCore"),
  AIC("AIC"),
  AIV("AIV"),
  GROUP("Group"),
  SPMD("Spmd"),
  INLINE("Inline"),
  GRAPH("Graph");

  private final String label;

  FunctionType(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
