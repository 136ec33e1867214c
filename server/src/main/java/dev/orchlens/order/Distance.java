package dev.orchlens.order;

/** How the iterations of an earlier and of a later task lie to each other. */
public sealed interface Distance {
  /** The same iteration of all loops around both. */
  record Same() implements Distance {}

  /** The later one {@code count} iterations behind, of the innermost loop that they differ in. */
  record Exactly(long count) implements Distance {}

  /** The later one {@code count} iterations behind or more. */
  record AtLeast(long count) implements Distance {}

  /** The earlier one in any iteration of a loop that the later one stands behind. */
  record All() implements Distance {}

  /** Returns how documents write it. */
  default String text() {
    return switch (this) {
      case Same _ -> "0";
      case Exactly(long count) -> "+" + count;
      case AtLeast(long count) -> ">=" + count;
      case All _ -> "all";
    };
  }
}
