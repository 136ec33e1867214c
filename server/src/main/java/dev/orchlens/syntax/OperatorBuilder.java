package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.OperatorsContext;
import dev.orchlens.grammar.PythonParser.PrimaryContext;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Orders one flat list of operands and operators by precedence (The Python Language Reference,
 * "Operator precedence").
 */
final class OperatorBuilder {
  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int COMPARISON = 4;
  private static final int BIT_OR = 5;
  private static final int BIT_XOR = 6;
  private static final int BIT_AND = 7;
  private static final int SHIFT = 8;
  private static final int SUM = 9;
  private static final int PRODUCT = 10;
  private static final int SIGN = 11;
  private static final int POWER = 12;

  private final ItemSource source;
  private final ExpressionBuilder expressions;
  private final List<Token> signs;
  private final List<PrimaryContext> operands;
  private int nextSign;
  private int nextOperand;
  private int lastEnd;

  OperatorBuilder(ItemSource source, ExpressionBuilder expressions, OperatorsContext context) {
    this.source = source;
    this.expressions = expressions;
    this.signs = context.signs;
    this.operands = context.operands;
  }

  /** The expression that the whole list stands for. */
  Expr build() {
    return expression(OR);
  }

  /**
   * The longest expression from here on whose operators all bind at least as tightly as {@code
   * weakest}.
   */
  private Expr expression(int weakest) {
    int start =
        hasPrefix()
            ? ItemSource.start(signs.get(nextSign))
            : ItemSource.start(operands.get(nextOperand));
    Expr left = hasPrefix() ? prefixed(weakest, start) : operand();
    while (nextSign < signs.size()) {
      int level = level(signs.get(nextSign).getType());
      if (level < weakest) {
        break;
      }
      left =
          switch (level) {
            case OR, AND -> connective(level, start, left);
            case COMPARISON -> comparison(start, left);
            default -> binary(level, start, left);
          };
    }
    return left;
  }

  private boolean hasPrefix() {
    return nextSign < signs.size()
        && ItemSource.start(signs.get(nextSign)) < ItemSource.start(operands.get(nextOperand));
  }

  private Expr operand() {
    PrimaryContext context = operands.get(nextOperand++);
    lastEnd = ItemSource.end(context);
    return expressions.primary(context);
  }

  private Expr prefixed(int weakest, int start) {
    Token sign = signs.get(nextSign++);
    if (sign.getType() == PythonLexer.NOT) {
      if (weakest > NOT) {
        source.report(source.range(sign), "'not' needs parentheses around it and its operand here");
      }
      Expr operand = expression(NOT);
      return new Expr.UnaryOp(source.range(start, lastEnd), Operator.Unary.NOT, operand);
    }
    Operator.Unary operator =
        switch (sign.getType()) {
          case PythonLexer.MINUS -> Operator.Unary.NEGATE;
          case PythonLexer.PLUS -> Operator.Unary.PLUS;
          default -> Operator.Unary.INVERT;
        };
    Expr operand = expression(SIGN);
    return new Expr.UnaryOp(source.range(start, lastEnd), operator, operand);
  }

  private Expr connective(int level, int start, Expr first) {
    List<Expr> parts = new ArrayList<>();
    parts.add(first);
    while (nextSign < signs.size() && level(signs.get(nextSign).getType()) == level) {
      nextSign++;
      parts.add(expression(level + 1));
    }
    Operator.Bool operator = level == OR ? Operator.Bool.OR : Operator.Bool.AND;
    return new Expr.BoolOp(source.range(start, lastEnd), operator, parts);
  }

  private Expr comparison(int start, Expr left) {
    List<Operator.Comparison> operators = new ArrayList<>(1);
    List<Expr> rest = new ArrayList<>(1);
    while (nextSign < signs.size() && level(signs.get(nextSign).getType()) == COMPARISON) {
      operators.add(comparisonOperator());
      rest.add(expression(BIT_OR));
    }
    return new Expr.Compare(source.range(start, lastEnd), left, operators, rest);
  }

