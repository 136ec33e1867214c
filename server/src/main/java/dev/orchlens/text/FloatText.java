package dev.orchlens.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Floats as text, as Python writes and formats them. */
public final class FloatText {
  /** No float has more significant digits than this. */
  private static final int ALL_DIGITS = 800;

  private FloatText() {}

  /**
   * A float as text.
   *
   * @param negative whether a minus sign belongs in front
   * @param whole the digits before the point, or {@code inf} or {@code nan}
   * @param rest the point and what follows it
   */
  public record Parts(boolean negative, String whole, String rest) {
    static Parts of(boolean negative, String text) {
      int end = 0;
      while (end < text.length() && Character.isDigit(text.charAt(end))) {
        end++;
      }
      return end == 0
          ? new Parts(negative, text, "")
          : new Parts(negative, text.substring(0, end), text.substring(end));
    }
  }

  /**
   * The shortest text that gives the same float again, with an exponent below 1e-4 and from 1e16
   * on.
   */
  public static String repr(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    return (isNegative(value) ? "-" : "") + shortest(Math.abs(value), false);
  }

  private static boolean isNegative(double value) {
    return !Double.isNaN(value) && Math.copySign(1, value) < 0;
  }

  private static String shortest(double magnitude, boolean alternate) {
    if (magnitude == 0) {
      return "0.0";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(magnitude)).stripTrailingZeros();
    if (decimal.precision() == 2) {
      // Java writes two digits at least, also where one gives the same float again.
      BigDecimal one = decimal.round(new MathContext(1, RoundingMode.HALF_EVEN));
      decimal = one.doubleValue() == magnitude ? one : decimal;
    }
    int exponent = decimal.precision() - decimal.scale() - 1;
    return exponent < -4 || exponent >= 16
        ? scientific(decimal, exponent, alternate)
        : withPoint(decimal.toPlainString());
  }

  private static String withPoint(String digits) {
    return digits.indexOf('.') < 0 ? digits + ".0" : digits;
  }

  /**
   * A float in the style of a format letter: f, F, e, E, g, G, %, or a blank for none.
   *
   * @param precision the digits that are asked for; -1 where none are
   * @param alternate whether the point and the zeros at the end stay, as {@code #} asks
   */
  public static Parts format(double value, char style, int precision, boolean alternate) {
    double shown = style == '%' ? value * 100 : value;
    String text;
    if (!Double.isFinite(shown)) {
      text = (Double.isNaN(shown) ? "nan" : "inf") + (style == '%' ? "%" : "");
    } else {
      text = finite(Math.abs(shown), style, precision, alternate);
    }
    boolean upper = style == 'F' || style == 'E' || style == 'G';
    return Parts.of(isNegative(shown), upper ? text.toUpperCase(Locale.ROOT) : text);
  }

  private static String finite(double magnitude, char style, int precision, boolean alternate) {
    BigDecimal exact = new BigDecimal(magnitude);
    int digits = precision < 0 ? 6 : precision;
    return switch (Character.toLowerCase(style)) {
      case 'e' -> exponential(exact, digits, alternate);
      case 'g' -> general(exact, Math.max(1, digits), alternate, false);
      case '%' -> fixed(exact, digits, alternate) + "%";
      case 'f' -> fixed(exact, digits, alternate);
      default ->
          precision < 0
              ? shortest(magnitude, alternate)
              : general(exact, Math.max(1, digits), alternate, true);
    };
  }

  private static String fixed(BigDecimal exact, int precision, boolean alternate) {
    return exact.setScale(precision, RoundingMode.HALF_EVEN).toPlainString()
        + (alternate && precision == 0 ? "." : "");
  }

  private static String exponential(BigDecimal exact, int precision, boolean alternate) {
    String point = alternate && precision == 0 ? "." : "";
    if (exact.signum() == 0) {
      return fixed(exact, precision, false) + point + "e+00";
    }
    BigDecimal rounded = exact.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal mantissa =
        rounded.movePointLeft(exponent).setScale(precision, RoundingMode.HALF_EVEN);
    return mantissa.toPlainString() + point + exponentText(exponent);
  }

  /**
   * So many significant digits, as a plain number where it is neither too large nor too small for
   * that.
   *
   * @param withPoint whether a plain number keeps a digit behind the point
   */
  private static String general(
      BigDecimal exact, int precision, boolean alternate, boolean withPoint) {
    int digits = Math.min(precision, ALL_DIGITS);
    BigDecimal rounded =
        exact.signum() == 0 ? exact : exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    int exponent = exact.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    boolean plain = exponent >= -4 && exponent < precision - (withPoint ? 1 : 0);
    if (alternate) {
      return plain
          ? fixed(rounded, Math.max(0, precision - 1 - exponent), true)
          : exponential(rounded, precision - 1, true);
    }
    BigDecimal stripped = exact.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    String text = plain ? stripped.toPlainString() : scientific(stripped, exponent, false);
    return plain && withPoint ? withPoint(text) : text;
  }

  private static String scientific(BigDecimal decimal, int exponent, boolean alternate) {
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa =
        digits.length() == 1
            ? digits + (alternate ? "." : "")
            : digits.charAt(0) + "." + digits.substring(1);
    return mantissa + exponentText(exponent);
  }

  private static String exponentText(int exponent) {
    String digits = Integer.toString(Math.abs(exponent));
    return "e" + (exponent < 0 ? "-" : "+") + (digits.length() < 2 ? "0" + digits : digits);
  }
}
