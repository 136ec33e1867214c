package dev.orchlens.analysis;

/** What is drawn into a text, each kind of which a user may switch off. */
public enum Hint {
  /** What a launch waits for. */
  WAITS("waits"),
  /** The mode of a scope, where that does not go without saying. */
  SCOPES("scopes"),
  /** What barriers save. */
  FENCES("fences"),
  /** Which slots of an array of TaskIds are written. */
  SLOTS("slots"),
  /** What would be with the analysis of AUTO scopes on. */
  IF_ENABLED("ifEnabled"),
  /** The directions of arguments that the compiler changed. */
  DIRECTIONS("directions");

  private final String setting;

  Hint(String setting) {
    this.setting = setting;
  }

  /** Returns the name of the setting that shows it, behind {@code orchlens.hints}. */
  public String setting() {
    return setting;
  }
}
