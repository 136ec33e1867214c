package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import dev.orchlens.text.FloatText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Python's {@code math} module. */
final class MathLibrary {
  private static final int MAX_FACTORIAL = 2000;

  private static final MathContext PRECISE = new MathContext(50);

  /** The terms after which the series of a logarithm adds nothing to fifty digits. */
  private static final int LN_TERMS = 120;

  private static final BigDecimal LN_2 = ln(BigDecimal.TWO);

  private MathLibrary() {}

  static void define(Map<String, Value> table) {
    table.put("math.pi", new FloatValue(Math.PI));
    table.put("math.e", new FloatValue(Math.E));
    table.put("math.tau", new FloatValue(2 * Math.PI));
    table.put("math.inf", new FloatValue(Double.POSITIVE_INFINITY));
    table.put("math.nan", new FloatValue(Double.NaN));
    rounding(table, "ceil", RoundingMode.CEILING);
    rounding(table, "floor", RoundingMode.FLOOR);
    rounding(table, "trunc", RoundingMode.DOWN);
    real(table, "exp", Math::exp);
    real(table, "sin", Math::sin);
    real(table, "cos", Math::cos);
    real(table, "tan", Math::tan);
    real(table, "tanh", Math::tanh);
    real(table, "atan", Math::atan);
    real(table, "fabs", Math::abs);
    real(table, "radians", Math::toRadians);
    real(table, "degrees", Math::toDegrees);
    limited(table, "sqrt", Math::sqrt, 0);
    logarithm(table, "log2", MathLibrary::log2);
    logarithm(table, "log10", Math::log10);
    Builtins.define(table, "math.log", "x, base?, /", MathLibrary::log);
    ofTwo(table);
    questions(table);
    integers(table);
  }

  private static void ofTwo(Map<String, Value> table) {
    Builtins.define(
        table,
        "math.pow",
        "x, y, /",
        (in, args, _) -> {
          double base = number(in, args.get(0));
          double exponent = number(in, args.get(1));
          if (base == 0 && exponent < 0 && !Double.isInfinite(exponent)) {
            throw in.error("ValueError", "math domain error: pow() of 0 and a negative number");
          }
          return checked(in, "pow", Numbers.pow(base, exponent), base, exponent);
        });
    Builtins.define(
        table,
        "math.fmod",
        "x, y, /",
        (in, args, _) -> {
          double value = number(in, args.get(0));
          double divisor = number(in, args.get(1));
          return checked(in, "fmod", value % divisor, value, divisor);
        });
    Builtins.define(
        table,
        "math.copysign",
        "x, y, /",
        (in, args, _) ->
            new FloatValue(Math.copySign(number(in, args.get(0)), number(in, args.get(1)))));
    Builtins.define(
        table,
        "math.hypot",
        "*coordinates",
        (in, args, _) ->
            new FloatValue(length(in, args.stream().map(each -> number(in, each)).toList())));
  }

  private static void questions(Map<String, Value> table) {
    Builtins.define(
        table,
        "math.isnan",
        "x, /",
        (in, args, _) -> Value.of(Double.isNaN(number(in, args.getFirst()))));
    Builtins.define(
        table,
        "math.isinf",
        "x, /",
        (in, args, _) -> Value.of(Double.isInfinite(number(in, args.getFirst()))));
    Builtins.define(
        table,
        "math.isfinite",
        "x, /",
        (in, args, _) -> Value.of(Double.isFinite(number(in, args.getFirst()))));
    Builtins.define(table, "math.isclose", "a, b, *, rel_tol?, abs_tol?", MathLibrary::isClose);
  }

  private static void integers(Map<String, Value> table) {
    folded(table, "gcd", BigInteger.ZERO, BigInteger::gcd);
    folded(
        table,
        "lcm",
        BigInteger.ONE,
        (a, b) ->
            a.signum() == 0 || b.signum() == 0
                ? BigInteger.ZERO
                : a.multiply(b).abs().divide(a.gcd(b)));
    Builtins.define(
        table,
        "math.isqrt",
        "n, /",
        (in, args, _) -> {
          BigInteger value = integer(in, args.getFirst());
          if (value.signum() < 0) {
            throw in.error("ValueError", "isqrt() argument must be nonnegative");
          }
          in.budget.bits(8L * value.bitLength());
          return new IntValue(value.sqrt());
        });
    Builtins.define(
        table,
        "math.factorial",
        "x, /",
        (in, args, _) -> new IntValue(falling(in, args.getFirst(), args.getFirst())));
    Builtins.define(
        table,
        "math.perm",
        "n, k=None, /",
        (in, args, _) ->
            new IntValue(
                falling(
                    in,
                    args.get(0),
                    args.get(1) instanceof NoneValue ? args.get(0) : args.get(1))));
    Builtins.define(
        table,
        "math.comb",
        "n, k, /",
        (in, args, _) ->
            new IntValue(
                falling(in, args.get(0), args.get(1))
                    .divide(falling(in, args.get(1), args.get(1)))));
    Builtins.define(
        table,
        "math.prod",
        "iterable, /, *, start=1",
        (in, args, kw) -> {
          Value product = kw.get("start");
          for (Value each : in.iteration.elements(args.getFirst())) {
            in.budget.step();
            product = in.operators.binary(Operator.Binary.MULTIPLY, product, each);
          }
          return product;
        });
  }

