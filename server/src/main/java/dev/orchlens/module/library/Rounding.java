package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Python's {@code round} (library reference, "Built-in Functions"). */
final class Rounding {
  /**
   * A float has no more digits behind the point than this, so that rounding to more of them changes
   * nothing.
   */
  private static final int MOST_PLACES = 1100;

  /** No float is as large as ten to this power. */
  private static final int MOST_DIGITS = 310;

  private Rounding() {}

  static Value round(Interpreter interpreter, Value value, Value digits) {
    return switch (InstanceValue.plain(value)) {
      case FloatValue(double real) ->
          digits instanceof NoneValue
              ? new IntValue(whole(interpreter, real))
              : new FloatValue(places(interpreter, real, Arguments.integer(interpreter, digits)));
      case Value number when Numbers.isNumber(number) ->
          digits instanceof NoneValue
              ? new IntValue(Numbers.integer(number).orElseThrow())
              : integer(
                  interpreter,
                  Numbers.integer(number).orElseThrow(),
                  Arguments.integer(interpreter, digits));
      default ->
          interpreter
              .calls
              .special(
                  value, "__round__", digits instanceof NoneValue ? List.of() : List.of(digits))
              .orElseThrow(() -> interpreter.operators.unfit(value, "a number"));
    };
  }

  private static BigInteger whole(Interpreter interpreter, double real) {
    return Conversions.finite(interpreter, real).setScale(0, RoundingMode.HALF_EVEN).toBigInteger();
  }

  private static double places(Interpreter interpreter, double real, BigInteger places) {
    if (!Double.isFinite(real) || places.compareTo(BigInteger.valueOf(MOST_PLACES)) > 0) {
      return real;
    }
    if (places.compareTo(BigInteger.valueOf(-MOST_DIGITS)) < 0) {
      return Math.copySign(0.0, real);
    }
    double rounded =
        new BigDecimal(real).setScale(places.intValue(), RoundingMode.HALF_EVEN).doubleValue();
    if (Double.isInfinite(rounded)) {
      throw interpreter.error("OverflowError", "the rounded value is too large for a float");
    }
    return Math.copySign(rounded, real);
  }

  private static Value integer(Interpreter interpreter, BigInteger number, BigInteger places) {
    if (places.signum() >= 0) {
      return new IntValue(number);
    }
    BigInteger zeros = places.negate();
    // Ten to the power of its bits is more than twice any integer.
    if (zeros.compareTo(BigInteger.valueOf(Math.max(2, number.bitLength()))) > 0) {
      return IntValue.of(0);
    }
    interpreter.budget.bits(4L * number.bitLength());
    BigDecimal exact = new BigDecimal(number);
    return new IntValue(exact.setScale(places.intValue(), RoundingMode.HALF_EVEN).toBigInteger());
  }
}
