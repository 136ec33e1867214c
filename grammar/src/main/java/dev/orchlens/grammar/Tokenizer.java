package dev.orchlens.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.atn.LexerATNSimulator;

/**
 * Cuts a module into top-level items and each item into tokens, adding to {@link PythonLexer} what
 * depends on lines: the logical lines, indentation (The Python Language Reference, "Line
 * structure"), soft keywords, the ends of strings.
 *
 * <p>A bracket that is never closed ends, with its statement, before the first line that begins a
 * statement: one that starts with a keyword that no expression contains, or, once the end of the
 * text shows that nothing closes the bracket, one that is indented no deeper than the line it
 * stands in.
 *
 * <p>All offsets count UTF-16 code units in the text given.
 */
public final class Tokenizer {
  private final char[] text;
  private final int limit;
  private final Characters characters;
  private final LexerATNSimulator matcher;
  private final StringScanner strings;
  private final TokenBuffer tokens = new TokenBuffer();
  private final Indentation indentation = new Indentation();
  private final Brackets brackets = new Brackets();
  private final List<int[]> loose = new ArrayList<>();
  private final List<int[]> pending = new ArrayList<>();
  private final List<int[]> comments = new ArrayList<>();
  private final List<GrammarProblem> problems = new ArrayList<>();

  private int position;
  private int itemStart;
  private int itemEnd;
  private int reach;
  private boolean afterDecorator;

  /**
   * How many characters were read twice; a text of nothing but open brackets must not take
   * quadratic time.
   */
  private long wasted;

  /** A tokenizer of {@code text[start..limit)}; {@code start} is the start of a line. */
  public Tokenizer(char[] text, int start, int limit) {
    this.text = text;
    this.limit = limit;
    this.position = start == 0 && limit > 0 && text[0] == '\uFEFF' ? 1 : start;
    this.characters = new Characters(text, start, limit);
    this.matcher = new FastMatcher(new PythonLexer(characters));
    this.strings = new StringScanner(text, limit);
  }

  /** The tokens of the item that {@link #nextItem} read; the same buffer for every item. */
  public TokenBuffer tokens() {
    return tokens;
  }

  /** The offset of the start of the item's first line. */
  public int itemStart() {
    return itemStart;
  }

  /** The offset of the end of the item's last line, its line break excluded. */
  public int itemEnd() {
    return itemEnd;
  }

  /**
   * How far the tokenizer looked to decide where the item ends: a change of the text at or behind
   * this offset leaves the item as it is. One more than the text's length when the end of the text
   * mattered.
   */
  public int reach() {
    return reach;
  }

  /** The comments inside the item, as pairs of start and end. */
  public List<int[]> comments() {
    return comments;
  }

  /**
   * The comments before, between and behind all the items read so far, as pairs of start and end.
   */
  public List<int[]> looseComments() {
    return loose;
  }

  /** What is wrong with the item's tokens. */
  public List<GrammarProblem> problems() {
    return problems;
  }

  /** Reads the next item, if there is one. */
  public boolean nextItem() {
    tokens.truncate(0);
    comments.clear();
    problems.clear();
    indentation.reset();
    afterDecorator = false;
    reach = 0;
    while (toNextLine()) {
      int lineStart = position;
      int column = measureIndentation();
      if (tokens.size() == 0) {
        itemStart = lineStart;
        indentation.start(column);
        release(loose);
      } else if (column == 0 && !continuesItem()) {
        position = lineStart;
        return finishItem();
      }
      release(comments);
      indent(column);
      if (indentation.isTooDeep()) {
        passOver(column);
      } else {
        readLogicalLine(column);
      }
    }
    return finishItem();
  }

  /**
   * Reads {@code text[start..end)} as if brackets stood around it, up to EOF: the inside of a
   * replacement field. Returns whether an equal sign ends it, which is no token of the expression
   * then.
   */
  public boolean readEnclosed(int start, int end) {
    tokens.truncate(0);
    problems.clear();
    brackets.clear();
    brackets.open(start, '(');
    position = start;
    while (true) {
      position = skipBlanks(position);
      if (position >= end) {
        boolean equalSign =
            tokens.size() > 1 && tokens.get(tokens.size() - 1).getType() == PythonLexer.ASSIGN;
        if (equalSign) {
          tokens.truncate(tokens.size() - 1);
        }
        add(PythonLexer.EOF, end, end);
        return equalSign;
      }
      char c = text[position];
      if (c == '#') {
        position = strings.lineEnd(position);
      } else if (StringScanner.isLineBreak(c)) {
        position++;
      } else {
        matchToken();
      }
    }
  }

