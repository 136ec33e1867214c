package dev.orchlens.order.symbolic;

/**
 * One loop of a trace, as it lies in other loops. A loop that the trace unfolds has no frame: its
 * iterations stand one behind the other.
 */
public final class Frame {
  private final Frame parent;
  private final int depth;
  private Sym counter;

  /**
   * Makes the frame of a loop.
   *
   * @param parent the loop around it; null for none
   */
  public Frame(Frame parent) {
    this.parent = parent;
    this.depth = parent == null ? 1 : parent.depth + 1;
  }

  /** Returns how many loops a frame counts, itself included: 0 for none. */
  public static int depthOf(Frame frame) {
    return frame == null ? 0 : frame.depth;
  }

  /**
   * Returns the frame at {@code level} (1 is the outermost) of those around and including {@code
   * frame}.
   */
  public static Frame at(Frame frame, int level) {
    Frame current = frame;
    while (depthOf(current) > level) {
      current = current.parent;
    }
    return current;
  }

  /** Returns how many loops, counted from the outermost, two frames have in common. */
  public static int common(Frame a, Frame b) {
    int level = Math.min(depthOf(a), depthOf(b));
    Frame x = at(a, level);
    Frame y = at(b, level);
    while (x != y) {
      x = x.parent;
      y = y.parent;
    }
    return depthOf(x);
  }

  /** Returns the deeper of two frames of which one lies in the other. */
  public static Frame deeper(Frame a, Frame b) {
    return depthOf(a) >= depthOf(b) ? a : b;
  }

  /** Returns the loop around it; null for none. */
  public Frame parent() {
    return parent;
  }

  /** Returns the number of the iteration, from 0. */
  public Sym counter() {
    return counter;
  }

  /** Sets the number of the iteration. */
  public void countedBy(Sym sym) {
    counter = sym;
  }
}
