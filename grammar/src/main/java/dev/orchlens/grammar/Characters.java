package dev.orchlens.grammar;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * The characters that the lexer reads, one UTF-16 code unit at a time, so that every token's place
 * is an offset as editors count. The stream ends at a limit that can lie before the end of the
 * text.
 */
final class Characters implements CharStream {
  private final char[] text;
  private final int limit;
  private int index;

  /** A stream over {@code text[start..limit)}. */
  Characters(char[] text, int start, int limit) {
    this.text = text;
    this.index = start;
    this.limit = limit;
  }

  @Override
  public int LA(int distance) {
    int at = distance > 0 ? index + distance - 1 : index + distance;
    return at >= 0 && at < limit ? text[at] : IntStream.EOF;
  }

  @Override
  public void consume() {
    index++;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void seek(int target) {
    index = target;
  }

  /** Nothing to do: all characters stay in memory. */
  @Override
  public int mark() {
    return 0;
  }

  /** Nothing to do: all characters stay in memory. */
  @Override
  public void release(int marker) {}

  @Override
  public int size() {
    return limit;
  }

  @Override
  public String getText(Interval interval) {
    return new String(text, interval.a, interval.b - interval.a + 1);
  }

  @Override
  public String getSourceName() {
    return IntStream.UNKNOWN_SOURCE_NAME;
  }
}
