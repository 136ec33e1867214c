package dev.orchlens.ir;

/** What a function does at its level of the machine. */
public enum Role {
  ORCHESTRATOR("Orchestrator"),
  SUB_WORKER("SubWorker");

  private final String label;

  Role(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
