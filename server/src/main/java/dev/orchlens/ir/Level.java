package dev.orchlens.ir;

/** The levels of the machine (reference: docs/en/dev/language/03-functions.md). */
public enum Level {
  AIV("AIV"),
  AIC("AIC"),
  CORE_GROUP("CORE_GROUP"),
  CHIP_DIE("CHIP_DIE"),
  CHIP("CHIP"),
  HOST("HOST"),
  CLUSTER_0("CLUSTER_0"),
  CLUSTER_1("CLUSTER_1"),
  CLUSTER_2("CLUSTER_2"),
  GLOBAL("GLOBAL");

  private final String label;

  Level(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
