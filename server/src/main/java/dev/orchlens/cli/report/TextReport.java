package dev.orchlens.cli.report;

import dev.orchlens.cli.report.Finding.Spot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Findings for people, as compilers print them: where, what, the line and a mark under the place.
 * What is found in the same words at several places is told once, with all others in a line.
 */
public final class TextReport {
  /** How many other places of the same finding are named. */
  private static final int MOST_PLACES = 8;

  /** How far tabs move; only what is printed is changed by it, not the columns. */
  private static final String TAB = "    ";

  private final Style style;
  private final StringBuilder out = new StringBuilder();

  private TextReport(Style style) {
    this.style = style;
  }

  /** What is the same of two findings that are told once. */
  private record Kind(String code, String message) {}

  /**
   * Returns the findings as text, and a line that counts them.
   *
   * @param max how many are printed at most, not counting further places of the same
   */
  public static String of(Summary summary, int max, Style style) {
    Map<Kind, List<Finding>> kinds = new LinkedHashMap<>();
    for (Finding finding : summary.shown()) {
      kinds
          .computeIfAbsent(new Kind(finding.code(), finding.message()), _ -> new ArrayList<>())
          .add(finding);
    }
    TextReport report = new TextReport(style);
    kinds.values().stream().limit(max).forEach(report::finding);
    if (kinds.size() > max) {
      report.line(
          Summary.number(kinds.size() - max, "more") + " behind the first " + max + ": see --max");
    }
    report.line(summary.line());
    return report.out.toString();
  }

  /** Returns a line for each code: how often, how bad, which, and whether it is shown. */
  public static String statistics(Summary summary) {
    TextReport report = new TextReport(new Style(false));
    for (Summary.Count count : summary.counts()) {
      report.line(
          String.format(
              Locale.ROOT,
              "%7d  %-7s  %s%s",
              count.number(),
              count.severity().label(),
              count.code(),
              count.isShown() ? "" : " (not shown)"));
    }
    report.line(summary.line());
    return report.out.toString();
  }

  private void finding(List<Finding> same) {
    Finding first = same.getFirst();
    line(
        style.bold(Plain.line(first.spot().toString()) + ":")
            + " "
            + style.severity(first.severity(), first.severity().label() + ":")
            + " "
            + Plain.line(first.message())
            + " ["
            + first.code()
            + "]");
    source(first);
    if (same.size() > 1) {
      List<Spot> others = same.stream().skip(1).map(Finding::spot).toList();
      line(style.frame("      = ") + "the same at " + places(first.file(), others));
    }
  }

  /** Names places in few words: those of one file by their lines. */
  private static String places(String here, List<Spot> spots) {
    Map<String, List<Integer>> files = new LinkedHashMap<>();
    spots.stream()
        .limit(MOST_PLACES)
        .forEach(
            spot -> files.computeIfAbsent(spot.file(), _ -> new ArrayList<>()).add(spot.line()));
    List<String> named = new ArrayList<>();
    files.forEach(
        (file, lines) -> {
          String numbers =
              String.join(", ", lines.stream().distinct().map(String::valueOf).toList());
          String kind = lines.stream().distinct().count() == 1 ? "line " : "lines ";
          named.add(kind + numbers + (file.equals(here) ? "" : " of " + Plain.line(file)));
        });
    int more = spots.size() - MOST_PLACES;
    return String.join(", ", named) + (more > 0 ? ", and " + more + " more" : "");
  }

  /** Prints the line of the finding and marks its place, if there is something to see. */
  private void source(Finding finding) {
    if (finding.text().isBlank()) {
      return;
    }
    Spot spot = finding.spot();
    String text = finding.text();
    int start = Math.min(spot.column() - 1, text.length());
    int end = spot.endLine() > spot.line() ? text.length() : spot.endColumn() - 1;
    String marked = text.substring(start, Math.clamp(end, start, text.length())).stripTrailing();
    String mark =
        " ".repeat(shown(text.substring(0, start)).length())
            + "^"
            + "~".repeat(Math.max(0, shown(marked).length() - 1));
    line(
        style.frame(String.format(Locale.ROOT, "%5d | ", spot.line()))
            + shown(text.stripTrailing()));
    line(style.frame("      | ") + style.severity(finding.severity(), mark));
  }

  private static String shown(String text) {
    return Plain.line(text.replace("\t", TAB));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
