package dev.orchlens.order;

import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;

/**
 * An array of TaskIds. The generated code has one array for all versions of it, so a write changes
 * it for whoever reads it later, under whatever name.
 */
final class TaskArray {
  private final int[] slots;
  private final int whole;
  private final Frame home;
  private boolean written;
  private boolean overwrites;
  private Affine lastIndex = Affine.UNKNOWN;
  private int last;

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
    return written;
  }

  /** Notes a write at an index that is no constant. */
  void written(Affine index, int value, boolean spreads) {
    overwrites |= !spreads || written;
    written = true;
    lastIndex = index;
    last = value;
  }

  /** Notes a write of one slot. */
  void writtenAt(boolean isRepeated) {
    overwrites |= written || isRepeated;
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
