package dev.orchlens.lower.decl;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
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

  /** Adds an error of the rule {@code code}. */
  public void error(RuleCode code, Origin origin, String message) {
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

  /** Adds what the user should know although nothing is wrong. */
  void information(RuleCode code, Origin origin, String message) {
    found.add(new Problem(code.code(), Problem.Severity.INFORMATION, message, origin, List.of()));
  }

  /** Adds that the compiler may narrow a kernel to windows, which its launches here do not show. */
  public void windows(Origin origin) {
    information(
        RuleCode.REGION_WINDOWIZE,
        origin,
        "With windowize=True the compiler may launch a copy of the kernel named '..__windowed' with"
            + " windows of its tensors instead of whole ones. Orchlens does not follow that: what"
            + " it shows of the launches is what holds without windowize.");
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
        .anyMatch(
            p ->
                p.severity() == Problem.Severity.ERROR
                    && !p.code().equals(RuleCode.CONDITION_TYPE.code()));
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
    return new Problem(
        problem.code(), problem.severity(), message, problem.origin(), problem.related());
  }
}
