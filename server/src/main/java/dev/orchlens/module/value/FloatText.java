package dev.orchlens.module.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Floats as text, as Python writes and formats them. */
public final class FloatText {
  private FloatText() {}

  /** The shortest text that gives the same float again, with an exponent below 1e-4 and from 1e16 on. */
  public static String repr(double value) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    if (value == 0) {
      return Math.copySign(1, value) < 0 ? "-0.0" : "0.0";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent < -4 || exponent >= 16) {
      return scientific(decimal, exponent, "e");
    }
    String plain = decimal.toPlainString();
    return plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }

  private static String special(double value) {
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }

  private static String scientific(BigDecimal decimal, int exponent, String letter) {
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return (decimal.signum() < 0 ? "-" : "") + mantissa + exponentText(exponent, letter);
  }

  private static String exponentText(int exponent, String letter) {
    String digits = Integer.toString(Math.abs(exponent));
    return letter + (exponent < 0 ? "-" : "+") + (digits.length() < 2 ? "0" + digits : digits);
  }

  /** A finite or infinite float in the style of a format letter: f, F, e, E, g, G or %. */
  public static String format(double value, char style, int precision) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    boolean negative = value < 0 || value == 0 && Math.copySign(1, value) < 0;
    BigDecimal magnitude = new BigDecimal(Math.abs(value));
    String text =
        switch (Character.toLowerCase(style)) {
          case 'e' -> exponential(magnitude, precision);
          case 'g' -> general(magnitude, Math.max(1, precision));
          case '%' -> fixed(magnitude.movePointRight(2), precision) + "%";
          default -> fixed(magnitude, precision);
        };
    String cased = Character.isUpperCase(style) ? text.toUpperCase(Locale.ROOT) : text;
    return negative ? "-" + cased : cased;
  }

  private static String fixed(BigDecimal magnitude, int precision) {
    return magnitude.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String exponential(BigDecimal magnitude, int precision) {
    if (magnitude.signum() == 0) {
      return fixed(magnitude, precision) + "e+00";
    }
    BigDecimal rounded = magnitude.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal mantissa = rounded.movePointLeft(exponent).setScale(precision, RoundingMode.HALF_EVEN);
    return mantissa.toPlainString() + exponentText(exponent, "e");
  }

  private static String general(BigDecimal magnitude, int precision) {
    if (magnitude.signum() == 0) {
      return "0";
    }
    BigDecimal rounded = magnitude.round(new MathContext(precision, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal stripped = rounded.stripTrailingZeros();
    return exponent < -4 || exponent >= precision
        ? scientific(stripped, exponent, "e")
        : stripped.toPlainString();
  }
}
