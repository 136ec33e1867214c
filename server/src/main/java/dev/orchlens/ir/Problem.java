package dev.orchlens.ir;

import dev.orchlens.rule.Code;
import dev.orchlens.rule.Severity;
import java.util.List;

/**
 * Something the user should know about a place of the source, found while lowering or by a pass.
 *
 * @param code what it is
 * @param message plain English: what happened, where, what to do
 * @param origin the place
 * @param related other places that explain it
 */
public record Problem(Code code, String message, Origin origin, List<Related> related) {
  public Problem {
    related = List.copyOf(related);
  }

  /** Makes one without related places. */
  public Problem(Code code, String message, Origin origin) {
    this(code, message, origin, List.of());
  }

  /** Another place that explains a problem. */
  public record Related(Origin origin, String message) {}

  /** Returns how bad it is. */
  public Severity severity() {
    return code.severity();
  }

  /** Returns whether nothing of the program can be told as it is. */
  public boolean stops() {
    return severity().stops();
  }
}
