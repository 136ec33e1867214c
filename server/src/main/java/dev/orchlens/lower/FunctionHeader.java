package dev.orchlens.lower;

import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.FunctionType;

/**
 * What the decorators of a function say.
 *
 * @param name the function's name in the program
 * @param type its type
 * @param attrs its attributes, level and role included
 * @param singleAssignment whether a name may be bound only once per scope ({@code strict_ssa=True})
 */
record FunctionHeader(String name, FunctionType type, FunctionAttrs attrs, boolean singleAssignment) {
  /** Returns whether this function launches tasks: an Orchestration function. */
  boolean isOrchestration() {
    return type == FunctionType.ORCHESTRATION;
  }

  /** Returns this header with other attributes. */
  FunctionHeader withAttrs(FunctionAttrs newAttrs) {
    return new FunctionHeader(name, type, newAttrs, singleAssignment);
  }
}
