package dev.orchlens.lower;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers what is wrong with one function or program while it is lowered. A problem told twice is kept once. */
final class Problems {
  private final Set<Problem> found = new LinkedHashSet<>();

  /** Adds an error of the rule {@code code}. */
  void error(RuleCode code, Origin origin, String message) {
    found.add(Problem.error(code.code(), message, origin));
  }

  /** Adds an error whose reason stands at other places. */
  void error(RuleCode code, Origin origin, String message, List<Problem.Related> related) {
    found.add(new Problem(code.code(), Problem.Severity.ERROR, message, origin, related));
  }

  /** Adds a warning of the rule {@code code}. */
  void warning(RuleCode code, Origin origin, String message) {
    found.add(Problem.warning(code.code(), message, origin));
  }

  /** Adds a problem that was found elsewhere. */
  void add(Problem problem) {
    found.add(problem);
  }

  /** Returns all problems in the order in which they were found. */
  List<Problem> all() {
    return new ArrayList<>(found);
  }
}
