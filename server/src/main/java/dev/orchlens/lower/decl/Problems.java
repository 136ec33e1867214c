package dev.orchlens.lower.decl;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Gathers what is wrong with one function or program while it is lowered. A problem told twice is
 * kept once.
 */
public final class Problems {
  private static final Pattern QUOTED = Pattern.compile("'(\\w+)'");

  private final Set<Problem> found = new LinkedHashSet<>();

  /** Adds what breaks the rule {@code code}. */
  public void error(Code code, Origin origin, String message) {
    found.add(new Problem(code, message, origin));
  }

  /** Adds what breaks a rule for a reason that stands at other places. */
  void error(Code code, Origin origin, String message, List<Problem.Related> related) {
    found.add(new Problem(code, message, origin, related));
  }

  /** Adds that the compiler may narrow a kernel to windows, which its launches here do not show. */
  public void windows(Origin origin) {
    String message =
        "With windowize=True the compiler may launch a copy of the kernel named '..__windowed' with"
            + " windows of its tensors instead of whole ones. Orchlens does not follow that: what"
            + " it shows of the launches is what holds without windowize.";
    found.add(new Problem(Code.REGION_WINDOWIZE, message, origin));
  }

  /** Adds a problem that was found elsewhere. */
  public void add(Problem problem) {
    found.add(problem);
  }

  /** Returns how many problems have been found so far. */
  public int count() {
    return found.size();
  }

  /**
   * Returns whether something other than a condition's type was found wrong after the first {@code
   * count} problems.
   */
  public boolean hasErrorsSince(int count) {
    return found.stream()
        .skip(count)
        .anyMatch(p -> p.stops() && p.code() != Code.CONDITION_NOT_BOOL);
  }

  /** Returns all problems in the order in which they were found. */
  public List<Problem> all() {
    return new ArrayList<>(found);
  }

  /** Returns all problems, with the names that the user wrote for those that stand for them. */
  public List<Problem> all(Map<String, String> aliases) {
    return aliases.isEmpty() ? all() : found.stream().map(p -> renamed(p, aliases)).toList();
  }

  private static Problem renamed(Problem problem, Map<String, String> aliases) {
    String message =
        QUOTED
            .matcher(problem.message())
            .replaceAll(m -> "'" + aliases.getOrDefault(m.group(1), m.group(1)) + "'");
    return new Problem(problem.code(), message, problem.origin(), problem.related());
  }
}
