package dev.orchlens.pass.tools;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import java.util.List;
import java.util.function.Consumer;

/** Rejects a program for several reasons at once. */
public final class Rejected {
  private Rejected() {}

  /**
   * Throws the first of {@code errors} and reports the others, or does nothing when there are none.
   */
  public static void throwIfAny(List<Problem> errors, Consumer<Problem> problems) {
    if (!errors.isEmpty()) {
      errors.subList(1, errors.size()).forEach(problems);
      throw new Rejection(errors.getFirst());
    }
  }
}