  private boolean finishItem() {
    release(loose);
    if (tokens.size() == 0) {
      return false;
    }
    indentation.closeAll(tokens, itemEnd);
    tokens.add(PythonLexer.EOF, itemEnd, itemEnd);
    tokens.seek(0);
    return true;
  }

  /** Hands the comments met since the last line of statements to whom they turned out to belong. */
  private void release(List<int[]> owner) {
    owner.addAll(pending);
    pending.clear();
  }

  // ---- lines

  /** Moves to the start of the next line that holds more than blanks and comments. */
  private boolean toNextLine() {
    while (position < limit) {
      int i = skipBlanks(position);
      while (isJoin(i)) {
        i = skipBlanks(behindJoin(i));
      }
      if (i < limit && text[i] == '#') {
        int end = strings.lineEnd(i);
        pending.add(new int[] {i, end});
        i = end;
      } else if (i < limit && !StringScanner.isLineBreak(text[i])) {
        return true;
      }
      position = i < limit ? i + (strings.isLineBreakPair(i) ? 2 : 1) : limit;
    }
    reach = limit + 1;
    return false;
  }

  /**
   * The column of the first character of the line at hand, with tabs to multiples of 8; moves to
   * that character.
   */
  private int measureIndentation() {
    int column = 0;
    int alternative = 0;
    while (true) {
      char c = strings.at(position);
      if (c == ' ') {
        column++;
        alternative++;
      } else if (c == '\t') {
        column = (column / 8 + 1) * 8;
        alternative++;
      } else if (c == '\f') {
        column = 0;
        alternative = 0;
      } else {
        indentation.alternative = alternative;
        return column;
      }
      position++;
    }
  }

  private boolean continuesItem() {
    int end = wordEnd(position);
    reach = Math.max(reach, end + 1);
    if (afterDecorator) {
      return text[position] == '@' || isWord(position, end, "def", "class", "async");
    }
    return isWord(position, end, "elif", "else", "except", "finally");
  }

  private void indent(int column) {
    String complaint = indentation.moveTo(column, position, tokens);
    if (!complaint.isEmpty()) {
      problems.add(new GrammarProblem(position, wordEnd(position), complaint));
    }
  }

  /**
   * Reads the statements at hand as one that does nothing, and that only once for all of a block.
   */
  private void passOver(int column) {
    int start = position;
    int first = tokens.size();
    int firstProblem = problems.size();
    readLogicalLine(column);
    tokens.truncate(first);
    problems.subList(firstProblem, problems.size()).clear();
    if (tokens.get(first - 1).getType() == PythonLexer.INDENT) {
      tokens.add(PythonLexer.PASS, start, start + 1);
      tokens.add(PythonLexer.NEWLINE, start + 1, start + 1);
    }
  }

  /**
   * Reads up to the line break that ends the statements at hand. When nothing closes a bracket,
   * reads them again, giving the bracket up at the first line that could begin a statement.
   */
  private void readLogicalLine(int column) {
    int first = tokens.size();
    int firstPosition = position;
    int firstComment = comments.size();
    int firstProblem = problems.size();
    boolean complete = wasted <= 8L * limit && readTokens(first, column, false);
    if (!complete) {
      wasted += position - firstPosition;
      reach = Math.max(reach, position + 1);
      position = firstPosition;
      tokens.truncate(first);
      comments.subList(firstComment, comments.size()).clear();
      problems.subList(firstProblem, problems.size()).clear();
      readTokens(first, column, true);
    }
    brackets.clear();
    if (column == 0) {
      afterDecorator = text[firstPosition] == '@';
    }
    itemEnd = tokens.get(tokens.size() - 1).start();
    nameSoftKeywords(first);
  }

