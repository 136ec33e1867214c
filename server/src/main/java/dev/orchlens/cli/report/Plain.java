package dev.orchlens.cli.report;

/** Text of programs and names of files as one line that a terminal cannot take for a command. */
public final class Plain {
  private Plain() {}

  /**
   * Returns the text with everything that is no visible character escaped as Python writes it:
   * control characters, line breaks, and what changes the direction of writing or cannot be seen.
   */
  public static String line(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> append(out, c);
              }
            });
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    if (isVisible(c)) {
      out.appendCodePoint(c);
    } else {
      String form =
          c < 0x100
              ? "\\x%02x"
              : c < Character.MIN_SUPPLEMENTARY_CODE_POINT ? "\\u%04x" : "\\U%08x";
      out.append(form.formatted(c));
    }
  }

  /**
   * Returns JSON with what a terminal could take for a command escaped in its strings; outside of
   * them there is none, but for line breaks.
   */
  public static String json(String json) {
    StringBuilder out = new StringBuilder();
    json.chars()
        .forEach(
            c -> {
              if (c == '\n' || isVisible(c) || Character.isSurrogate((char) c)) {
                out.append((char) c);
              } else {
                out.append("\\u%04x".formatted(c));
              }
            });
    return out.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
