package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonToken;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * The text of one top-level item while its nodes are built: turns tokens into ranges and names,
 * collects problems.
 */
final class ItemSource {
  /**
   * How deep expressions may nest, so that whoever walks them recursively stays clear of the end of
   * the stack.
   */
  private static final int MAX_DEPTH = 1000;

  private final char[] text;
  private final int base;
  private final NamePool names;
  private final List<SyntaxProblem> problems = new ArrayList<>();
  private int depth;
  private boolean contextual;

  /** The item that starts at {@code text[base]}. */
  ItemSource(char[] text, int base, NamePool names) {
    this.text = text;
    this.base = base;
    this.names = names;
  }

  char[] text() {
    return text;
  }

  List<SyntaxProblem> problems() {
    return problems;
  }

  // ---- ranges

  SourceRange range(int start, int end) {
    return new SourceRange(start - base, Math.max(start, end) - base);
  }

  SourceRange range(Token token) {
    return range(start(token), end(token));
  }

  SourceRange range(Token first, Token last) {
    return range(start(first), end(last));
  }

  SourceRange range(ParserRuleContext context) {
    return range(start(context), end(context));
  }

  /** The place in the text of an offset in the item. */
  int offset(int inItem) {
    return base + inItem;
  }

  static int start(Token token) {
    return ((PythonToken) token).start();
  }

  static int end(Token token) {
    return ((PythonToken) token).end();
  }

  static int start(ParserRuleContext context) {
    return start(context.start);
  }

  /** The offset behind the last token of a rule; its start where the rule matched nothing. */
  static int end(ParserRuleContext context) {
    return context.stop == null ? start(context) : Math.max(start(context), end(context.stop));
  }

  // ---- text

  String name(Token token) {
    return names.get(text, start(token), end(token));
  }

  Part.Identifier identifier(Token token) {
    return new Part.Identifier(range(token), name(token));
  }

  String text(Token token) {
    return new String(text, start(token), end(token) - start(token));
  }

  // ---- problems

  /**
   * Notes that the item holds an expression that not every place allows: {@code yield}, {@code
   * await} or the like.
   */
  void noteContextual() {
    contextual = true;
  }

  boolean hasContextual() {
    return contextual;
  }

  void report(SourceRange range, String message) {
    problems.add(new SyntaxProblem(range, message));
  }

  /** Goes down by some levels; false, and the levels are not taken, where that is too deep. */
  boolean descend(int levels) {
    if (depth + levels > MAX_DEPTH) {
      return false;
    }
    depth += levels;
    return true;
  }

  void ascend(int levels) {
    depth -= levels;
  }

  /** The node for an expression that {@link #descend} refuses. */
  Expr tooDeep(SourceRange range) {
    report(range, "this is nested too deeply to be understood");
    return new Expr.ErrorExpr(range);
  }
}