  private Operator.Comparison comparisonOperator() {
    int type = signs.get(nextSign++).getType();
    return switch (type) {
      case PythonLexer.EQUAL -> Operator.Comparison.EQUAL;
      case PythonLexer.NOT_EQUAL -> Operator.Comparison.NOT_EQUAL;
      case PythonLexer.LESS -> Operator.Comparison.LESS;
      case PythonLexer.LESS_EQUAL -> Operator.Comparison.LESS_EQUAL;
      case PythonLexer.GREATER -> Operator.Comparison.GREATER;
      case PythonLexer.GREATER_EQUAL -> Operator.Comparison.GREATER_EQUAL;
      case PythonLexer.IN -> Operator.Comparison.IN;
      case PythonLexer.NOT -> {
        nextSign++;
        yield Operator.Comparison.NOT_IN;
      }
      default -> {
        boolean negated = hasPrefix() && signs.get(nextSign).getType() == PythonLexer.NOT;
        nextSign += negated ? 1 : 0;
        yield negated ? Operator.Comparison.IS_NOT : Operator.Comparison.IS;
      }
    };
  }

  private Expr binary(int level, int start, Expr left) {
    Token sign = signs.get(nextSign++);
    SourceRange signRange = source.range(sign);
    Expr right = expression(level == POWER ? SIGN : level + 1);
    return new Expr.BinaryOp(
        source.range(start, lastEnd), left, binaryOperator(sign.getType()), signRange, right);
  }

  private static int level(int type) {
    return switch (type) {
      case PythonLexer.OR -> OR;
      case PythonLexer.AND -> AND;
      case PythonLexer.BAR -> BIT_OR;
      case PythonLexer.CARET -> BIT_XOR;
      case PythonLexer.AMPERSAND -> BIT_AND;
      case PythonLexer.LEFT_SHIFT, PythonLexer.RIGHT_SHIFT -> SHIFT;
      case PythonLexer.PLUS, PythonLexer.MINUS -> SUM;
      case PythonLexer.STAR,
          PythonLexer.SLASH,
          PythonLexer.FLOOR_DIVIDE,
          PythonLexer.PERCENT,
          PythonLexer.AT ->
          PRODUCT;
      case PythonLexer.POWER -> POWER;
      default -> COMPARISON;
    };
  }

  /** The operator of a sign, or of the assignment that combines with it. */
  static Operator.Binary binaryOperator(int type) {
    return switch (type) {
      case PythonLexer.PLUS, PythonLexer.PLUS_ASSIGN -> Operator.Binary.ADD;
      case PythonLexer.MINUS, PythonLexer.MINUS_ASSIGN -> Operator.Binary.SUBTRACT;
      case PythonLexer.STAR, PythonLexer.STAR_ASSIGN -> Operator.Binary.MULTIPLY;
      case PythonLexer.POWER, PythonLexer.POWER_ASSIGN -> Operator.Binary.POWER;
      case PythonLexer.SLASH, PythonLexer.SLASH_ASSIGN -> Operator.Binary.DIVIDE;
      case PythonLexer.FLOOR_DIVIDE, PythonLexer.FLOOR_DIVIDE_ASSIGN ->
          Operator.Binary.FLOOR_DIVIDE;
      case PythonLexer.PERCENT, PythonLexer.PERCENT_ASSIGN -> Operator.Binary.MODULO;
      case PythonLexer.AT, PythonLexer.AT_ASSIGN -> Operator.Binary.MATRIX_MULTIPLY;
      case PythonLexer.LEFT_SHIFT, PythonLexer.LEFT_SHIFT_ASSIGN -> Operator.Binary.LEFT_SHIFT;
      case PythonLexer.RIGHT_SHIFT, PythonLexer.RIGHT_SHIFT_ASSIGN -> Operator.Binary.RIGHT_SHIFT;
      case PythonLexer.AMPERSAND, PythonLexer.AMPERSAND_ASSIGN -> Operator.Binary.BIT_AND;
      case PythonLexer.BAR, PythonLexer.BAR_ASSIGN -> Operator.Binary.BIT_OR;
      case PythonLexer.CARET, PythonLexer.CARET_ASSIGN -> Operator.Binary.BIT_XOR;
      default -> throw new IllegalArgumentException("not a binary operator: token type " + type);
    };
  }
}
