package dev.orchlens.syntax;

import dev.orchlens.grammar.GrammarProblem;
import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.ReplacementFieldContext;
import dev.orchlens.grammar.StringScanner;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Builds string literals of all kinds from adjacent string tokens. */
final class StringLiteralBuilder {
  /** How deep formats may nest inside formats; Python itself stops earlier. */
  private static final int MAX_FORMAT_DEPTH = 10;

  private final ItemSource source;
  private final ExpressionBuilder expressions;
  private final FieldParser fields;
  private final char[] text;

  StringLiteralBuilder(ItemSource source, ExpressionBuilder expressions, FieldParser fields) {
    this.source = source;
    this.expressions = expressions;
    this.fields = fields;
    this.text = source.text();
  }

  /** A string token taken apart: its content is {@code text[start..end)}. */
  private record Piece(Token token, int start, int end, boolean raw) {}

  /** The literal that one or more adjacent strings make. */
  Expr build(List<Token> tokens) {
    SourceRange range = source.range(tokens.getFirst(), tokens.getLast());
    boolean formatted = false;
    int bytes = 0;
    for (Token token : tokens) {
      formatted |= token.getType() == PythonLexer.FSTRING;
      bytes += token.getType() == PythonLexer.BYTES ? 1 : 0;
    }
    if (bytes > 0 && bytes < tokens.size()) {
      source.report(range, "text and bytes cannot be joined");
      return new Expr.ErrorExpr(range);
    } else if (bytes > 0) {
      return bytes(range, tokens);
    }
    return formatted ? formatted(range, tokens) : plain(range, tokens);
  }

  private Expr plain(SourceRange range, List<Token> tokens) {
    if (tokens.size() == 1) {
      Piece piece = piece(tokens.getFirst());
      return new Literal.StringLiteral(range, decode(piece, false), List.of(visible(piece)));
    }
    StringBuilder value = new StringBuilder();
    List<Literal.StringPiece> pieces = new ArrayList<>(tokens.size());
    for (Token token : tokens) {
      Piece piece = piece(token);
      value.append(decode(piece, false));
      pieces.add(visible(piece));
    }
    return new Literal.StringLiteral(range, value.toString(), pieces);
  }

  private Literal.StringPiece visible(Piece piece) {
    SourceRange content = source.range(piece.start(), piece.end());
    return new Literal.StringPiece(source.range(piece.token()), content, piece.raw());
  }

  private Expr bytes(SourceRange range, List<Token> tokens) {
    StringBuilder value = new StringBuilder();
    for (Token token : tokens) {
      Piece piece = piece(token);
      for (int i = piece.start(); i < piece.end(); i++) {
        if (text[i] >= 0x80) {
          source.report(source.range(i, i + 1), "bytes can be written with ASCII characters only");
          break;
        }
      }
      value.append(decode(piece, true));
    }
    return new Literal.BytesLiteral(range, value.toString());
  }

  private String decode(Piece piece, boolean bytes) {
    return Escapes.decode(source, piece.start(), piece.end(), piece.raw(), bytes);
  }

  /**
   * Takes a token apart; where its end is missing, which is reported already, all of it is content.
   */
  private Piece piece(Token token) {
    int quote = ItemSource.start(token);
    boolean raw = false;
    for (; text[quote] != '"' && text[quote] != '\''; quote++) {
      raw |= text[quote] == 'r' || text[quote] == 'R';
    }
    int end = ItemSource.end(token);
    int length = new StringScanner(text, end).quoteLength(quote);
    if (length == 3 && quote + 3 > end) {
      length = 1;
    }
    int start = quote + length;
    boolean closed = end - length >= start;
    for (int i = 1; closed && i <= length; i++) {
      closed = text[end - i] == text[quote];
    }
    return new Piece(token, start, closed ? end - length : end, raw);
  }

  // ---- formatted strings

  private Expr formatted(SourceRange range, List<Token> tokens) {
    List<Part.FStringPart> parts = new ArrayList<>();
    for (Token token : tokens) {
      Piece piece = piece(token);
      if (token.getType() == PythonLexer.FSTRING) {
        new FieldReader(piece).parts(piece.start(), 0, parts);
      } else {
        parts.add(
            new Part.FStringText(source.range(piece.start(), piece.end()), decode(piece, false)));
      }
    }
    return new Literal.FString(range, parts);
  }

  /** Reads the texts and fields of one formatted string. */
  private final class FieldReader {
    private final StringScanner scanner;
    private final boolean raw;
    private final int end;

    FieldReader(Piece piece) {
      this.scanner = new StringScanner(text, piece.end());
      this.raw = piece.raw();
      this.end = piece.end();
    }

