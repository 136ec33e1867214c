package dev.orchlens.ir;

/** The declared direction of a function's parameter. */
public enum ParamDirection {
  IN("In"),
  OUT("Out"),
  IN_OUT("InOut");

  private final String label;

  ParamDirection(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
