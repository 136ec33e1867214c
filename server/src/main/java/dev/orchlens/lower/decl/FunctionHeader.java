package dev.orchlens.lower.decl;

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
public record FunctionHeader(
    String name, FunctionType type, FunctionAttrs attrs, boolean singleAssignment) {
  /** Returns whether this function launches tasks: an Orchestration function. */
  public boolean isOrchestration() {
    return type == FunctionType.ORCHESTRATION;
  }

  /** Returns this header with other attributes. */
  public FunctionHeader withAttrs(FunctionAttrs newAttrs) {
    return new FunctionHeader(name, type, newAttrs, singleAssignment);
  }
}
