package dev.orchlens.syntax;

/** Decodes escape sequences (The Python Language Reference, "Escape sequences"). */
final class Escapes {
  private final ItemSource source;
  private final char[] text;
  private final boolean bytes;
  private final StringBuilder decoded = new StringBuilder();

  private Escapes(ItemSource source, boolean bytes) {
    this.source = source;
    this.text = source.text();
    this.bytes = bytes;
  }

  /**
   * The value of the content {@code text[start..end)} of a string; line breaks become line feeds.
   * Escapes that are cut short are reported and kept as they stand, and so, unreported, are those
   * that Python does not know.
   */
  static String decode(ItemSource source, int start, int end, boolean raw, boolean bytes) {
    char[] text = source.text();
    boolean plain = true;
    for (int i = start; i < end && plain; i++) {
      plain = text[i] != '\r' && (raw || text[i] != '\\');
    }
    if (plain) {
      return new String(text, start, end - start);
    }
    Escapes escapes = new Escapes(source, bytes);
    for (int i = start; i < end; ) {
      i =
          text[i] == '\\' && !raw && i + 1 < end
              ? escapes.escape(i, end)
              : escapes.character(i, end);
    }
    return escapes.decoded.toString();
  }

  private int character(int i, int end) {
    boolean lineBreak = text[i] == '\r';
    decoded.append(lineBreak ? '\n' : text[i]);
    return i + (lineBreak && i + 1 < end && text[i + 1] == '\n' ? 2 : 1);
  }

  private int escape(int i, int end) {
    char c = text[i + 1];
    switch (c) {
      case '\n' -> {}
      case '\r' -> {
        return i + (i + 2 < end && text[i + 2] == '\n' ? 3 : 2);
      }
      case '\\', '\'', '"' -> decoded.append(c);
      case 'a' -> decoded.append('\u0007');
      case 'b' -> decoded.append('\b');
      case 'f' -> decoded.append('\f');
      case 'n' -> decoded.append('\n');
      case 'r' -> decoded.append('\r');
      case 't' -> decoded.append('\t');
      case 'v' -> decoded.append('\u000B');
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        return octal(i + 1, end);
      }
      case 'x' -> {
        return hexadecimal(i, end, 2);
      }
      case 'u', 'U', 'N' -> {
        if (!bytes) {
          return c == 'N' ? named(i, end) : hexadecimal(i, end, c == 'u' ? 4 : 8);
        }
        decoded.append('\\').append(c);
      }
      default -> {
        decoded.append('\\');
        return i + 1;
      }
    }
    return i + 2;
  }

  private int octal(int start, int end) {
    int value = 0;
    int i = start;
    for (; i < end && i < start + 3 && text[i] >= '0' && text[i] <= '7'; i++) {
      value = value * 8 + text[i] - '0';
    }
    decoded.append((char) (bytes ? value & 0xFF : value));
    return i;
  }

  private int hexadecimal(int start, int end, int digits) {
    int value = 0;
    int i = start + 2;
    for (;
        i < end && i < start + 2 + digits && Character.digit(text[i], 16) >= 0 && text[i] < 0x80;
        i++) {
      value = value * 16 + Character.digit(text[i], 16);
    }
    if (i < start + 2 + digits) {
      return keep(start, i, "\\" + text[start + 1] + " needs " + digits + " hexadecimal digits");
    } else if (value < 0 || value > Character.MAX_CODE_POINT) {
      return keep(start, i, "there is no character with this number");
    }
    decoded.appendCodePoint(value);
    return i;
  }

  private int named(int start, int end) {
    int close = start + 2;
    while (close < end && text[close] != '}') {
      close++;
    }
    if (close == end || text[start + 2] != '{') {
      return keep(start, Math.min(start + 2, end), "\\N needs the name of a character in braces");
    }
    try {
      decoded.appendCodePoint(codePoint(new String(text, start + 3, close - start - 3)));
      return close + 1;
    } catch (IllegalArgumentException _) {
      return keep(start, close + 1, "there is no character with this name");
    }
  }

  /**
   * The character of a name. Unicode names ideographs by their numbers, with a hyphen that Java
   * writes as a blank.
   */
  private static int codePoint(String name) {
    String ideograph = "CJK UNIFIED IDEOGRAPH-";
    boolean numbered = name.regionMatches(true, 0, ideograph, 0, ideograph.length());
    return Character.codePointOf(
        numbered ? "CJK UNIFIED IDEOGRAPHS " + name.substring(ideograph.length()) : name);
  }

  private int keep(int start, int end, String complaint) {
    source.report(source.range(start, end), complaint);
    decoded.append(text, start, end - start);
    return end;
  }
}
