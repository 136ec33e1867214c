package dev.orchlens.grammar;

/**
 * Finds where strings end, and the parts of formatted strings. Works on characters alone (The
 * Python Language Reference, "String and Bytes literals" and "f-strings"); since Python 3.12 a
 * replacement field may hold any expression, with strings in the same quotes.
 */
public final class StringScanner {
  /** No such place: the string ends before. */
  public static final int NONE = -1;

  private static final int MAX_FIELD_DEPTH = 100;

  private final char[] text;
  private final int limit;

  /** A scanner that never looks at or behind {@code limit}. */
  public StringScanner(char[] text, int limit) {
    this.text = text;
    this.limit = limit;
  }

  /** The character at an offset, or 0 at and behind the limit. */
  public char at(int offset) {
    return offset < limit ? text[offset] : 0;
  }

  /**
   * The number of quote characters, 1 or 3, that open the string whose first quote is at {@code
   * quote}.
   */
  public int quoteLength(int quote) {
    char c = text[quote];
    return at(quote + 1) == c && at(quote + 2) == c ? 3 : 1;
  }

  /**
   * The offset behind the closing quotes of a plain string whose content starts at {@code offset},
   * or {@link #NONE} when it is never closed.
   */
  public int plainEnd(int offset, char quote, int quoteLength) {
    for (int i = offset; i < limit; i++) {
      char c = text[i];
      if (c == quote && closes(i, quote, quoteLength)) {
        return i + quoteLength;
      } else if (c == '\\') {
        i += isLineBreakPair(i + 1) ? 2 : 1;
      } else if (quoteLength == 1 && isLineBreak(c)) {
        return NONE;
      }
    }
    return NONE;
  }

  /**
   * The same for a formatted string, whose replacement fields are skipped whatever quotes they
   * hold.
   */
  public int formattedEnd(int offset, char quote, int quoteLength) {
    return formattedEnd(offset, quote, quoteLength, 0);
  }

  private int formattedEnd(int offset, char quote, int quoteLength, int depth) {
    int i = offset;
    while (i < limit) {
      char c = text[i];
      if (c == quote && closes(i, quote, quoteLength)) {
        return i + quoteLength;
      } else if (c == '{' && at(i + 1) != '{') {
        i = fieldEnd(i + 1, quote, quoteLength, depth + 1);
        if (i == NONE) {
          return NONE;
        }
      } else if (c == '{') {
        i += 2;
      } else if (c == '\\' && at(i + 1) != '{' && at(i + 1) != '}') {
        i += isLineBreakPair(i + 1) ? 3 : 2;
      } else if (quoteLength == 1 && isLineBreak(c)) {
        return NONE;
      } else {
        i++;
      }
    }
    return NONE;
  }

  /** The offset behind the brace that closes the field whose content starts at {@code offset}. */
  private int fieldEnd(int offset, char quote, int quoteLength, int depth) {
    int i = expressionEnd(offset, depth);
    while (i != NONE && i < limit) {
      char c = text[i];
      if (c == '}') {
        return i + 1;
      } else if (c == '{') {
        i = fieldEnd(i + 1, quote, quoteLength, depth + 1);
      } else if (c == quote && closes(i, quote, quoteLength)
          || quoteLength == 1 && isLineBreak(c)) {
        return NONE;
      } else {
        i++;
      }
    }
    return NONE;
  }

  /**
   * The offset of the character that ends the expression of a replacement field: a closing brace,
   * an exclamation mark or a colon outside all brackets. An equal sign before them belongs to the
   * result.
   */
  public int expressionEnd(int offset) {
    return expressionEnd(offset, 0);
  }

  private int expressionEnd(int offset, int depth) {
    if (depth > MAX_FIELD_DEPTH) {
      return NONE;
    }
    int brackets = 0;
    int i = offset;
    while (i != NONE && i < limit) {
      char c = text[i];
      switch (c) {
        case '(', '[', '{' -> brackets++;
        case ')', ']' -> brackets--;
        case '}' -> {
          if (brackets <= 0) {
            return i;
          }
          brackets--;
        }
        case '!' -> {
          if (brackets <= 0 && at(i + 1) != '=') {
            return i;
          }
        }
        case ':' -> {
          if (brackets <= 0) {
            return i;
          }
        }
        case '#' -> i = lineEnd(i) - 1;
        case '"', '\'' -> i = nestedStringEnd(i, depth);
        default -> {}
      }
      i = i == NONE ? NONE : i + 1;
    }
    return NONE;
  }

  /** The offset of the last quote of a string inside a field, or {@link #NONE}. */
  private int nestedStringEnd(int first, int depth) {
    char c = text[first];
    int length = quoteLength(first);
    if (at(first + 1) == c && length == 1) {
      return first + 1;
    }
    boolean formatted = false;
    for (int i = first - 1; i >= 0 && first - i <= 2 && Character.isLetter(text[i]); i--) {
      formatted |= Character.toLowerCase(text[i]) == 'f';
    }
    int end =
        formatted
            ? formattedEnd(first + length, c, length, depth + 1)
            : plainEnd(first + length, c, length);
    return end == NONE ? NONE : end - 1;
  }

  /** The offset of the line break at or behind {@code offset}, or the limit. */
  public int lineEnd(int offset) {
    int i = offset;
    while (i < limit && !isLineBreak(text[i])) {
      i++;
    }
    return i;
  }

  /** Whether a carriage return and a line feed stand at the offset. */
  boolean isLineBreakPair(int offset) {
    return at(offset) == '\r' && at(offset + 1) == '\n';
  }

  static boolean isLineBreak(char c) {
    return c == '\n' || c == '\r';
  }

  private boolean closes(int offset, char quote, int quoteLength) {
    return quoteLength == 1 || at(offset + 1) == quote && at(offset + 2) == quote;
  }
}
