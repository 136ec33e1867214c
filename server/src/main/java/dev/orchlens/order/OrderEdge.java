package dev.orchlens.order;

import java.util.Optional;

/**
 * A wait of one task for another: it starts when that one has completed.
 *
 * @param from what is waited for
 * @param to what waits
 * @param kind how the runtime comes to it
 * @param tensor the buffer that the runtime found it by
 * @param distance how their iterations lie to each other
 * @param always whether it is there whenever both run at that distance
 * @param because why it is there, a clause without a full stop
 */
public record OrderEdge(
    OrderNode from,
    OrderNode to,
    Kind kind,
    Optional<String> tensor,
    Distance distance,
    boolean always,
    String because) {

  /** How the runtime comes to an edge. */
  public enum Kind {
    /** Named in {@code deps=}, by the compiler, or by a barrier. */
    EXPLICIT("explicit"),
    /** The task that a buffer was made for. */
    CREATOR("creator"),
    /** Found among the recorded writers of a buffer. */
    LOOKUP("lookup");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** Returns the name that documents use. */
    public String label() {
      return label;
    }
  }
}