  /**
   * Reads one logical line; false when a bracket is open at its end and {@code recovering} is off.
   */
  private boolean readTokens(int first, int column, boolean recovering) {
    brackets.clear();
    while (true) {
      position = skipBlanks(position);
      char c = strings.at(position);
      if (c == 0 && position >= limit) {
        return endLine(position, recovering);
      } else if (c == '#') {
        int end = strings.lineEnd(position);
        comments.add(new int[] {position, end});
        position = end;
      } else if (StringScanner.isLineBreak(c)) {
        int lineBreak = position;
        position += strings.isLineBreakPair(position) ? 2 : 1;
        if (brackets.isEmpty()) {
          add(PythonLexer.NEWLINE, lineBreak, position);
          return true;
        } else if (endsInsideBrackets(first, column, recovering)) {
          return endLine(lineBreak, recovering);
        }
      } else if (isJoin(position)) {
        position = behindJoin(position);
      } else {
        matchToken();
      }
    }
  }

  /** Whether the statement, with brackets open, ends before the line at {@code position}. */
  private boolean endsInsideBrackets(int first, int column, boolean recovering) {
    int saved = position;
    int lineColumn = measureIndentation();
    int start = position;
    position = saved;
    int end = wordEnd(start);
    if (StatementStart.isCertain(text, start, end)) {
      reach = Math.max(reach, end + 1);
      return true;
    }
    if (!recovering) {
      return false;
    }
    reach = Math.max(reach, end + 1);
    PythonToken opening = tokens.get(first);
    boolean headEnded =
        tokens.get(tokens.size() - 1).getType() == PythonLexer.COLON
            && (StatementStart.opensBlock(opening.getType())
                || isWord(opening.start(), opening.end(), "match", "case"));
    boolean begins =
        start < limit && (Character.isJavaIdentifierStart(text[start]) || text[start] == '@');
    return headEnded || begins && lineColumn <= column;
  }

  /**
   * Ends the logical line at hand at an offset, with a complaint about the bracket that is still
   * open, if any.
   */
  private boolean endLine(int offset, boolean recovering) {
    if (!brackets.isEmpty()) {
      if (!recovering) {
        return false;
      }
      int open = brackets.outermost();
      problems.add(new GrammarProblem(open, open + 1, "this '" + text[open] + "' is never closed"));
      brackets.clear();
    }
    if (offset >= limit) {
      reach = limit + 1;
    }
    add(PythonLexer.NEWLINE, offset, offset);
    return true;
  }

  // ---- tokens

  private void matchToken() {
    int start = position;
    characters.seek(start);
    int type = matcher.match(characters, PythonLexer.DEFAULT_MODE);
    position = characters.index();
    switch (type) {
      case PythonLexer.NAME -> addName(start);
      case PythonLexer.STRING_START -> addString(start);
      case PythonLexer.LAMBDA -> {
        brackets.beginLambda();
        tokens.add(type, start, position);
      }
      case PythonLexer.LPAREN, PythonLexer.LBRACK, PythonLexer.LBRACE -> {
        brackets.open(start, text[start]);
        tokens.add(type, start, position);
      }
      case PythonLexer.RPAREN, PythonLexer.RBRACK, PythonLexer.RBRACE -> {
        int opened = brackets.close(text[start]);
        if (opened >= 0) {
          String message =
              "this '" + text[start] + "' does not match the '" + text[opened] + "' before it";
          problems.add(new GrammarProblem(start, position, message));
        }
        add(type, start, position);
      }
      default -> add(type, start, position);
    }
  }

  /** Adds a token and, knowing it, settles what the comma or semicolon before it is. */
  private void add(int type, int start, int end) {
    boolean endsLambda = type == PythonLexer.COLON && brackets.endLambda();
    int count = tokens.size();
    if (count > 0) {
      PythonToken last = tokens.get(count - 1);
      if (last.getType() == PythonLexer.COMMA && endsList(type, endsLambda)) {
        last.retype(PythonLexer.TRAILING_COMMA);
      } else if (last.getType() == PythonLexer.SEMICOLON && type == PythonLexer.NEWLINE) {
        last.retype(PythonLexer.TRAILING_SEMICOLON);
      }
    }
    tokens.add(type, start, end);
  }

  private boolean endsList(int type, boolean endsLambda) {
    return switch (type) {
      case PythonLexer.RPAREN,
          PythonLexer.RBRACK,
          PythonLexer.RBRACE,
          PythonLexer.NEWLINE,
          PythonLexer.ASSIGN,
          PythonLexer.SEMICOLON,
          PythonLexer.IN,
          PythonLexer.IF,
          PythonLexer.EOF ->
          true;
      case PythonLexer.COLON -> endsLambda || !brackets.isInnermost('[');
      default -> false;
    };
  }

