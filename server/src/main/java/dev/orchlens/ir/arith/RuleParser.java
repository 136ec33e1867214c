package dev.orchlens.ir.arith;

import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads one side of a rule, written as in Python: {@code x y z} stand for expressions, {@code c1 c2
 * c3} for integer constants, {@code zero} for 0 in the operands' type, {@code min(a, b)} and {@code
 * max(a, b)} for themselves; a number takes the type of the other operand.
 */
final class RuleParser {
  private static final List<Map<String, BinaryOp>> LEVELS =
      List.of(
          Map.of("or", BinaryOp.OR),
          Map.of("and", BinaryOp.AND),
          Map.of(
              "==",
              BinaryOp.EQ,
              "!=",
              BinaryOp.NE,
              "<",
              BinaryOp.LT,
              "<=",
              BinaryOp.LE,
              ">",
              BinaryOp.GT,
              ">=",
              BinaryOp.GE),
          Map.of("+", BinaryOp.ADD, "-", BinaryOp.SUB),
          Map.of("*", BinaryOp.MUL, "//", BinaryOp.FLOOR_DIV, "%", BinaryOp.FLOOR_MOD));

  private final List<String> tokens;
  private int at;

  private RuleParser(List<String> tokens) {
    this.tokens = tokens;
  }

  /** Returns the pattern that {@code text} writes. */
  static Pattern parse(String text) {
    String spaced = text.replaceAll("([(),])", " $1 ").strip();
    RuleParser parser = new RuleParser(List.of(spaced.split("\\s+")));
    Pattern pattern = parser.level(0);
    if (parser.at != parser.tokens.size()) {
      throw new IllegalArgumentException("Rule does not end where it should: " + text);
    }
    return pattern;
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private String next() {
    return tokens.get(at++);
  }

  private Pattern level(int level) {
    if (level == LEVELS.size()) {
      return operand();
    }
    Pattern left = level(level + 1);
    for (BinaryOp op = LEVELS.get(level).get(peek());
        op != null;
        op = LEVELS.get(level).get(peek())) {
      at++;
      left = binary(op, left, level(level + 1));
    }
    return left;
  }

  private static Pattern binary(BinaryOp op, Pattern left, Pattern right) {
    if (left instanceof Pattern.Literal number) {
      return new Pattern.Binary(op, new Pattern.Literal(number.value(), right), right);
    }
    if (right instanceof Pattern.Literal number) {
      return new Pattern.Binary(op, left, new Pattern.Literal(number.value(), left));
    }
    return new Pattern.Binary(op, left, right);
  }

  private Pattern operand() {
    String token = next();
    return switch (token) {
      case "(" -> {
        Pattern inner = level(0);
        at++;
        yield inner;
      }
      case "not" -> new Pattern.Unary(UnaryOp.NOT, operand());
      case "neg" -> new Pattern.Unary(UnaryOp.NEG, arguments().getFirst());
      case "min", "max" -> {
        List<Pattern> operands = arguments();
        yield binary(
            token.equals("min") ? BinaryOp.MIN : BinaryOp.MAX,
            operands.getFirst(),
            operands.getLast());
      }
      case "x", "y", "z" -> new Pattern.Any(token.charAt(0) - 'x');
      case "c1", "c2", "c3" -> new Pattern.Constant(token.charAt(1) - '0');
      case "zero" -> new Pattern.Zero();
      case "true", "false" -> new Pattern.Truth(token.equals("true"));
      default -> new Pattern.Literal(Long.parseLong(token), new Pattern.Zero());
    };
  }

  private List<Pattern> arguments() {
    List<Pattern> out = new ArrayList<>();
    at++;
    do {
      out.add(level(0));
    } while (next().equals(","));
    return out;
  }
}