  /** The product of the {@code count} integers from {@code value} downwards. */
  private static BigInteger falling(Interpreter interpreter, Value value, Value count) {
    int top = Arguments.index(interpreter, value);
    int factors = Arguments.index(interpreter, count);
    if (top < 0 || factors < 0) {
      throw interpreter.error("ValueError", "a nonnegative integer is needed");
    }
    if (factors > MAX_FACTORIAL) {
      throw new BudgetExceededException("it multiplies more than " + MAX_FACTORIAL + " integers");
    }
    BigInteger product = BigInteger.ONE;
    for (int i = 0; i < factors; i++) {
      interpreter.budget.bits(product.bitLength());
      product = product.multiply(BigInteger.valueOf(Math.max(0, top - (long) i)));
    }
    return product;
  }

  private static void folded(
      Map<String, Value> table, String name, BigInteger start, BinaryOperator<BigInteger> fold) {
    Builtins.define(
        table,
        "math." + name,
        "*integers",
        (in, args, _) -> {
          BigInteger result = start;
          for (Value each : args) {
            BigInteger factor = integer(in, each);
            in.budget.step();
            in.budget.bits(result.bitLength() + (long) factor.bitLength());
            Budget.checkBits(result.bitLength() + (long) factor.bitLength());
            result = fold.apply(result, factor);
          }
          return new IntValue(result.abs());
        });
  }

  private static void rounding(Map<String, Value> table, String name, RoundingMode mode) {
    Builtins.define(
        table,
        "math." + name,
        "x, /",
        (in, args, _) ->
            switch (InstanceValue.plain(args.getFirst())) {
              case FloatValue(double real) ->
                  new IntValue(Conversions.finite(in, real).setScale(0, mode).toBigInteger());
              case InstanceValue object
                  when object.type().attribute("__" + name + "__").isPresent() ->
                  in.calls.special(object, "__" + name + "__", List.of()).orElseThrow();
              default -> new IntValue(integer(in, args.getFirst()));
            });
  }

  private static void real(Map<String, Value> table, String name, DoubleUnaryOperator function) {
    Builtins.define(
        table,
        "math." + name,
        "x, /",
        (in, args, _) -> {
          double argument = number(in, args.getFirst());
          return checked(in, name, function.applyAsDouble(argument), argument);
        });
  }

  /**
   * The result of a function.
   *
   * @throws PythonException (OverflowError, ValueError) when it is infinite or not a number, and
   *     the arguments are not
   */
  private static Value checked(
      Interpreter interpreter, String name, double result, double... arguments) {
    boolean finite = Arrays.stream(arguments).allMatch(Double::isFinite);
    if (Double.isInfinite(result) && finite) {
      throw interpreter.error(
          "OverflowError", "the result of " + name + "() is too large for a float");
    }
    if (Double.isNaN(result) && Arrays.stream(arguments).noneMatch(Double::isNaN)) {
      throw interpreter.error("ValueError", "math domain error: " + name + "()");
    }
    return new FloatValue(result);
  }

