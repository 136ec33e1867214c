package dev.orchlens.order;

import java.util.List;

/**
 * The scope whose end gives a buffer back, unless tasks keep it: the innermost AUTO scope, outside
 * of MANUAL ones.
 */
final class RootScope {
  private final int depth;
  private final boolean repeated;
  private int lastRoot = Integer.MAX_VALUE;

  /**
   * Makes a scope.
   *
   * @param depth how many scopes are around it
   * @param repeated whether a loop around it, whose iterations are not told apart, may run it again
   */
  RootScope(int depth, boolean repeated) {
    this.depth = depth;
    this.repeated = repeated;
  }

  /** Notes that the scope has ended, with {@code roots} buffers made so far. */
  void end(int roots) {
    lastRoot = roots;
  }

  /**
   * Returns whether the scope has ended, and something is allocated from the same ring after that,
   * which may get the memory.
   */
  boolean isReleased(List<Root> all, Root root) {
    if (lastRoot > all.size()) {
      return false;
    }
    if (repeated) {
      return true;
    }
    for (int i = lastRoot; i < all.size(); i++) {
      Root later = all.get(i);
      if (later.kind() != Root.Kind.PARAMETER
          && later.scope() != null
          && ring(later.scope().depth) == ring(depth)) {
        return true;
      }
    }
    return false;
  }

  /** A task's ring is that of its scope's depth, at most 3 (rule S5). */
  private static int ring(int depth) {
    return Math.min(depth, 3);
  }
}
