package dev.orchlens.lower.jit;

import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Operator;
import dev.orchlens.syntax.Part;
import dev.orchlens.text.SourceRange;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Builds syntax that no source text holds; it stands at the place of the text that it replaces. */
final class Trees {
  private static final String LANGUAGE = "pypto.language.";

  private Trees() {}

  static Expr name(SourceRange at, String id) {
    return new Expr.Name(at, id);
  }

  /** Returns a dotted name such as {@code pl.tensor.dim}. */
  static Expr path(SourceRange at, String dotted) {
    String[] parts = dotted.split("\\.");
    Expr result = name(at, parts[0]);
    for (int i = 1; i < parts.length; i++) {
      result = attribute(result, parts[i]);
    }
    return result;
  }

  static Expr attribute(Expr value, String name) {
    return new Expr.Attribute(value.range(), value, new Part.Identifier(value.range(), name));
  }

  static Expr call(SourceRange at, Expr function, List<Expr> arguments) {
    return new Expr.Call(at, function, arguments, List.of());
  }

  static Expr subscript(SourceRange at, String base, List<Expr> indices) {
    Expr index = indices.size() == 1 ? indices.getFirst() : new Expr.TupleExpr(at, indices);
    return new Expr.Subscript(at, path(at, base), index);
  }

  static Part.Keyword keyword(SourceRange at, String name, Expr value) {
    return new Part.Keyword(at, Optional.of(new Part.Identifier(at, name)), value);
  }

  static Expr integer(SourceRange at, long value) {
    return integer(at, BigInteger.valueOf(value));
  }

  private static Expr integer(SourceRange at, BigInteger value) {
    Expr literal = new Literal.IntLiteral(at, value.abs());
    return value.signum() < 0 ? new Expr.UnaryOp(at, Operator.Unary.NEGATE, literal) : literal;
  }

  static Expr bool(SourceRange at, boolean value) {
    return new Literal.BooleanLiteral(at, value);
  }

  static Expr string(SourceRange at, String value) {
    return new Literal.StringLiteral(at, value, List.of());
  }

  /** Returns whether a value is a number or truth value that can be written as a literal. */
  static boolean isLiteral(Value value) {
    return value instanceof IntValue || value instanceof FloatValue || value instanceof BoolValue;
  }

  /** Returns a number or truth value as a literal. */
  static Expr literal(SourceRange at, Value value) {
    return switch (value) {
      case BoolValue(boolean flag) -> bool(at, flag);
      case IntValue number -> integer(at, number.value());
      case FloatValue(double number) -> {
        Expr literal =
            new Literal.FloatLiteral(at, Double.toString(Math.abs(number)), Math.abs(number));
        yield number < 0 ? new Expr.UnaryOp(at, Operator.Unary.NEGATE, literal) : literal;
      }
      default -> throw new IllegalArgumentException("no literal: " + value);
    };
  }

  /** Returns a name of the language as it is written in a program; empty for one from elsewhere. */
  static Optional<Expr> languageName(SourceRange at, String path) {
    return path.startsWith(LANGUAGE)
        ? Optional.of(path(at, "pl." + path.substring(LANGUAGE.length())))
        : Optional.empty();
  }
}
