package dev.orchlens.codegen.cpp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Spells numbers as C++ library functions do, which the text of the generated code depends on. */
public final class CppNumbers {
  private static final int FRACTION_DIGITS = 6;
  private static final int ROUND_TRIP_DIGITS = 17;
  private static final int LOWEST_PLAIN_EXPONENT = -4;

  private CppNumbers() {}

  /** Returns a number with six digits behind the point. */
  public static String fixed(double value) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    String text =
        new BigDecimal(value).setScale(FRACTION_DIGITS, RoundingMode.HALF_EVEN).toPlainString();
    boolean lostSign = (value < 0 || 1 / value < 0) && text.charAt(0) != '-';
    return lostSign ? "-" + text : text;
  }

  /** Returns a number with as many digits as it takes to read back the same one, 17 at most. */
  public static String roundTrip(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(ROUND_TRIP_DIGITS, RoundingMode.HALF_EVEN));
    BigDecimal digits = rounded.stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= LOWEST_PLAIN_EXPONENT && exponent < ROUND_TRIP_DIGITS) {
      return digits.toPlainString();
    }
    String mantissa = digits.movePointLeft(exponent).toPlainString();
    return mantissa
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static String special(double value) {
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
}
