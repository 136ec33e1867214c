package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.text.SourceRange;
import java.math.BigInteger;

/** Reads the values of number literals (The Python Language Reference, "Numeric literals"). */
final class Numbers {
  /**
   * Python reads no longer decimal integer (The Python Language Reference, "Integer string
   * conversion limit").
   */
  private static final int MAX_DECIMAL_DIGITS = 4300;

  /**
   * Numbers of other bases have no limit in Python; here they end where reading them would take
   * noticeable time.
   */
  private static final int MAX_DIGITS = 20_000;

  private Numbers() {}

  /** Whether a number token is too long to be read. */
  static boolean isTooLong(int type, String text) {
    boolean decimal =
        type == PythonLexer.INTEGER && !(text.length() > 1 && Character.isLetter(text.charAt(1)));
    int most = decimal ? MAX_DECIMAL_DIGITS : MAX_DIGITS;
    return text.length() > most && text.chars().filter(c -> c != '_').count() > most;
  }

  /** The literal for a number token of this type and text. */
  static Literal literal(int type, SourceRange range, String text) {
    String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
    return switch (type) {
      case PythonLexer.INTEGER -> new Literal.IntLiteral(range, integer(digits));
      case PythonLexer.FLOAT -> new Literal.FloatLiteral(range, text, Double.parseDouble(digits));
      default -> {
        String factor = digits.substring(0, digits.length() - 1);
        yield new Literal.ImaginaryLiteral(range, text, Double.parseDouble(factor));
      }
    };
  }

  private static BigInteger integer(String digits) {
    if (digits.length() > 2 && digits.charAt(0) == '0') {
      return switch (digits.charAt(1)) {
        case 'x', 'X' -> new BigInteger(digits.substring(2), 16);
        case 'o', 'O' -> new BigInteger(digits.substring(2), 8);
        case 'b', 'B' -> new BigInteger(digits.substring(2), 2);
        default -> BigInteger.ZERO;
      };
    }
    return digits.length() <= 18
        ? BigInteger.valueOf(Long.parseLong(digits))
        : new BigInteger(digits);
  }
}
