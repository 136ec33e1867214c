package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Optional;

/** Python's arithmetic on integers, booleans and floats. */
public final class Numbers {
  private static final MathContext PRECISE = new MathContext(60);
  private static final BigInteger EXACT = BigInteger.ONE.shiftLeft(53);

  private Numbers() {}

  /** Whether a value is an integer, a boolean or a float. */
  public static boolean isNumber(Value value) {
    return value instanceof IntValue || value instanceof FloatValue || value instanceof BoolValue;
  }

  /** The integer that an integer, boolean or integer enumeration member stands for. */
  public static Optional<BigInteger> integer(Value value) {
    return switch (InstanceValue.plain(value)) {
      case IntValue(BigInteger number) -> Optional.of(number);
      case BoolValue(boolean flag) -> Optional.of(flag ? BigInteger.ONE : BigInteger.ZERO);
      default -> Optional.empty();
    };
  }

  /** The float nearest to a number. */
  public static double real(Value number) {
    return number instanceof FloatValue(double value)
        ? value
        : integer(number).orElseThrow().doubleValue();
  }

  static Value binary(Interpreter interpreter, Operator.Binary operator, Value left, Value right) {
    if (left instanceof FloatValue || right instanceof FloatValue) {
      return floats(interpreter, operator, left, right);
    }
    if (left instanceof BoolValue(boolean a) && right instanceof BoolValue(boolean b)) {
      switch (operator) {
        case BIT_AND -> {
          return Value.of(a && b);
        }
        case BIT_OR -> {
          return Value.of(a || b);
        }
        case BIT_XOR -> {
          return Value.of(a != b);
        }
        default -> {}
      }
    }
    return integers(
        interpreter, operator, integer(left).orElseThrow(), integer(right).orElseThrow());
  }

  /** Checks the size of an integer before it is kept. */
  private static IntValue bounded(BigInteger value) {
    Budget.checkBits(value.bitLength());
    return new IntValue(value);
  }

  private static Value integers(
      Interpreter interpreter, Operator.Binary operator, BigInteger a, BigInteger b) {
    interpreter.budget.bits(a.bitLength() + (long) b.bitLength());
    return switch (operator) {
      case ADD -> bounded(a.add(b));
      case SUBTRACT -> bounded(a.subtract(b));
      case MULTIPLY -> {
        Budget.checkBits((long) a.bitLength() + b.bitLength());
        yield bounded(a.multiply(b));
      }
      case DIVIDE -> new FloatValue(divide(interpreter, a, b));
      case FLOOR_DIVIDE -> new IntValue(floorDivide(interpreter, a, b));
      case MODULO -> new IntValue(modulo(interpreter, a, b));
      case POWER -> power(interpreter, a, b);
      case LEFT_SHIFT -> {
        if (a.signum() == 0 && b.signum() >= 0) {
          yield IntValue.of(0);
        }
        Budget.checkBits(a.bitLength() + (long) shift(interpreter, b));
        yield new IntValue(a.shiftLeft(shift(interpreter, b)));
      }
      case RIGHT_SHIFT -> new IntValue(a.shiftRight(shift(interpreter, b)));
      case BIT_AND -> new IntValue(a.and(b));
      case BIT_OR -> new IntValue(a.or(b));
      case BIT_XOR -> new IntValue(a.xor(b));
      case MATRIX_MULTIPLY ->
          throw interpreter.error("TypeError", "unsupported operand types for @: int and int");
    };
  }

  private static int shift(Interpreter interpreter, BigInteger count) {
    if (count.signum() < 0) {
      throw interpreter.error("ValueError", "negative shift count");
    }
    return count.bitLength() > 30 ? Integer.MAX_VALUE : count.intValue();
  }

