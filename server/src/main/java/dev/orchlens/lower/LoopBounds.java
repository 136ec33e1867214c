package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import java.util.List;

/**
 * What the call says that a loop runs over.
 *
 * @param initial the values that the loop starts to carry
 * @param carries whether there are any
 * @param stages of a pipeline, 1 or more; 0 for other loops
 */
record LoopBounds(
    Expr start, Expr stop, Expr step, List<Expr> initial, boolean carries, int stages) {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
