package dev.orchlens.order;

import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Slots;
import java.util.HashMap;
import java.util.Map;

/**
 * An array of TaskIds. The generated code has one array for all versions of it, so a write changes
 * it for whoever reads it later, under whatever name.
 */
final class TaskArray {
  private final int[] slots;
  private final int whole;
  private final Frame home;
  private final Map<Object, Slots> writes = new HashMap<>();
  private boolean overwrites;
  private Affine lastIndex = Affine.UNKNOWN;
  private int last;
  private int version;

  /**
   * Makes an array.
   *
   * @param slots a handle for each slot; empty for an array with too many
   * @param whole the handle of what all slots together stand for beside them
   * @param home the innermost loop that it is made in; null for none
   */
  TaskArray(int[] slots, int whole, Frame home) {
    this.slots = slots;
    this.whole = whole;
    this.home = home;
  }

  int[] slots() {
    return slots;
  }

  int whole() {
    return whole;
  }

  Frame home() {
    return home;
  }

  /**
   * Returns whether a write at an index that is not a constant may replace what another write left.
   */
  boolean overwrites() {
    return overwrites;
  }

  /** Returns whether anything was written at an index that is not a constant. */
  boolean isWrittenAnywhere() {
    return !writes.isEmpty();
  }

  /** Returns how often the array was written. */
  int version() {
    return version;
  }

  void changed() {
    version++;
  }

  /**
   * Notes a write at an index that is no constant.
   *
   * @param by which write it is: the same one may be followed several times
   */
  void written(Object by, Slots filled, int value) {
    changed();
    overwrites |= !filled.differ();
    for (Map.Entry<Object, Slots> other : writes.entrySet()) {
      overwrites |= !other.getKey().equals(by) && !filled.isApartFrom(other.getValue());
    }
    writes.put(by, filled);
    lastIndex = filled.index();
    last = value;
  }

  /** Notes a write of one slot. */
  void writtenAt(boolean isRepeated) {
    changed();
    overwrites |= isWrittenAnywhere() || isRepeated;
    lastIndex = Affine.UNKNOWN;
  }

  void forgetLast() {
    lastIndex = Affine.UNKNOWN;
  }

  /** Returns whether the last write was at {@code index}, in the same iteration. */
  boolean isLast(Affine index) {
    return index.isKnown() && index.equals(lastIndex);
  }

  int last() {
    return last;
  }
}
