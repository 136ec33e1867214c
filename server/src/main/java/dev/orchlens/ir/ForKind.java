package dev.orchlens.ir;

/** The kinds of counted loops. */
public enum ForKind {
  SEQUENTIAL("Sequential"),
  PARALLEL("Parallel"),
  UNROLL("Unroll"),
  PIPELINE("Pipeline");

  private final String label;

  ForKind(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
