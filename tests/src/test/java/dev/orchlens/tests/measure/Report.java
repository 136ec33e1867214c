package dev.orchlens.tests.measure;

import com.google.gson.GsonBuilder;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Takes the rows as they are measured and prints them: a table that grows, or JSON at the end. */
final class Report {
  private final PrintStream out;
  private final boolean json;
  private final List<Object> rows = new ArrayList<>();
  private boolean headed;

  /**
   * Times of one action in one file.
   *
   * @param millis from the change written to the server until the complete answer had arrived, in
   *     milliseconds
   * @param firstMillis until the first answer of that version, where the server sends several; else
   *     the same
   * @param missed how often no answer came within the limit
   * @param cpuMillis processor time of the server for one such action, in milliseconds
   * @param note what else is to be known of it; may be empty
   */
  record Timed(
      String file,
      String action,
      Figures millis,
      Figures firstMillis,
      int missed,
      double cpuMillis,
      String note) {}

  /** A figure that is no time: what it is of, what it is, its value and its unit. */
  record Single(String file, String what, double value, String unit) {}

  Report(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  void add(Timed row) {
    rows.add(row);
    if (json) {
      return;
    }
    if (!headed) {
      headed = true;
      out.printf(
          "%-34s %-26s %5s %8s %8s %8s %8s %8s %9s %9s%n",
          "file", "action (ms)", "n", "min", "p50", "p95", "p99", "max", "first p50", "CPU");
    }
    Figures all = row.millis();
    String first = row.firstMillis().equals(all) ? "" : number(row.firstMillis().p50());
    out.printf(
        "%-34s %-26s %5d %8s %8s %8s %8s %8s %9s %9s%s%n",
        shortened(row.file(), 34),
        row.action(),
        all.count(),
        number(all.min()),
        number(all.p50()),
        number(all.p95()),
        number(all.p99()),
        number(all.max()),
        first,
        number(row.cpuMillis()),
        remark(row));
    out.flush();
  }

  void add(Single row) {
    rows.add(row);
    if (!json) {
      out.printf(
          "%-34s %-26s %s %s%n",
          shortened(row.file(), 34), row.what(), number(row.value()), row.unit());
      out.flush();
    }
  }

  /** Prints what is printed only at the end. */
  void finish() {
    if (json) {
      out.println(
          new GsonBuilder()
              .setPrettyPrinting()
              .serializeSpecialFloatingPointValues()
              .create()
              .toJson(rows));
    }
  }

  private static String remark(Timed row) {
    String missed = row.missed() == 0 ? "" : "  " + row.missed() + " without an answer";
    return missed + (row.note().isEmpty() ? "" : "  " + row.note());
  }

  /** A number with about three digits that count. */
  static String number(double value) {
    String format = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }

  private static String shortened(String text, int length) {
    return text.length() <= length ? text : "…" + text.substring(text.length() - length + 1);
  }
}
