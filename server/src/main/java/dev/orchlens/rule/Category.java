package dev.orchlens.rule;

/** What codes are about: the chapters of docs/diagnostics.md, in their order. */
public enum Category {
  FALLBACKS("Fallbacks"),
  ORDER("What nothing orders"),
  DEVICE("What the device has room for"),
  WRITES("Writes that get lost"),
  MODULES("Syntax and modules"),
  EXPRESSIONS("Names, statements, expressions"),
  FUNCTIONS("Annotations, decorators, functions"),
  LOOPS("Loops and branches"),
  REGIONS("Regions and scopes"),
  LAUNCHES("Calls, launches, dependencies"),
  OPERATIONS("Operations"),
  KERNELS("Kernels"),
  JIT("Specialised functions"),
  DISTRIBUTED("Distributed programs"),
  CODEGEN("Code generation");

  private final String title;

  Category(String title) {
    this.title = title;
  }

  /** Returns the title of the chapter. */
  public String title() {
    return title;
  }
}
