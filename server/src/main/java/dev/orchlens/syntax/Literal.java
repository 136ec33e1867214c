package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.math.BigInteger;
import java.util.List;

/** An expression whose value is written down. */
public sealed interface Literal extends Expr {

  /** An integer in any base. */
  record IntLiteral(SourceRange range, BigInteger value) implements Literal {}

  /** A floating-point number, with its text as written (digit separators included). */
  record FloatLiteral(SourceRange range, String text, double value) implements Literal {}

  /** An imaginary number such as {@code 2.5j}; {@code value} is the factor before the {@code j}. */
  record ImaginaryLiteral(SourceRange range, String text, double value) implements Literal {}

  /**
   * One or more adjacent strings without replacement fields; {@code value} is the decoded text of
   * all.
   */
  record StringLiteral(SourceRange range, String value, List<StringPiece> pieces)
      implements Literal {
    public StringLiteral {
      pieces = List.copyOf(pieces);
    }
  }

  /**
   * One string token of an implicit concatenation; {@code content} is the range between its quotes.
   */
  record StringPiece(SourceRange range, SourceRange content, boolean raw) {}

  /**
   * One or more adjacent bytes literals; each character of {@code value} stands for one byte, 0 to
   * 255.
   */
  record BytesLiteral(SourceRange range, String value) implements Literal {}

  /** {@code True} or {@code False}. */
  record BooleanLiteral(SourceRange range, boolean value) implements Literal {}

  /** {@code None}. */
  record NoneLiteral(SourceRange range) implements Literal {}

  /** {@code ...}. */
  record EllipsisLiteral(SourceRange range) implements Literal {}

  /** A formatted string, together with the plain strings next to it. */
  record FString(SourceRange range, List<Part.FStringPart> parts) implements Literal {
    public FString {
      parts = List.copyOf(parts);
    }
  }
}
