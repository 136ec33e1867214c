package dev.orchlens.cli.report;

import dev.orchlens.cli.report.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was found, in numbers.
 *
 * @param counts how many findings each code has, also those that are not shown
 * @param shown the findings that were asked for
 */
public record Summary(List<Count> counts, List<Finding> shown) {
  /**
   * How often a code was found with a severity.
   *
   * @param isShown whether these were asked for
   */
  public record Count(Severity severity, String code, int number, boolean isShown) {}

  /** Counts findings. */
  public static Summary of(List<Finding> all, List<Finding> shown) {
    Map<Severity, Map<String, Integer>> totals = new TreeMap<>();
    all.forEach(
        each ->
            totals
                .computeIfAbsent(each.severity(), _ -> new TreeMap<>())
                .merge(each.code(), 1, Integer::sum));
    List<Count> counts =
        totals.entrySet().stream()
            .flatMap(
                of ->
                    of.getValue().entrySet().stream()
                        .map(
                            code ->
                                new Count(
                                    of.getKey(),
                                    code.getKey(),
                                    code.getValue(),
                                    isAmong(shown, of.getKey(), code.getKey()))))
            .sorted(
                Comparator.comparing(Count::severity)
                    .thenComparing(Comparator.comparingInt(Count::number).reversed()))
            .toList();
    return new Summary(counts, shown);
  }

  private static boolean isAmong(List<Finding> shown, Severity severity, String code) {
    return shown.stream().anyMatch(f -> f.severity() == severity && f.code().equals(code));
  }

  /** Returns one line: how many there are of what is shown, and how many are not. */
  String line() {
    int notes = count(Severity.NOTE);
    int hidden = counts.stream().mapToInt(Count::number).sum() - shown.size();
    return number(count(Severity.ERROR), "error")
        + ", "
        + number(count(Severity.WARNING), "warning")
        + (notes == 0 ? "" : ", " + number(notes, "note"))
        + (hidden == 0
            ? ""
            : "; "
                + number(hidden, "more")
                + " not shown: --strict shows notes, --statistics counts all");
  }

  private int count(Severity severity) {
    return (int) shown.stream().filter(each -> each.severity() == severity).count();
  }

  /** Returns a number and what it counts, in the right number. */
  public static String number(int count, String what) {
    return String.format(
        Locale.ROOT,
        "%,d %s%s",
        count,
        what,
        count == 1 || what.equals("more") ? "" : what.endsWith("x") ? "es" : "s");
  }
}
