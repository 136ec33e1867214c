package dev.orchlens.order;

import dev.orchlens.order.symbolic.Frame;
import java.util.List;

/** A step of a trace. */
sealed interface Step {
  /** A task is submitted, or the orchestrator accesses memory. */
  record Submit(Site site) implements Step {}

  /**
   * A loop whose iterations are not told apart.
   *
   * @param always whether it certainly runs once
   */
  record Repeat(Frame frame, List<Step> body, boolean always) implements Step {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A branch. */
  record Either(List<Step> then, List<Step> orElse) implements Step {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A handle comes to stand for tasks. */
  record Bind(int handle, Source source) implements Step {}

  /** What a handle stands for. */
  sealed interface Source {
    /** No task. */
    record Nothing() implements Source {}

    /** All tasks of several handles. */
    record All(List<Integer> handles) implements Source {}

    /**
     * The tasks of {@code value}, and those that {@code array} held before where no write replaces
     * another.
     */
    record Spread(int value, TaskArray array) implements Source {}

    /** The tasks of one of several handles; which one is not known. */
    record Any(List<Integer> handles) implements Source {}
  }
}
