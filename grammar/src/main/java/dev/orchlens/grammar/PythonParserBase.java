package dev.orchlens.grammar;

import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.TokenStream;

/**
 * What every Python parser has: no parse tree, and a bound on nesting that keeps it clear of the
 * end of the stack.
 */
public abstract class PythonParserBase extends Parser {
  /**
   * How many rules may be open at once; 200 nested brackets inside 100 nested blocks, the most that
   * CPython reads, need fewer.
   */
  private static final int MAX_DEPTH = 1500;

  private int depth;

  /** A parser that reads these tokens. */
  protected PythonParserBase(TokenStream input) {
    super(input);
    setBuildParseTree(false);
    removeErrorListeners();
  }

  @Override
  public void reset() {
    depth = 0;
    super.reset();
  }

  @Override
  public void enterRule(ParserRuleContext context, int state, int ruleIndex) {
    super.enterRule(context, state, ruleIndex);
    depth++;
  }

  @Override
  public void enterOuterAlt(ParserRuleContext context, int altNumber) {
    if (depth > MAX_DEPTH) {
      throw new TooDeepException(this);
    }
    super.enterOuterAlt(context, altNumber);
  }

  @Override
  public void exitRule() {
    depth--;
    super.exitRule();
  }

  /** Signals that the text nests deeper than the parser follows. */
  static final class TooDeepException extends InputMismatchException {
    private static final long serialVersionUID = 1L;

    TooDeepException(Parser parser) {
      super(parser);
    }
  }
}