  private void addName(int start) {
    int count = tokens.size();
    PythonToken last = count > 0 ? tokens.get(count - 1) : null;
    boolean afterType =
        last != null
            && last.getType() == PythonLexer.NAME
            && isWord(last.start(), last.end(), "type");
    if (afterType
        && brackets.isEmpty()
        && (count < 2 || StatementStart.follows(tokens.get(count - 2).getType()))) {
      last.retype(PythonLexer.TYPE);
    }
    tokens.add(PythonLexer.NAME, start, position);
    for (int i = start; i < position; i++) {
      if (text[i] >= 0x80) {
        checkName(start);
        return;
      }
    }
  }

  private void checkName(int start) {
    for (int i = start; i < position; ) {
      int c = Character.codePointAt(text, i, position);
      boolean allowed =
          i == start
              ? c == '_' || Character.isUnicodeIdentifierStart(c)
              : Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
      int next = i + Character.charCount(c);
      if (!allowed) {
        String shown = "'" + Character.toString(c) + "' (U+%04X)".formatted(c);
        problems.add(new GrammarProblem(i, next, shown + " cannot stand in a name"));
        return;
      }
      i = next;
    }
  }

  private void addString(int start) {
    int quote = start;
    boolean formatted = false;
    boolean bytes = false;
    for (; text[quote] != '"' && text[quote] != '\''; quote++) {
      formatted |= text[quote] == 'f' || text[quote] == 'F';
      bytes |= text[quote] == 'b' || text[quote] == 'B';
    }
    int length = position - quote;
    int end =
        formatted
            ? strings.formattedEnd(position, text[quote], length)
            : strings.plainEnd(position, text[quote], length);
    if (end == StringScanner.NONE) {
      reach = length == 3 || formatted ? limit + 1 : reach;
      end = strings.lineEnd(position);
      problems.add(new GrammarProblem(start, end, "this string is never closed"));
    }
    position = end;
    int type = formatted ? PythonLexer.FSTRING : bytes ? PythonLexer.BYTES : PythonLexer.STRING;
    tokens.add(type, start, end);
  }

  /** Turns the first word of a line into the keyword it is by the company it keeps. */
  private void nameSoftKeywords(int first) {
    PythonToken word = tokens.get(first);
    if (word.getType() != PythonLexer.NAME) {
      return;
    }
    if (indentation.isOfCases() && isWord(word.start(), word.end(), "case")) {
      word.retype(PythonLexer.CASE);
    } else if (isWord(word.start(), word.end(), "match")
        && tokens.size() - first > 3
        && tokens.get(tokens.size() - 2).getType() == PythonLexer.COLON) {
      word.retype(PythonLexer.MATCH);
      indentation.expectCases();
    }
  }

  // ---- characters

  private int skipBlanks(int offset) {
    int i = offset;
    while (i < limit && (text[i] == ' ' || text[i] == '\t' || text[i] == '\f')) {
      i++;
    }
    return i;
  }

  /** Whether a backslash joins the line at hand with the next. */
  private boolean isJoin(int offset) {
    return strings.at(offset) == '\\' && StringScanner.isLineBreak(strings.at(offset + 1));
  }

  private int behindJoin(int offset) {
    return offset + (strings.isLineBreakPair(offset + 1) ? 3 : 2);
  }

  private int wordEnd(int offset) {
    int i = offset;
    while (i < limit && Character.isJavaIdentifierPart(text[i])) {
      i++;
    }
    return i;
  }

  private boolean isWord(int start, int end, String... words) {
    for (String word : words) {
      if (word.length() == end - start
          && Arrays.equals(text, start, end, word.toCharArray(), 0, word.length())) {
        return true;
      }
    }
    return false;
  }

  /** Matches without counting lines, which nobody asks for here. */
  private static final class FastMatcher extends LexerATNSimulator {
    FastMatcher(PythonLexer lexer) {
      this(lexer, lexer.getInterpreter());
    }

    private FastMatcher(PythonLexer lexer, LexerATNSimulator shared) {
      super(lexer, lexer.getATN(), shared.decisionToDFA, shared.getSharedContextCache());
    }

    @Override
    public void consume(CharStream input) {
      input.consume();
    }
  }
}