    /**
     * Adds the parts from {@code start} on; returns where they end: with the string or, in a
     * format, at its brace.
     */
    int parts(int start, int depth, List<Part.FStringPart> parts) {
      boolean inFormat = depth > 0;
      int partStart = start;
      int textStart = start;
      int i = start;
      StringBuilder value = new StringBuilder();
      while (i < end && !(inFormat && text[i] == '}')) {
        char c = text[i];
        if (c == '\\' && !raw) {
          i = behindEscape(i);
        } else if ((c == '{' || c == '}') && scanner.at(i + 1) == c && !inFormat) {
          value.append(decoded(textStart, i + 1));
          i += 2;
          textStart = i;
        } else if (c == '{') {
          addText(parts, value.append(decoded(textStart, i)), partStart, i);
          i = field(i, depth, parts);
          textStart = i;
          partStart = i;
        } else {
          if (c == '}') {
            source.report(
                source.range(i, i + 1), "a single '}' must be written '}}' in a formatted string");
          }
          i++;
        }
      }
      addText(parts, value.append(decoded(textStart, i)), partStart, i);
      return i;
    }

    private int behindEscape(int backslash) {
      char next = scanner.at(backslash + 1);
      if (next == 'N' && scanner.at(backslash + 2) == '{') {
        int i = backslash + 3;
        while (i < end && text[i] != '}') {
          i++;
        }
        return Math.min(end, i + 1);
      }
      return Math.min(end, backslash + (next == '{' || next == '}' ? 1 : 2));
    }

    private String decoded(int from, int to) {
      return Escapes.decode(source, from, to, raw, false);
    }

    private void addText(List<Part.FStringPart> parts, StringBuilder value, int from, int to) {
      if (to > from) {
        parts.add(new Part.FStringText(source.range(from, to), value.toString()));
        value.setLength(0);
      }
    }

    /**
     * Adds the field whose brace is at {@code open} and returns the offset behind its closing
     * brace. A field that is never closed takes the rest; the string is not closed either then,
     * which is reported already.
     */
    private int field(int open, int depth, List<Part.FStringPart> parts) {
      int stop = scanner.expressionEnd(open + 1);
      if (depth > MAX_FORMAT_DEPTH) {
        source.report(
            source.range(open, open + 1), "replacement fields are nested too deeply here");
        stop = StringScanner.NONE;
      }
      if (stop == StringScanner.NONE) {
        parts.add(
            new Part.FStringField(
                source.range(open, end),
                new Expr.ErrorExpr(source.range(open, end)),
                false,
                Optional.empty(),
                List.of()));
        return end;
      }
      Optional<ReplacementFieldContext> parsed = fields.parse(open + 1, stop);
      boolean debug = fields.hasEqualSign();
      Expr value = expression(parsed, source.range(open + 1, stop));
      Optional<Character> conversion = Optional.empty();
      int i = stop;
      if (scanner.at(i) == '!') {
        conversion = conversion(i);
        i += 1 + (conversion.isPresent() ? 1 : 0);
        while (Character.isWhitespace(scanner.at(i))) {
          i++;
        }
      }
      List<Part.FStringPart> format = new ArrayList<>();
      if (scanner.at(i) == ':') {
        i = parts(i + 1, depth + 1, format);
      }
      i = close(i);
      parts.add(new Part.FStringField(source.range(open, i), value, debug, conversion, format));
      return i;
    }

    private Optional<Character> conversion(int mark) {
      char c = scanner.at(mark + 1);
      if (c == 'r' || c == 's' || c == 'a') {
        return Optional.of(c);
      }
      source.report(
          source.range(mark, mark + 1),
          "'!' must be followed by 'r', 's' or 'a' in a formatted string");
      return Optional.empty();
    }

    private int close(int from) {
      int i = from;
      while (i < end && text[i] != '}') {
        i++;
      }
      if (i > from) {
        source.report(source.range(from, i), "this does not belong into a replacement field");
      }
      return Math.min(end, i + 1);
    }

    private Expr expression(Optional<ReplacementFieldContext> parsed, SourceRange range) {
      for (GrammarProblem problem : fields.problems()) {
        source.report(source.range(problem.start(), problem.end()), problem.message());
      }
      if (parsed.isEmpty()) {
        source.report(range, "an expression is expected in this replacement field");
        return new Expr.ErrorExpr(range);
      }
      ReplacementFieldContext context = parsed.get();
      return context.yielded != null
          ? expressions.yielded(context.yielded)
          : expressions.list(context.values);
    }
  }
}
