package dev.orchlens.order;

import dev.orchlens.order.symbolic.Box;
import java.util.Optional;

/**
 * The part of a buffer that a value stands for.
 *
 * @param root the buffer
 * @param box elements among which it lies; nothing where that may be any
 * @param seenAs the axes of the box that the value shows, in its own order; others are one element
 *     wide, or it shows the elements in a way that no order of axes says
 * @param exact whether it is all of the box
 * @param view whether it was looked at another way on its path from the buffer, so that the runtime
 *     forgets manual_dep
 * @param earlier whether it may be the buffer of an earlier iteration of the loops that make it
 * @param via the 0-based position of the argument that a kernel has it from, -1 for none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Part(
    Root root,
    Optional<Box> box,
    int[] seenAs,
    boolean exact,
    boolean view,
    boolean earlier,
    int via) {

  static Part whole(Root root) {
    int[] axes = new int[root.space().dims().size()];
    for (int i = 0; i < axes.length; i++) {
      axes[i] = i;
    }
    return new Part(root, Optional.of(root.space().everything()), axes, true, false, false, -1);
  }

  /** Returns some part of the same buffer, seen another way. */
  Part somewhere() {
    return new Part(root, box, new int[0], false, true, earlier, via);
  }

  /** Returns the part of this that {@code newBox} is, or that lies somewhere in it. */
  Part within(Box newBox, boolean isAll) {
    return new Part(root, Optional.of(newBox), seenAs, exact && isAll, true, earlier, via);
  }

  Part seenAs(int[] axes) {
    return new Part(root, box, axes, exact, true, earlier, via);
  }

  /** Returns the same of an earlier iteration: where it lies is known of whole buffers alone. */
  Part ofEarlier() {
    return new Part(root, box.filter(Box::isEverything), new int[0], false, view, true, via);
  }

  /** Returns this as argument {@code index} of a launch. */
  Part via(int index) {
    return new Part(root, box, seenAs, exact, view, earlier, index);
  }

  /** Returns whether the runtime looks its writers up and records them. */
  boolean tracked() {
    return view || root.recorded();
  }
}
