package dev.orchlens.cli.report;

import dev.orchlens.cli.report.Finding.Severity;

/**
 * How text stands out on a terminal.
 *
 * @param colours whether it does at all
 */
public record Style(boolean colours) {
  private static final String BOLD = "1";
  private static final String RED = "1;31";
  private static final String MAGENTA = "1;35";
  private static final String CYAN = "1;36";
  private static final String BLUE = "34";

  String bold(String text) {
    return with(BOLD, text);
  }

  String frame(String text) {
    return with(BLUE, text);
  }

  String severity(Severity severity, String text) {
    return with(
        switch (severity) {
          case ERROR -> RED;
          case WARNING -> MAGENTA;
          case NOTE -> CYAN;
        },
        text);
  }

  private String with(String rendition, String text) {
    return colours ? "\u001b[" + rendition + "m" + text + "\u001b[0m" : text;
  }
}
