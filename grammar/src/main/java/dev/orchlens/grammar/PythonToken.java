package dev.orchlens.grammar;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;

/**
 * A token: a type of {@link PythonLexer} and a half-open range of offsets in UTF-16 code units.
 * Lines and columns are not kept; they follow from the offsets.
 */
public final class PythonToken implements Token {
  private int type;
  private final int start;
  private final int end;
  private final int index;

  PythonToken(int type, int start, int end, int index) {
    this.type = type;
    this.start = start;
    this.end = end;
    this.index = index;
  }

  /** The offset of the first code unit. */
  public int start() {
    return start;
  }

  /**
   * The offset behind the last code unit; the start for the empty tokens INDENT, DEDENT and EOF.
   */
  public int end() {
    return end;
  }

  /**
   * Says what the token turned out to be; only {@link Tokenizer} does, before the parser sees the
   * token.
   */
  void retype(int newType) {
    type = newType;
  }

  @Override
  public int getType() {
    return type;
  }

  @Override
  public int getStartIndex() {
    return start;
  }

  @Override
  public int getStopIndex() {
    return end - 1;
  }

  @Override
  public int getTokenIndex() {
    return index;
  }

  @Override
  public String getText() {
    return PythonLexer.VOCABULARY.getDisplayName(type);
  }

  @Override
  public int getLine() {
    return 0;
  }

  @Override
  public int getCharPositionInLine() {
    return -1;
  }

  @Override
  public int getChannel() {
    return DEFAULT_CHANNEL;
  }

  @Override
  public TokenSource getTokenSource() {
    return null;
  }

  @Override
  public CharStream getInputStream() {
    return null;
  }

  @Override
  public String toString() {
    return getText() + "@" + start + ".." + end;
  }
}
