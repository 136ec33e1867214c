package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Origin;
import java.util.List;
import java.util.Optional;

/**
 * One way in which a task reaches buffers: an argument, the operand of its predicate, or an access
 * of the orchestrator.
 *
 * @param parts what it may be a part of, as the runtime sees it; several after branches
 * @param direction the direction of the argument; nothing for what is no argument
 * @param index 0-based position of the argument
 * @param origin where it stands
 */
record Use(List<Part> parts, Optional<ArgDirection> direction, int index, Origin origin) {
  Use {
    parts = List.copyOf(parts);
  }

  /** Returns whether the runtime looks up who wrote it (rule A). */
  boolean looksUp() {
    return direction.isPresent()
        && (direction.get() == ArgDirection.INPUT || direction.get() == ArgDirection.IN_OUT);
  }

  /** Returns whether the runtime records the task as a writer (rule A). */
  boolean registers() {
    return direction.isPresent()
        && (direction.get() == ArgDirection.IN_OUT
            || direction.get() == ArgDirection.OUTPUT_EXISTING);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
