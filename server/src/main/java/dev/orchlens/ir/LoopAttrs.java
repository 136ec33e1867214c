package dev.orchlens.ir;

import java.util.List;

/**
 * What is known about a loop beside its bounds and body.
 *
 * @param pipelineStages the {@code stage=} of a pipelined loop, 0 when there is none
 * @param carryPlans the lowering of each carry; empty until ClassifyIterArgCarry ran
 */
public record LoopAttrs(int pipelineStages, List<CarryPlan> carryPlans) {
  private static final LoopAttrs NONE = new LoopAttrs(0, List.of());

  public LoopAttrs {
    carryPlans = List.copyOf(carryPlans);
  }

  /** Returns the attributes of a plain loop. */
  public static LoopAttrs none() {
    return NONE;
  }

  /** Returns these attributes with the carries classified. */
  public LoopAttrs withCarryPlans(List<CarryPlan> plans) {
    return new LoopAttrs(pipelineStages, plans);
  }
}