  static double divide(Interpreter interpreter, BigInteger a, BigInteger b) {
    if (b.signum() == 0) {
      throw interpreter.error("ZeroDivisionError", "division by zero");
    }
    boolean exact = a.abs().compareTo(EXACT) <= 0 && b.abs().compareTo(EXACT) <= 0;
    double quotient =
        exact
            ? a.doubleValue() / b.doubleValue()
            : new BigDecimal(a).divide(new BigDecimal(b), PRECISE).doubleValue();
    if (Double.isInfinite(quotient)) {
      throw interpreter.error(
          "OverflowError", "the quotient of the integers is too large for a float");
    }
    return quotient;
  }

  static BigInteger floorDivide(Interpreter interpreter, BigInteger a, BigInteger b) {
    if (b.signum() == 0) {
      throw interpreter.error("ZeroDivisionError", "integer division or modulo by zero");
    }
    BigInteger[] parts = a.divideAndRemainder(b);
    boolean below = parts[1].signum() != 0 && parts[1].signum() != b.signum();
    return below ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  static BigInteger modulo(Interpreter interpreter, BigInteger a, BigInteger b) {
    return a.subtract(floorDivide(interpreter, a, b).multiply(b));
  }

  private static Value power(Interpreter interpreter, BigInteger base, BigInteger exponent) {
    if (exponent.signum() < 0) {
      return floats(interpreter, Operator.Binary.POWER, new IntValue(base), new IntValue(exponent));
    }
    boolean trivial = base.bitLength() <= 1 && base.signum() >= 0;
    if (!trivial) {
      Budget.checkBits(
          exponent.bitLength() > 31
              ? Long.MAX_VALUE
              : exponent.longValue() * Math.max(1, base.bitLength() - 1));
    }
    interpreter.budget.bits(trivial ? 0 : exponent.longValue() * base.bitLength());
    int small =
        trivial
            ? Math.min(exponent.bitLength() > 30 ? 2 : exponent.intValue(), 2)
            : exponent.intValue();
    return new IntValue(base.pow(small));
  }

  private static Value floats(
      Interpreter interpreter, Operator.Binary operator, Value left, Value right) {
    double a = Arguments.real(interpreter, left);
    double b = Arguments.real(interpreter, right);
    return switch (operator) {
      case ADD -> new FloatValue(a + b);
      case SUBTRACT -> new FloatValue(a - b);
      case MULTIPLY -> new FloatValue(a * b);
      case DIVIDE -> new FloatValue(a / nonZero(interpreter, b, "float division by zero"));
      case FLOOR_DIVIDE ->
          new FloatValue(floorDivide(a, nonZero(interpreter, b, "float floor division by zero")));
      case MODULO ->
          new FloatValue(floatModulo(a, nonZero(interpreter, b, "float modulo by zero")));
      case POWER -> power(interpreter, a, b);
      case MATRIX_MULTIPLY, LEFT_SHIFT, RIGHT_SHIFT, BIT_AND, BIT_OR, BIT_XOR ->
          throw interpreter.error(
              "TypeError",
              "unsupported operand types for "
                  + operator.symbol()
                  + ": "
                  + ValueText.typeName(left)
                  + " and "
                  + ValueText.typeName(right));
    };
  }

  private static double nonZero(Interpreter interpreter, double value, String message) {
    if (value == 0) {
      throw interpreter.error("ZeroDivisionError", message);
    }
    return value;
  }

  /** The remainder with the sign of the divisor. */
  static double floatModulo(double a, double b) {
    double remainder = a % b;
    if (remainder == 0) {
      return Math.copySign(0, b);
    }
    return remainder < 0 == b < 0 ? remainder : remainder + b;
  }

  /** The floor of a quotient, in the steps of Python's float_floor_div. */
  private static double floorDivide(double a, double b) {
    double remainder = a % b;
    double quotient = (a - remainder) / b;
    if (remainder != 0 && remainder < 0 != b < 0) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  /** Whether a float is a whole number. */
  public static boolean isWhole(double number) {
    return Double.isFinite(number) && number == Math.rint(number);
  }

  private static Value power(Interpreter interpreter, double base, double exponent) {
    if (base == 0 && exponent < 0) {
      throw interpreter.error("ZeroDivisionError", "0.0 cannot be raised to a negative power");
    }
    if (base < 0 && exponent != Math.rint(exponent)) {
      return interpreter.unknown("complex numbers are not evaluated");
    }
    double result = pow(base, exponent);
    if (Double.isInfinite(result) && Double.isFinite(base) && Double.isFinite(exponent)) {
      throw interpreter.error("OverflowError", "the result of ** is too large");
    }
    return new FloatValue(result);
  }

  /** The power as C defines it, also where Java says that the result is not a number. */
  public static double pow(double base, double exponent) {
    boolean one = base == 1 || base == -1 && Double.isInfinite(exponent);
    return one ? 1 : exactPower(base, exponent).orElseGet(() -> Math.pow(base, exponent));
  }

  /**
   * The correctly rounded power, as the usual C libraries give it, for exponents that are small
   * multiples of 1/2.
   */
  private static Optional<Double> exactPower(double base, double exponent) {
    double halves = exponent * 2;
    if (!Double.isFinite(base)
        || base == 0
        || halves != Math.rint(halves)
        || Math.abs(halves) > 64) {
      return Optional.empty();
    }
    BigDecimal exact = new BigDecimal(base);
    boolean odd = halves % 2 != 0;
    BigDecimal root = odd ? exact.sqrt(PRECISE) : exact;
    int times = Math.abs((int) (odd ? halves : halves / 2));
    BigDecimal power = root.pow(times, PRECISE);
    double result = (halves < 0 ? BigDecimal.ONE.divide(power, PRECISE) : power).doubleValue();
    return Double.isFinite(result) ? Optional.of(result) : Optional.empty();
  }

  static Value unary(Interpreter interpreter, Operator.Unary operator, Value operand) {
    if (operand instanceof FloatValue(double value)) {
      return switch (operator) {
        case NEGATE -> new FloatValue(-value);
        case PLUS -> operand;
        case NOT -> Value.of(value == 0);
        case INVERT -> throw interpreter.error("TypeError", "bad operand type for unary ~: float");
      };
    }
    BigInteger value = integer(operand).orElseThrow();
    return switch (operator) {
      case NEGATE -> new IntValue(value.negate());
      case PLUS -> new IntValue(value);
      case INVERT -> new IntValue(value.not());
      case NOT -> Value.of(value.signum() == 0);
    };
  }

  /** The order of two numbers; empty where one of them is not a number. */
  static Optional<Integer> compare(Interpreter interpreter, Value left, Value right) {
    if (left instanceof FloatValue || right instanceof FloatValue) {
      double a = left instanceof FloatValue(double value) ? value : Double.NaN;
      double b = right instanceof FloatValue(double value) ? value : Double.NaN;
      if (left instanceof FloatValue && right instanceof FloatValue) {
        return Double.isNaN(a) || Double.isNaN(b)
            ? Optional.empty()
            : Optional.of(a < b ? -1 : a > b ? 1 : 0);
      }
      double only = left instanceof FloatValue ? a : b;
      if (Double.isNaN(only)) {
        return Optional.empty();
      }
      if (Double.isInfinite(only)) {
        return Optional.of(left instanceof FloatValue == only > 0 ? 1 : -1);
      }
    }
    if (!(left instanceof FloatValue || right instanceof FloatValue)) {
      return Optional.of(integer(left).orElseThrow().compareTo(integer(right).orElseThrow()));
    }
    interpreter.budget.bits(
        (left instanceof FloatValue ? 0 : integer(left).orElseThrow().bitLength())
            + (right instanceof FloatValue ? 0L : integer(right).orElseThrow().bitLength()));
    return Optional.of(decimal(left).compareTo(decimal(right)));
  }

  private static BigDecimal decimal(Value number) {
    return number instanceof FloatValue(double value)
        ? new BigDecimal(value)
        : new BigDecimal(integer(number).orElseThrow());
  }
}
