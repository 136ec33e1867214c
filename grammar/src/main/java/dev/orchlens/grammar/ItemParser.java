package dev.orchlens.grammar;

import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Parses the tokens of one top-level item at a time. The first attempt takes ANTLR's fast
 * prediction (SLL) and stops at the first error; only where there is one, the second takes full
 * prediction (LL) and recovers per statement.
 */
public final class ItemParser {
  private final PythonParser parser;
  private final TokenBuffer tokens;
  private final StatementRecovery recovery;

  /** A parser of the tokens in a buffer, which stand for parts of {@code text}. */
  public ItemParser(char[] text, TokenBuffer tokens) {
    this.tokens = tokens;
    this.recovery = new StatementRecovery(text);
    this.parser = new PythonParser(tokens);
    parser.setErrorHandler(recovery);
  }

  /**
   * Parses the item now in the buffer. Every error is inside one statement or clause of the result.
   * The first attempt is left out where the tokens are already known not to be {@code sound}.
   */
  public PythonParser.ItemContext item(boolean sound) {
    if (!sound) {
      begin(PredictionMode.LL, true);
      return parser.item();
    }
    try {
      begin(PredictionMode.SLL, false);
      return parser.item();
    } catch (ParseCancellationException _) {
      begin(PredictionMode.LL, true);
      return parser.item();
    }
  }

  /**
   * Parses the expression now in the buffer, the inside of a replacement field.
   *
   * @throws ParseCancellationException when it is none
   */
  public PythonParser.ReplacementFieldContext replacementField() {
    begin(PredictionMode.SLL, false);
    return parser.replacementField();
  }

  /** What was wrong with the item parsed last. */
  public List<GrammarProblem> problems() {
    return recovery.problems();
  }

  /** The block below a statement or clause of that item whose head could not be read, or null. */
  public PythonParser.StrayBlockContext blockBelow(ParserRuleContext failed) {
    return recovery.blockBelow(failed);
  }

  private void begin(PredictionMode mode, boolean recover) {
    tokens.seek(0);
    parser.reset();
    parser.getInterpreter().setPredictionMode(mode);
    recovery.begin(recover);
  }
}
