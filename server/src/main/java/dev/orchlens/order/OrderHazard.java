package dev.orchlens.order;

import dev.orchlens.ir.Origin;
import java.util.List;
import java.util.Optional;

/**
 * Two accesses of the same memory by two tasks, at least one of them a write (rule H of
 * docs/order.md). Accesses that certainly never meet are no hazard.
 *
 * @param first the access that comes first when the program runs
 * @param second the other one
 * @param tensor what the user calls the buffer
 * @param allocated where the buffer comes from
 * @param kind what is at stake
 * @param distance how their iterations lie to each other
 * @param status whether they are ordered
 * @param because why, a sentence
 * @param cause the rule that leaves them unordered, for a race and for what is unproven
 * @param witness iterations and elements of a run in which nothing orders them, for a race
 * @param open names of the numbers, known at run time alone, that decide whether they meet; for
 *     what is unproven
 */
public record OrderHazard(
    OrderNode first,
    OrderNode second,
    String tensor,
    Origin allocated,
    Kind kind,
    Distance distance,
    Status status,
    String because,
    Optional<RaceCause> cause,
    Optional<String> witness,
    List<String> open) {
  public OrderHazard {
    open = List.copyOf(open);
  }

  /** What is at stake, named by the later and the earlier access. */
  public enum Kind {
    /** The later one reads what the earlier one writes. */
    RAW,
    /** The later one overwrites what the earlier one reads. */
    WAR,
    /** Both write. */
    WAW
  }

  /** Whether two accesses are ordered. */
  public enum Status {
    /** The runtime finds the earlier one when the later one is submitted. */
    ORDERED_BY_LOOKUP("ordered"),
    /** A chain of waits leads from the later one to the earlier one. */
    ORDERED_BY_CHAIN("ordered"),
    /** Nothing orders them in some run. */
    RACE("race"),
    /** Neither is shown. */
    UNPROVEN("unproven"),
    /** Two atomic additions, whose order does not matter. */
    COMMUTES("commutes");

    private final String label;

    Status(String label) {
      this.label = label;
    }

    /** Returns the name that documents use. */
    public String label() {
      return label;
    }

    /** Returns whether the two are ordered. */
    public boolean isOrdered() {
      return this == ORDERED_BY_LOOKUP || this == ORDERED_BY_CHAIN;
    }
  }
}
