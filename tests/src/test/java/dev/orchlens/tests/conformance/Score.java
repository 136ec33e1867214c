package dev.orchlens.tests.conformance;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Counts equal sections by area and kind. */
final class Score {
  private static final List<String> SECTIONS =
      List.of(
          "rejected",
          "params",
          "tasks",
          "user_deps",
          "directions",
          "compiler_deps",
          "fallbacks",
          "barriers",
          "tree",
          "dep_arrays",
          "kernels",
          "cpp");

  private final Map<String, Map<String, int[]>> counts = new TreeMap<>();
  private final Map<String, int[]> whole = new TreeMap<>();

  /** Counts the rows of one case. */
  synchronized void add(String area, List<Comparison.Row> rows) {
    Map<String, int[]> sections = counts.computeIfAbsent(area, a -> new TreeMap<>());
    for (Comparison.Row row : rows) {
      int[] count = sections.computeIfAbsent(row.section(), s -> new int[2]);
      count[0] += row.equal() ? 1 : 0;
      count[1]++;
    }
    int[] cases = whole.computeIfAbsent(area, a -> new int[2]);
    cases[0] += rows.stream().allMatch(Comparison.Row::equal) ? 1 : 0;
    cases[1]++;
  }

  /**
   * Returns a line for each area: cases that are equal in every section, and equal sections by
   * kind.
   */
  synchronized String table() {
    Set<String> shown = new LinkedHashSet<>(SECTIONS);
    StringBuilder out = new StringBuilder("conformance: cases whole; equal sections by kind\n");
    counts.forEach(
        (area, sections) -> {
          int[] cases = whole.get(area);
          out.append(area)
              .append(": ")
              .append(cases[0])
              .append('/')
              .append(cases[1])
              .append(" whole;");
          for (String section : shown) {
            int[] count = sections.get(section);
            if (count != null) {
              out.append(' ')
                  .append(section)
                  .append(' ')
                  .append(count[0])
                  .append('/')
                  .append(count[1]);
            }
          }
          out.append('\n');
        });
    return out.toString();
  }

  /**
   * Returns a line for each kind of section: how many are equal in all areas together, and their
   * share.
   */
  synchronized String totals() {
    StringBuilder out = new StringBuilder();
    int equal = 0;
    int all = 0;
    for (String section : SECTIONS) {
      int[] sum = new int[2];
      counts.values().stream()
          .map(s -> s.get(section))
          .filter(Objects::nonNull)
          .forEach(
              c -> {
                sum[0] += c[0];
                sum[1] += c[1];
              });
      if (sum[1] > 0) {
        out.append(share(section, sum[0], sum[1]));
      }
      equal += sum[0];
      all += sum[1];
    }
    return out.append(share("all", equal, all)).toString();
  }

  private static String share(String name, int equal, int all) {
    return String.format(
        Locale.ROOT,
        "%-14s %5d of %5d  %5.1f %%%n",
        name,
        equal,
        all,
        100.0 * equal / Math.max(all, 1));
  }
}