  private static double length(Interpreter interpreter, List<Double> coordinates) {
    if (coordinates.stream().anyMatch(x -> x.isInfinite())) {
      return Double.POSITIVE_INFINITY;
    }
    if (coordinates.stream().anyMatch(x -> x.isNaN())) {
      return Double.NaN;
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (double each : coordinates) {
      interpreter.budget.step();
      sum = sum.add(new BigDecimal(each).pow(2));
    }
    return sum.sqrt(PRECISE).doubleValue();
  }

  private static void limited(
      Map<String, Value> table, String name, DoubleUnaryOperator function, double least) {
    Builtins.define(
        table,
        "math." + name,
        "x, /",
        (in, args, _) -> {
          double argument = number(in, args.getFirst());
          if (argument < least) {
            throw in.error(
                "ValueError", "math domain error: " + name + "(" + FloatText.repr(argument) + ")");
          }
          return new FloatValue(function.applyAsDouble(argument));
        });
  }

  /** A logarithm, also of integers that are too large for a float. */
  private static void logarithm(
      Map<String, Value> table, String name, DoubleUnaryOperator function) {
    Builtins.define(
        table,
        "math." + name,
        "x, /",
        (in, args, _) -> new FloatValue(logarithm(in, name, args.getFirst(), function)));
  }

  private static double logarithm(
      Interpreter interpreter, String name, Value value, DoubleUnaryOperator function) {
    Optional<BigInteger> whole = Numbers.integer(value);
    if (whole.isPresent()
        && whole.get().signum() > 0
        && Double.isInfinite(whole.get().doubleValue())) {
      int exponent = whole.get().bitLength();
      double fraction =
          new BigDecimal(whole.get())
              .divide(new BigDecimal(BigInteger.TWO.pow(exponent)), PRECISE)
              .doubleValue();
      return function.applyAsDouble(fraction) + exponent * function.applyAsDouble(2);
    }
    double argument = number(interpreter, value);
    if (argument <= 0) {
      throw interpreter.error(
          "ValueError", "math domain error: " + name + "() of a number that is not positive");
    }
    return function.applyAsDouble(argument);
  }

  /** The binary logarithm to the last bit: a quotient of two logarithms loses some. */
  private static double log2(double value) {
    if (!Double.isFinite(value)) {
      return value;
    }
    int exponent =
        Math.getExponent(value) < Double.MIN_EXPONENT
            ? Math.getExponent(value * 0x1p60) - 60
            : Math.getExponent(value);
    double fraction =
        value
            / Math.scalb(1.0, Math.max(exponent, Double.MIN_EXPONENT))
            * (exponent < Double.MIN_EXPONENT
                ? Math.scalb(1.0, Double.MIN_EXPONENT - exponent)
                : 1);
    BigDecimal part =
        fraction == 1 ? BigDecimal.ZERO : ln(new BigDecimal(fraction)).divide(LN_2, PRECISE);
    return part.add(BigDecimal.valueOf(exponent)).doubleValue();
  }

  /**
   * The natural logarithm of a number between 1 and 2: the series of the inverse hyperbolic
   * tangent.
   */
  private static BigDecimal ln(BigDecimal number) {
    BigDecimal ratio = number.subtract(BigDecimal.ONE).divide(number.add(BigDecimal.ONE), PRECISE);
    BigDecimal square = ratio.multiply(ratio, PRECISE);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = ratio;
    for (int i = 1; i < LN_TERMS; i += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(i), PRECISE), PRECISE);
      power = power.multiply(square, PRECISE);
    }
    return sum.multiply(BigDecimal.TWO);
  }

  private static Value log(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    double value = logarithm(interpreter, "log", arguments.getFirst(), Math::log);
    if (arguments.size() < 2) {
      return new FloatValue(value);
    }
    double base = logarithm(interpreter, "log", arguments.get(1), Math::log);
    return interpreter.operators.binary(
        Operator.Binary.DIVIDE, new FloatValue(value), new FloatValue(base));
  }

  private static Value isClose(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    double a = number(interpreter, arguments.get(0));
    double b = number(interpreter, arguments.get(1));
    double relative = number(interpreter, keywords.getOrDefault("rel_tol", new FloatValue(1e-9)));
    double absolute = number(interpreter, keywords.getOrDefault("abs_tol", new FloatValue(0)));
    return Value.of(
        a == b
            || Math.abs(a - b)
                <= Math.max(relative * Math.max(Math.abs(a), Math.abs(b)), absolute));
  }

  private static double number(Interpreter interpreter, Value value) {
    return ((FloatValue)
            requireNumber(Conversions.toFloat(interpreter, requireNumeric(interpreter, value))))
        .value();
  }

  /** Functions of {@code math} read no numbers from text. */
  private static Value requireNumeric(Interpreter interpreter, Value value) {
    if (value instanceof StrValue) {
      throw interpreter.operators.unfit(value, "a number");
    }
    return value;
  }

  private static Value requireNumber(Value value) {
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    return value;
  }

  private static BigInteger integer(Interpreter interpreter, Value value) {
    return Arguments.integer(interpreter, value);
  }
}
