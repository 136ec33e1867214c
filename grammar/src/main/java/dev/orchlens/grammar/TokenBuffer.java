package dev.orchlens.grammar;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * The tokens of one top-level item, all in memory before the parser starts. The last one is EOF.
 * The buffer is reused from item to item.
 */
public final class TokenBuffer implements TokenStream {
  private PythonToken[] tokens = new PythonToken[256];
  private int count;
  private int position;

  /** The offsets of the NEWLINE tokens; null until somebody asks. */
  private int[] newlines;

  TokenBuffer() {}

  /** Forgets all tokens from {@code newCount} on and starts reading anew. */
  void truncate(int newCount) {
    Arrays.fill(tokens, newCount, count, null);
    count = newCount;
    newlines = null;
    position = 0;
  }

  /** Adds a token behind the others. */
  PythonToken add(int type, int start, int end) {
    if (count == tokens.length) {
      tokens = Arrays.copyOf(tokens, count * 2);
    }
    PythonToken token = new PythonToken(type, start, end, count);
    tokens[count++] = token;
    return token;
  }

  /**
   * The number of the logical line, from 0, that an offset of the text lies in: so many NEWLINE
   * tokens end before it.
   */
  public int line(int offset) {
    if (newlines == null) {
      newlines =
          IntStream.range(0, count)
              .filter(i -> tokens[i].getType() == PythonLexer.NEWLINE)
              .map(i -> tokens[i].start())
              .toArray();
    }
    int found = Arrays.binarySearch(newlines, offset);
    return found >= 0 ? found : -found - 1;
  }

  /** The number of tokens. */
  @Override
  public int size() {
    return count;
  }

  @Override
  public PythonToken get(int index) {
    return tokens[index];
  }

  @Override
  public Token LT(int distance) {
    int at = distance > 0 ? position + distance - 1 : position + distance;
    return at < 0 ? null : tokens[Math.min(at, count - 1)];
  }

  @Override
  public int LA(int distance) {
    int at = distance > 0 ? position + distance - 1 : position + distance;
    return at < 0 ? Token.INVALID_TYPE : tokens[Math.min(at, count - 1)].getType();
  }

  @Override
  public void consume() {
    position++;
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = index;
  }

  /** Nothing to do: all tokens stay in memory. */
  @Override
  public int mark() {
    return 0;
  }

  /** Nothing to do: all tokens stay in memory. */
  @Override
  public void release(int marker) {}

  /**
   * Not available.
   *
   * @throws UnsupportedOperationException always: the tokens come without a source
   */
  @Override
  public TokenSource getTokenSource() {
    throw new UnsupportedOperationException("the tokens are already read");
  }

  @Override
  public String getSourceName() {
    return UNKNOWN_SOURCE_NAME;
  }

  @Override
  public String getText(Interval interval) {
    StringBuilder text = new StringBuilder();
    for (int i = interval.a; i <= interval.b && i < count; i++) {
      text.append(tokens[i].getText());
    }
    return text.toString();
  }

  @Override
  public String getText() {
    return getText(Interval.of(0, count - 1));
  }

  @Override
  public String getText(RuleContext context) {
    return getText(context.getSourceInterval());
  }

  @Override
  public String getText(Token start, Token stop) {
    return getText(Interval.of(start.getTokenIndex(), stop.getTokenIndex()));
  }
}
