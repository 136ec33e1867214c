package dev.orchlens.ir;

/** How a mixed kernel is split over the two vector lanes. */
public enum SplitMode {
  NONE("NONE"),
  UP_DOWN("UP_DOWN"),
  LEFT_RIGHT("LEFT_RIGHT");

  private final String label;

  SplitMode(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
