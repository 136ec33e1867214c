package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.value.BudgetExceededException;
import dev.orchlens.module.value.FloatText;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Python's {@code math} module. */
final class MathLibrary {
  private static final int MAX_FACTORIAL = 2000;

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
    limited(table, "log2", MathLibrary::log2, Double.MIN_VALUE);
    limited(table, "log10", Math::log10, Double.MIN_VALUE);
    Builtins.define(table, "math.log", MathLibrary::log);
    Builtins.define(table, "math.pow", (in, args, _) -> new FloatValue(
        Math.pow(number(in, args.get(0)), number(in, args.get(1)))));
    Builtins.define(table, "math.fmod", (in, args, _) -> new FloatValue(
        number(in, args.get(0)) % number(in, args.get(1))));
    Builtins.define(table, "math.copysign", (in, args, _) -> new FloatValue(
        Math.copySign(number(in, args.get(0)), number(in, args.get(1)))));
    Builtins.define(table, "math.hypot", (in, args, _) -> new FloatValue(
        Math.sqrt(args.stream().mapToDouble(each -> number(in, each)).map(x -> x * x).sum())));
    Builtins.define(table, "math.isnan", (in, args, _) -> Value.of(Double.isNaN(number(in, args.getFirst()))));
    Builtins.define(table, "math.isinf", (in, args, _) -> Value.of(Double.isInfinite(number(in, args.getFirst()))));
    Builtins.define(table, "math.isfinite", (in, args, _) -> Value.of(Double.isFinite(number(in, args.getFirst()))));
    Builtins.define(table, "math.isclose", MathLibrary::isClose);
    integers(table);
  }

  private static void integers(Map<String, Value> table) {
    folded(table, "gcd", BigInteger.ZERO, BigInteger::gcd);
    folded(table, "lcm", BigInteger.ONE, (a, b) -> a.signum() == 0 || b.signum() == 0 ? BigInteger.ZERO
        : a.multiply(b).abs().divide(a.gcd(b)));
    Builtins.define(table, "math.isqrt", (in, args, _) -> {
      BigInteger value = integer(in, args.getFirst());
      if (value.signum() < 0) {
        throw in.error("ValueError", "isqrt() argument must be nonnegative");
      }
      return new IntValue(value.sqrt());
    });
    Builtins.define(table, "math.factorial", (in, args, _) -> new IntValue(
        falling(in, args.getFirst(), args.getFirst())));
    Builtins.define(table, "math.perm", (in, args, _) -> new IntValue(
        falling(in, args.get(0), args.size() > 1 ? args.get(1) : args.get(0))));
    Builtins.define(table, "math.comb", (in, args, _) -> new IntValue(
        falling(in, args.get(0), args.get(1)).divide(falling(in, args.get(1), args.get(1)))));
    Builtins.define(table, "math.prod", (in, args, kw) -> {
      Value product = kw.getOrDefault("start", IntValue.of(1));
      for (Value each : in.iteration.elements(args.getFirst())) {
        in.budget.step();
        product = in.operators.binary(Operator.Binary.MULTIPLY, product, each);
      }
      return product;
    });
  }

  /** The product of the {@code count} integers from {@code value} downwards. */
  private static BigInteger falling(Interpreter interpreter, Value value, Value count) {
    int top = Conversions.index(interpreter, value);
    int factors = Conversions.index(interpreter, count);
    if (top < 0 || factors < 0) {
      throw interpreter.error("ValueError", "a nonnegative integer is needed");
    }
    if (factors > MAX_FACTORIAL) {
      throw new BudgetExceededException("it multiplies more than " + MAX_FACTORIAL + " integers");
    }
    BigInteger product = BigInteger.ONE;
    for (int i = 0; i < factors; i++) {
      product = product.multiply(BigInteger.valueOf(Math.max(0, top - (long) i)));
    }
    return product;
  }

  private static void folded(Map<String, Value> table, String name, BigInteger start, BinaryOperator<BigInteger> fold) {
    Builtins.define(table, "math." + name, (in, args, _) -> {
      BigInteger result = start;
      for (Value each : args) {
        result = fold.apply(result, integer(in, each));
      }
      return new IntValue(result.abs());
    });
  }

  private static void rounding(Map<String, Value> table, String name, RoundingMode mode) {
    Builtins.define(table, "math." + name, (in, args, _) -> {
      if (Operators.plain(args.getFirst()) instanceof FloatValue(double real) && Double.isFinite(real)) {
        return new IntValue(new BigDecimal(real).setScale(0, mode).toBigInteger());
      }
      return new IntValue(integer(in, args.getFirst()));
    });
  }

  private static void real(Map<String, Value> table, String name, DoubleUnaryOperator function) {
    Builtins.define(table, "math." + name, (in, args, _) ->
        new FloatValue(function.applyAsDouble(number(in, args.getFirst()))));
  }

  private static void limited(Map<String, Value> table, String name, DoubleUnaryOperator function, double least) {
    Builtins.define(table, "math." + name, (in, args, _) -> {
      double argument = number(in, args.getFirst());
      if (argument < least) {
        throw in.error("ValueError", "math domain error: " + name + "(" + FloatText.repr(argument) + ")");
      }
      return new FloatValue(function.applyAsDouble(argument));
    });
  }

  /** The binary logarithm, exact for powers of two. */
  private static double log2(double value) {
    int exponent = Math.getExponent(value);
    boolean power = Double.isFinite(value) && exponent >= Double.MIN_EXPONENT && value == Math.scalb(1.0, exponent);
    return power ? exponent : Math.log(value) / Math.log(2);
  }

  private static Value log(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    double value = number(interpreter, arguments.getFirst());
    double base = arguments.size() > 1 ? number(interpreter, arguments.get(1)) : Math.E;
    if (value <= 0 || base <= 0) {
      throw interpreter.error("ValueError", "math domain error: log of a number that is not positive");
    }
    return new FloatValue(arguments.size() > 1 ? Math.log(value) / Math.log(base) : Math.log(value));
  }

  private static Value isClose(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    double a = number(interpreter, arguments.get(0));
    double b = number(interpreter, arguments.get(1));
    double relative = number(interpreter, keywords.getOrDefault("rel_tol", new FloatValue(1e-9)));
    double absolute = number(interpreter, keywords.getOrDefault("abs_tol", new FloatValue(0)));
    return Value.of(a == b || Math.abs(a - b) <= Math.max(relative * Math.max(Math.abs(a), Math.abs(b)), absolute));
  }

  private static double number(Interpreter interpreter, Value value) {
    return ((FloatValue) requireNumber(Conversions.toFloat(interpreter, List.of(value)))).value();
  }

  private static Value requireNumber(Value value) {
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    return value;
  }

  private static BigInteger integer(Interpreter interpreter, Value value) {
    return Numbers.integer(requireNumber(value)).orElseThrow(() ->
        interpreter.error("TypeError", "an integer is needed, not a value of type " + ValueText.typeName(value)));
  }
}
