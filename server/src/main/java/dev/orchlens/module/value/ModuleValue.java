package dev.orchlens.module.value;

/** A module of the program, imported by name. */
public record ModuleValue(ModuleEnvironment module) implements Value {
  @Override
  public boolean equals(Object other) {
    return other instanceof ModuleValue value && value.module == module;
  }

  @Override
  public int hashCode() {
    return module.name().hashCode();
  }
}
