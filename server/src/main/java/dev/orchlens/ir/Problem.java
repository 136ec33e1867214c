package dev.orchlens.ir;

import java.util.List;

/**
 * Something the user should know about a place of the source, found while lowering or by a pass.
 *
 * @param code the stable code, such as {@code scope/auto-needs-auto-scope-false}; documented in
 *     docs/diagnostics.md
 * @param severity how bad it is
 * @param message plain English: what happened, where, what to do
 * @param origin the place
 * @param related other places that explain it
 */
public record Problem(
    String code, Severity severity, String message, Origin origin, List<Related> related) {
  public Problem {
    related = List.copyOf(related);
  }

  /**
   * How bad a problem is; an {@link #ERROR} means that the compiler rejects the program, a {@link
   * #HINT} is shown in the editor alone, unless more is asked for.
   */
  public enum Severity {
    ERROR,
    WARNING,
    INFORMATION,
    HINT
  }

  /** Another place that explains a problem. */
  public record Related(Origin origin, String message) {}

  /** Returns an error without related places. */
  public static Problem error(String code, String message, Origin origin) {
    return new Problem(code, Severity.ERROR, message, origin, List.of());
  }

  /** Returns a warning without related places. */
  public static Problem warning(String code, String message, Origin origin) {
    return new Problem(code, Severity.WARNING, message, origin, List.of());
  }
}
