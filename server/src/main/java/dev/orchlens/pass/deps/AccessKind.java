package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import java.util.Optional;

/**
 * What a task does with the memory of an argument (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", step 8).
 */
public enum AccessKind {
  READ,
  WRITE,
  READ_WRITE;

  /** Returns whether the memory is read. */
  public boolean reads() {
    return this != WRITE;
  }

  /** Returns whether the memory is written. */
  public boolean writes() {
    return this != READ;
  }

  /**
   * Returns what an argument of the given direction does; nothing for one that takes part in no
   * hazard.
   */
  static Optional<AccessKind> of(ArgDirection direction) {
    return switch (direction) {
      case INPUT -> Optional.of(READ);
      case OUTPUT, OUTPUT_EXISTING -> Optional.of(WRITE);
      case IN_OUT -> Optional.of(READ_WRITE);
      case NO_DEP, SCALAR -> Optional.empty();
    };
  }
}
