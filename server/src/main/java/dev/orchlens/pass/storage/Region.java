package dev.orchlens.pass.storage;

import dev.orchlens.ir.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a storage root that a value stands for (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", steps 2 to 4). Everything but two
 * {@link Box}es counts as overlapping.
 */
public sealed interface Region extends CommonRegions {

  /** Nothing is known: no direction that depends on this region is ever rewritten. */
  record Unknown() implements Region {}

  /** The whole root. */
  record Full() implements Region {}

  /**
   * A rectangle with constant bounds.
   *
   * @param offsets the first element of each axis of the root
   * @param shape the number of elements of each axis
   */
  record Box(List<Long> offsets, List<Long> shape) implements Region {
    public Box {
      offsets = List.copyOf(offsets);
      shape = List.copyOf(shape);
    }
  }

  /**
   * An unknown part of a root that is known itself: it overlaps everything, but a direction may
   * still be rewritten.
   */
  record Conservative() implements Region {}

  /** A window whose bounds are known only while the program runs. */
  record Dynamic() implements Region {}

  /**
   * Returns whether an argument with this region may have its direction rewritten (steps 10 and
   * 11).
   */
  default boolean allowsRewrite() {
    return switch (this) {
      case Full _, Box _, Conservative _ -> true;
      case Unknown _, Dynamic _ -> false;
    };
  }

  /** Returns whether the two regions of one root may share an element. */
  default boolean mayOverlap(Region other) {
    if (!(this instanceof Box a) || !(other instanceof Box b)) {
      return true;
    }
    int rank = a.offsets.size();
    if (b.offsets.size() != rank || a.shape.size() != rank || b.shape.size() != rank) {
      return true;
    }
    for (int axis = 0; axis < rank; axis++) {
      OptionalLong endA = plus(a.offsets.get(axis), a.shape.get(axis));
      OptionalLong endB = plus(b.offsets.get(axis), b.shape.get(axis));
      if (endA.isEmpty() || endB.isEmpty()) {
        return true;
      }
      if (endA.getAsLong() <= b.offsets.get(axis) || endB.getAsLong() <= a.offsets.get(axis)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the region of a window with the given shape and offsets into this one. */
  default Region slice(Expr shape, Expr offsets) {
    if (this instanceof Unknown) {
      return UNKNOWN;
    }
    Optional<List<Long>> size = constants(shape);
    Optional<List<Long>> start = constants(offsets);
    if (size.isEmpty() || start.isEmpty() || size.get().size() != start.get().size()) {
      return DYNAMIC;
    }
    return switch (this) {
      case Unknown _ -> UNKNOWN;
      case Conservative _ -> CONSERVATIVE;
      case Dynamic _ -> DYNAMIC;
      case Full _ -> new Box(start.get(), size.get());
      case Box parent -> sliceOf(parent, start.get(), size.get());
    };
  }

  private static Region sliceOf(Box parent, List<Long> start, List<Long> size) {
    if (parent.offsets.size() != start.size()) {
      return DYNAMIC;
    }
    List<Long> absolute = new ArrayList<>();
    for (int axis = 0; axis < start.size(); axis++) {
      OptionalLong offset = plus(parent.offsets.get(axis), start.get(axis));
      if (offset.isEmpty()) {
        return DYNAMIC;
      }
      absolute.add(offset.getAsLong());
    }
    return new Box(absolute, size);
  }

  private static Optional<List<Long>> constants(Expr expr) {
    if (!(expr instanceof Expr.MakeTuple tuple)) {
      return Optional.empty();
    }
    List<Long> values = new ArrayList<>();
    for (Expr element : tuple.elements()) {
      if (!(element instanceof Expr.ConstInt c)) {
        return Optional.empty();
      }
      values.add(c.value());
    }
    return Optional.of(values);
  }

  private static OptionalLong plus(long a, long b) {
    long sum = a + b;
    boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return overflow ? OptionalLong.empty() : OptionalLong.of(sum);
  }
}
