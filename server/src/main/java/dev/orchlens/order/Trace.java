package dev.orchlens.order;

import dev.orchlens.order.FunctionOrder.WrongBuffer;
import dev.orchlens.order.symbolic.Symbols;
import java.util.List;

/**
 * What a function submits, in order.
 *
 * @param steps the steps
 * @param sites all sites in the steps, in their order
 * @param roots the buffers
 * @param wrongBuffers buffers for which the generated code uses another one
 * @param handles how many handles there are
 * @param symbols the numbers that the sites speak of
 * @param legal whether no array is written where it has no slot
 */
record Trace(
    List<Step> steps,
    List<Site> sites,
    List<Root> roots,
    List<WrongBuffer> wrongBuffers,
    int handles,
    Symbols symbols,
    boolean legal) {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
