package dev.orchlens.ir.op;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * A read of a rectangle of a source (reference: docs/en/user/ops/01-catalog.md, "Data movement"):
 * it must start inside the source, end inside it unless it clamps, and is valid where the source
 * is.
 *
 * @param source the source's shape
 * @param sourceValid the source's valid region
 * @param offsets where the rectangle starts
 * @param window the rectangle's extents
 * @param requested the valid region that the program asks for; empty without one
 * @param clamp whether the read may leave the source
 * @param exact whether the whole rectangle must be inside, not only the part asked for
 */
record WindowRead(
    List<Expr> source,
    List<Expr> sourceValid,
    List<Expr> offsets,
    List<Expr> window,
    List<Expr> requested,
    boolean clamp,
    boolean exact) {

  /**
   * Returns the valid region of what is read, or fails with {@code remedy} when the read leaves the
   * source.
   */
  List<Expr> validShape(String remedy) {
    int rank = window.size();
    if (source.size() != rank
        || offsets.size() != rank
        || !requested.isEmpty() && requested.size() != rank) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "needs an offset and an extent for each of the "
              + source.size()
              + " dimensions, but gets "
              + offsets.size()
              + " and "
              + rank);
    }
    List<Expr> valid = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      requireInside(i, remedy);
      Expr available = available(i);
      if (requested.isEmpty()) {
        valid.add(available);
      } else {
        boolean narrower =
            !Extents.equal(available, window.get(i)) && Extents.atMost(available, requested.get(i));
        valid.add(narrower ? available : requested.get(i));
      }
    }
    return valid;
  }

  private void requireInside(int i, String remedy) {
    Expr offset = offsets.get(i);
    Expr zero = Extents.index(0, Origin.none());
    if (Extents.exceeds(zero, offset)) {
      throw new RuleFailure(
          Code.OP_READ_OUT_OF_BOUNDS,
          "starts before the source: offset " + Extents.text(offset) + " in dimension " + i);
    }
    if (!requested.isEmpty() && Extents.exceeds(requested.get(i), window.get(i))) {
      throw new RuleFailure(
          Code.OP_VALID_SHAPE_TOO_LARGE,
          "asks for "
              + Extents.text(requested.get(i))
              + " valid elements in dimension "
              + i
              + " of an extent of "
              + Extents.text(window.get(i)));
    }
    Expr reach = exact || requested.isEmpty() ? window.get(i) : requested.get(i);
    Expr end = Extents.sum(offset, reach, offset.origin());
    if (!clamp && Extents.exceeds(end, source.get(i))) {
      throw new RuleFailure(
          Code.OP_READ_OUT_OF_BOUNDS,
          "reads past the end of dimension "
              + i
              + ": offset "
              + Extents.text(offset)
              + " and extent "
              + Extents.text(reach)
              + " exceed the source's "
              + Extents.text(source.get(i))
              + "; "
              + remedy);
    }
  }

  private Expr available(int i) {
    Expr offset = offsets.get(i);
    Expr valid = sourceValid.get(i);
    if (!clamp && Extents.equal(valid, source.get(i))) {
      return window.get(i);
    }
    Expr remaining =
        Shapes.isConstant(offset, 0) ? valid : Extents.remaining(valid, offset, offset.origin());
    return Extents.min(remaining, window.get(i), offset.origin());
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
