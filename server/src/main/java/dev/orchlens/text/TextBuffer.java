package dev.orchlens.text;

import java.util.Arrays;

/**
 * A text that is edited in place, with the starts of its lines: a gap lies where the last edit
 * ended, and an edit costs its own length and the way from there. Line starts behind the gap are
 * kept as distances from the end of the text, which an edit before them does not change.
 */
final class TextBuffer {
  private char[] text;
  private int gapStart;
  private int gapEnd;

  /**
   * The starts up to the gap in order, from the front; and those behind it, from the back. The
   * first line's is among them.
   */
  private int[] starts;

  private int before;
  private int behind;

  TextBuffer(String content, LineIndex lines) {
    text = Arrays.copyOf(content.toCharArray(), content.length() + 256);
    gapStart = content.length();
    gapEnd = text.length;
    before = lines.lineCount();
    starts = new int[before + 64];
    for (int line = 0; line < before; line++) {
      starts[line] = lines.lineStart(line);
    }
  }

  /** The number of UTF-16 code units. */
  int length() {
    return text.length - (gapEnd - gapStart);
  }

  /** The number of lines, at least 1. */
  int lineCount() {
    return before + behind;
  }

  /** The offset at which a line begins; the line must be there. */
  int lineStart(int line) {
    return line < before ? starts[line] : length() - starts[starts.length - behind + line - before];
  }

  /**
   * The offset behind the last character of a line, before its terminator; the line must be there.
   */
  int lineEnd(int line) {
    if (line == lineCount() - 1) {
      return length();
    }
    int end = lineStart(line + 1);
    boolean two = charAt(end - 1) == '\n' && end - 2 >= lineStart(line) && charAt(end - 2) == '\r';
    return end - (two ? 2 : 1);
  }

  char charAt(int offset) {
    return text[offset < gapStart ? offset : offset + gapEnd - gapStart];
  }

  /**
   * Puts {@code added} in the place of a stretch. A character behind the end of its line counts as
   * that end, as the protocol asks, and so does the end of a stretch that starts the text and goes
   * beyond its last line.
   *
   * @throws BadEditException when there is no such stretch
   */
  void replace(TextRange range, String added, CharacterUnit unit) {
    int start = offset(range.start(), unit);
    boolean all = range.start().equals(TextPosition.START) && range.end().line() >= lineCount();
    int end = all ? length() : offset(range.end(), unit);
    if (end < start) {
      throw new BadEditException(
          "an edit ends at " + range.end() + ", before it starts at " + range.start());
    }
    replace(start, end, added);
  }

  private int offset(TextPosition position, CharacterUnit unit) {
    if (position.line() < 0 || position.character() < 0) {
      throw new BadEditException("an edit is at " + position + ", and positions count from 0");
    }
    if (position.line() == lineCount() && position.character() == 0) {
      return length();
    }
    if (position.line() >= lineCount()) {
      throw new BadEditException(
          "an edit is at " + position + ", and the text has " + lineCount() + " lines");
    }
    int start = lineStart(position.line());
    int length = lineEnd(position.line()) - start;
    return start
        + (unit == CharacterUnit.UTF16
            ? Math.min(position.character(), length)
            : unit.toUtf16(line(start, length), position.character()));
  }

  private String line(int start, int length) {
    StringBuilder line = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      line.append(charAt(start + i));
    }
    return line.toString();
  }

  /**
   * Puts {@code added} in the place of the code units from {@code start} to {@code end}, which must
   * be offsets of the text.
   */
  private void replace(int start, int end, String added) {
    moveGap(end);
    while (before > 0 && starts[before - 1] >= start && starts[before - 1] > 0) {
      before--;
    }
    // A terminator of two characters may have been cut in two, or made, at the end of what is
    // replaced.
    if (behind > 0 && length() - starts[starts.length - behind] == end) {
      behind--;
    }
    gapStart = start;
    makeRoom(added.length());
    added.getChars(0, added.length(), text, gapStart);
    gapStart += added.length();
    for (int offset = Math.max(1, start); offset <= gapStart; offset++) {
      if (startsLine(offset)) {
        addStart(offset);
      }
    }
  }

  private boolean startsLine(int offset) {
    char last = charAt(offset - 1);
    return last == '\n' || (last == '\r' && !(offset < length() && charAt(offset) == '\n'));
  }

  /**
   * Moves the gap so that it starts at an offset, and the starts of lines up to there in front of
   * it.
   */
  private void moveGap(int offset) {
    if (offset < gapStart) {
      int count = gapStart - offset;
      System.arraycopy(text, offset, text, gapEnd - count, count);
      gapStart -= count;
      gapEnd -= count;
    } else if (offset > gapStart) {
      int count = offset - gapStart;
      System.arraycopy(text, gapEnd, text, gapStart, count);
      gapStart += count;
      gapEnd += count;
    }
    while (before > 0 && starts[before - 1] > offset) {
      int moved = length() - starts[--before];
      starts[starts.length - ++behind] = moved;
    }
    while (behind > 0 && length() - starts[starts.length - behind] <= offset) {
      int moved = length() - starts[starts.length - behind--];
      starts[before++] = moved;
    }
  }

  private void makeRoom(int count) {
    if (gapEnd - gapStart >= count) {
      return;
    }
    int tail = text.length - gapEnd;
    char[] larger = Arrays.copyOf(text, Math.max(text.length * 2, text.length + count));
    System.arraycopy(text, gapEnd, larger, larger.length - tail, tail);
    gapEnd = larger.length - tail;
    text = larger;
  }

  private void addStart(int offset) {
    if (before + behind == starts.length) {
      int[] larger = Arrays.copyOf(starts, starts.length * 2);
      System.arraycopy(starts, starts.length - behind, larger, larger.length - behind, behind);
      starts = larger;
    }
    starts[before++] = offset;
  }

  /** The text with its line starts as they are now, as a version of a document. */
  Document document(String uri, int version) {
    String content =
        new StringBuilder(length())
            .append(text, 0, gapStart)
            .append(text, gapEnd, text.length - gapEnd)
            .toString();
    int[] all = new int[lineCount()];
    for (int line = 0; line < all.length; line++) {
      all[line] = lineStart(line);
    }
    return new Document(uri, version, content, LineIndex.of(content, all));
  }
}
