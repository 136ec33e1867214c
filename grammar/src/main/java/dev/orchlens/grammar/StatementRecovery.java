package dev.orchlens.grammar;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Confines a syntax error to its line. The innermost statement or clause that holds the error gives
 * up the rest of its line; a block below it is read and kept ({@link #blockBelow}). All statements
 * around it, and behind it, are unharmed.
 */
final class StatementRecovery extends DefaultErrorStrategy {
  private static final int MAX_SHOWN = 30;

  private final Map<ParserRuleContext, PythonParser.StrayBlockContext> blocks =
      new IdentityHashMap<>();
  private final List<GrammarProblem> problems = new ArrayList<>();
  private final BitSet statementStarts = firstTokens(PythonParser.RULE_statement);
  private final BitSet caseStarts = firstTokens(PythonParser.RULE_caseClause);
  private final char[] text;
  private boolean recovering;

  /** Whether the next error only follows from the one before it. */
  private boolean quiet;

  StatementRecovery(char[] text) {
    this.text = text;
  }

  /** Begins a parse: one that recovers from errors, or one that stops at the first. */
  void begin(boolean recover) {
    recovering = recover;
    quiet = false;
    blocks.clear();
    problems.clear();
  }

  /** What was wrong, in the order of the text. */
  List<GrammarProblem> problems() {
    return problems;
  }

  /** The block below a statement or clause whose head could not be read, or null. */
  PythonParser.StrayBlockContext blockBelow(ParserRuleContext failed) {
    return blocks.get(failed);
  }

  @Override
  public void reportError(Parser parser, RecognitionException error) {
    if (!recovering) {
      throw new ParseCancellationException(error);
    }
  }

  /**
   * Leaves the error to the rules around, up to a statement or clause, which gives up its line.
   *
   * @throws RecognitionException the same error, in all other rules
   */
  @Override
  public void recover(Parser parser, RecognitionException error) {
    ParserRuleContext context = parser.getContext();
    switch (context.getRuleIndex()) {
      case PythonParser.RULE_statement,
          PythonParser.RULE_elifClause,
          PythonParser.RULE_elseClause,
          PythonParser.RULE_exceptClause,
          PythonParser.RULE_finallyClause,
          PythonParser.RULE_caseClause -> {
        if (!quiet) {
          problems.add(describe(error));
        }
        quiet = false;
        giveUpLine((PythonParser) parser, context);
      }
      default -> throw error;
    }
  }

  private void giveUpLine(PythonParser parser, ParserRuleContext context) {
    TokenBuffer tokens = (TokenBuffer) parser.getInputStream();
    boolean nextLine =
        tokens.index() > context.getStart().getTokenIndex() && endsLine(tokens.LA(-1));
    if (!nextLine) {
      while (!endsLine(tokens.LA(1))
          && tokens.LA(1) != PythonLexer.INDENT
          && tokens.LA(1) != Token.EOF) {
        tokens.consume();
      }
      if (tokens.LA(1) == PythonLexer.NEWLINE) {
        tokens.consume();
      }
    }
    if (tokens.LA(1) == PythonLexer.INDENT) {
      blocks.put(context, apart(parser, parser::strayBlock));
    }
  }

  private static boolean endsLine(int type) {
    return type == PythonLexer.NEWLINE || type == PythonLexer.DEDENT;
  }

  /**
   * There is nothing to insert or delete: a token that does not fit is an error of its statement.
   */
  @Override
  public Token recoverInline(Parser parser) {
    throw new InputMismatchException(parser);
  }

  /**
   * Keeps a list of statements or cases going at a line that begins none: the line becomes one that
   * failed.
   */
  @Override
  public void sync(Parser parser) {
    ParserRuleContext context = parser.getContext();
    if (context instanceof PythonParser.SuiteContext suite) {
      while (isStray(parser, statementStarts)) {
        quiet =
            isClause(parser)
                && !suite.statements.isEmpty()
                && suite.statements.getLast().exception != null;
        suite.statements.add(apart(parser, ((PythonParser) parser)::statement));
        quiet = false;
      }
    } else if (context instanceof PythonParser.CaseListContext list) {
      while (isStray(parser, caseStarts)) {
        list.cases.add(apart(parser, ((PythonParser) parser)::caseClause));
      }
    }
  }

  /**
   * Parses a rule as if it stood alone: ANTLR cannot tell what follows a rule that the grammar does
   * not call here.
   */
  private static <T> T apart(Parser parser, Supplier<T> rule) {
    ParserRuleContext context = parser.getContext();
    int state = parser.getState();
    parser.setContext(null);
    try {
      return rule.get();
    } finally {
      parser.setContext(context);
      parser.setState(state);
    }
  }

  private static boolean isStray(Parser parser, BitSet starts) {
    int type = parser.getInputStream().LA(1);
    return type != PythonLexer.DEDENT && type != Token.EOF && !starts.get(type);
  }

  private static boolean isClause(Parser parser) {
    return switch (parser.getInputStream().LA(1)) {
      case PythonLexer.ELIF, PythonLexer.ELSE, PythonLexer.EXCEPT, PythonLexer.FINALLY -> true;
      default -> false;
    };
  }

  private static BitSet firstTokens(int rule) {
    BitSet first = new BitSet();
    for (int type :
        PythonParser._ATN.nextTokens(PythonParser._ATN.ruleToStartState[rule]).toArray()) {
      first.set(type);
    }
    return first;
  }

  private GrammarProblem describe(RecognitionException error) {
    PythonToken token = (PythonToken) error.getOffendingToken();
    if (error instanceof PythonParserBase.TooDeepException) {
      return problem(token, "this is nested too deeply to be understood");
    }
    String expected = expected(error);
    return switch (token.getType()) {
      case PythonLexer.NEWLINE, PythonLexer.EOF ->
          problem(token, "the statement breaks off here" + expected);
      case PythonLexer.INDENT -> problem(token, "this line is indented although no block is open");
      case PythonLexer.ELIF, PythonLexer.ELSE, PythonLexer.EXCEPT, PythonLexer.FINALLY ->
          problem(token, shown(token) + " belongs to no statement before it");
      case PythonLexer.UNKNOWN -> problem(token, shown(token) + " has no meaning in Python");
      default -> problem(token, shown(token) + " does not fit here" + expected);
    };
  }

  private static GrammarProblem problem(PythonToken token, String message) {
    int end = token.getType() == PythonLexer.NEWLINE ? token.start() : token.end();
    return new GrammarProblem(token.start(), end, message);
  }

  private static String expected(RecognitionException error) {
    IntervalSet expected = error.getExpectedTokens();
    if (expected == null || expected.size() != 1) {
      return "";
    }
    String name = PythonLexer.VOCABULARY.getLiteralName(expected.getMinElement());
    if (name == null) {
      name = expected.getMinElement() == PythonLexer.NAME ? "a name" : "the end of the line";
    }
    return "; " + name + " is expected";
  }

  private String shown(PythonToken token) {
    int length = Math.min(token.end() - token.start(), MAX_SHOWN);
    String end = length < token.end() - token.start() ? "..." : "";
    return "'" + new String(text, token.start(), length).lines().findFirst().orElse("") + end + "'";
  }
}
