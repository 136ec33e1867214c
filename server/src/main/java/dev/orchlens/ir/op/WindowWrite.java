package dev.orchlens.ir.op;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * A write of a rectangle into a target (reference: docs/en/user/ops/01-catalog.md, "Data
 * movement"): it must start inside the target and end inside it; the target is valid afterwards
 * where it was and where was written, which must be one rectangle that starts at the origin.
 *
 * @param target the target's shape
 * @param targetValid the target's valid region
 * @param extent the extents of what is written
 * @param offsets where it starts
 */
record WindowWrite(
    List<Expr> target, List<Expr> targetValid, List<Expr> extent, List<Expr> offsets) {

  /** Returns the target's valid region after the write, or fails when it leaves the target. */
  List<Expr> validShape() {
    for (int i = 0; i < target.size(); i++) {
      requireInside(i);
    }
    if (Extents.equal(targetValid, target)
        || extent.stream().anyMatch(e -> Shapes.isConstant(e, 0))) {
      return targetValid;
    }
    if (targetValid.stream().anyMatch(e -> Shapes.isConstant(e, 0))) {
      return extent;
    }
    return grown();
  }

  private void requireInside(int i) {
    Expr offset = offsets.get(i);
    if (Extents.exceeds(Extents.index(0, Origin.none()), offset)) {
      throw new RuleFailure(
          Code.OP_WRITE_OUT_OF_BOUNDS,
          "starts before the target: offset " + Extents.text(offset) + " in dimension " + i);
    }
    Expr end = end(i);
    if (Extents.exceeds(end, target.get(i))) {
      throw new RuleFailure(
          Code.OP_WRITE_OUT_OF_BOUNDS,
          "writes past the end of dimension "
              + i
              + ": offset "
              + Extents.text(offset)
              + " and extent "
              + Extents.text(extent.get(i))
              + " exceed the target's "
              + Extents.text(target.get(i)));
    }
  }

  private Expr end(int i) {
    return Extents.sum(offsets.get(i), extent.get(i), offsets.get(i).origin());
  }

  /**
   * Grows the region along the one axis that the write passes; a write that passes several leaves
   * the target's.
   */
  private List<Expr> grown() {
    int axis = -1;
    for (int i = 0; i < target.size(); i++) {
      if (!Extents.atMost(end(i), targetValid.get(i))) {
        if (axis >= 0) {
          return covering();
        }
        axis = i;
      }
    }
    if (axis < 0) {
      return targetValid;
    }
    List<Expr> result = new ArrayList<>(targetValid);
    Origin origin = offsets.get(axis).origin();
    result.set(
        axis,
        Extents.min(
            Extents.max(targetValid.get(axis), end(axis), origin), target.get(axis), origin));
    return result;
  }

  private List<Expr> covering() {
    for (int i = 0; i < target.size(); i++) {
      boolean covers =
          Shapes.isConstant(offsets.get(i), 0) && Extents.atMost(targetValid.get(i), extent.get(i));
      if (!covers) {
        return targetValid;
      }
    }
    return extent;
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
