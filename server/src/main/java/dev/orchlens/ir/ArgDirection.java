package dev.orchlens.ir;

/**
 * The direction of one argument at a call site (reference:
 * docs/en/dev/passes/derive_call_directions, "Arg directions").
 */
public enum ArgDirection {
  INPUT("Input"),
  OUTPUT("Output"),
  IN_OUT("InOut"),
  OUTPUT_EXISTING("OutputExisting"),
  NO_DEP("NoDep"),
  SCALAR("Scalar");

  private final String label;

  ArgDirection(String label) {
    this.label = label;
  }

  /** Returns the name the language and the facts use. */
  public String label() {
    return label;
  }
}
