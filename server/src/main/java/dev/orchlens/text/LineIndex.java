package dev.orchlens.text;

import java.util.Arrays;

/**
 * Where the lines of a text begin. A line ends at a line feed, a carriage return, or both in that
 * order, as in Python and in the Language Server Protocol. Lines and characters count from 0,
 * characters in UTF-16 code units.
 */
public final class LineIndex {
  private final int[] starts;
  private final String text;

  private LineIndex(String text, int[] starts) {
    this.text = text;
    this.starts = starts;
  }

  /** Indexes {@code text}. */
  public static LineIndex of(String text) {
    int[] starts = new int[Math.max(16, text.length() / 32)];
    int count = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n')) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = i + 1;
      }
    }
    return new LineIndex(text, Arrays.copyOf(starts, count));
  }

  /** The index of a text whose lines are known to begin at these offsets. */
  static LineIndex of(String text, int[] starts) {
    return new LineIndex(text, starts);
  }

  /**
   * The number of lines, at least 1: a text that ends with a line terminator has an empty last
   * line.
   */
  public int lineCount() {
    return starts.length;
  }

  /**
   * The offset at which a line begins; a line below 0 counts as the first, one behind the last as
   * the text's end.
   */
  public int lineStart(int line) {
    return line >= starts.length ? text.length() : starts[Math.max(0, line)];
  }

  /** The offset behind the last character of a line, before its terminator. */
  public int lineEnd(int line) {
    if (line >= starts.length - 1) {
      return text.length();
    }
    int end = starts[Math.max(0, line) + 1];
    boolean two =
        text.charAt(end - 1) == '\n' && end - 2 >= lineStart(line) && text.charAt(end - 2) == '\r';
    return end - (two ? 2 : 1);
  }

  /** The line that holds {@code offset}; an offset outside the text counts as its nearer end. */
  public int lineAt(int offset) {
    int found = Arrays.binarySearch(starts, Math.max(0, offset));
    return found >= 0 ? found : -found - 2;
  }

  /**
   * The line and character of {@code offset}; an offset outside the text counts as its nearer end.
   */
  public TextPosition position(int offset) {
    int inside = Math.clamp(offset, 0, text.length());
    int line = lineAt(inside);
    return new TextPosition(line, inside - starts[line]);
  }

  /**
   * The offset of a position; a character behind its line's end counts as that end, as the protocol
   * asks.
   */
  public int offset(TextPosition position) {
    if (position.line() < 0) {
      return 0;
    }
    if (position.line() >= starts.length) {
      return text.length();
    }
    int start = starts[position.line()];
    int end = lineEnd(position.line());
    return start + Math.clamp(position.character(), 0, end - start);
  }

  /** The lines and characters of a range of offsets. */
  public TextRange range(SourceRange range) {
    return new TextRange(position(range.start()), position(range.end()));
  }

  /**
   * The offsets of a range of lines and characters; where the end lies before the start, the range
   * is empty.
   */
  public SourceRange range(TextRange range) {
    int start = offset(range.start());
    return new SourceRange(start, Math.max(start, offset(range.end())));
  }
}
