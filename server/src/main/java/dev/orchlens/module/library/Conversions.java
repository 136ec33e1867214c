package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.BudgetExceededException;
import dev.orchlens.module.value.FloatText;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Conversions between numbers and text. */
final class Conversions {
  /** How many decimal digits Python reads an integer from (Python's sys.int_info.default_max_str_digits). */
  private static final int MAX_DIGITS = 4300;

  private Conversions() {}

  /** {@code int(...)}. */
  static Value toInt(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    if (arguments.isEmpty()) {
      return IntValue.of(0);
    }
    Value value = Operators.plain(arguments.getFirst());
    Value base = arguments.size() > 1 ? arguments.get(1) : keywords.getOrDefault("base", IntValue.of(10));
    return switch (value) {
      case StrValue(String text) -> parseInt(interpreter, text, index(interpreter, base));
      case FloatValue(double real) -> {
        if (!Double.isFinite(real)) {
          throw interpreter.error(Double.isNaN(real) ? "ValueError" : "OverflowError",
              "cannot convert float " + FloatText.repr(real) + " to integer");
        }
        yield new IntValue(new BigDecimal(real).toBigInteger());
      }
      default -> Numbers.integer(value).<Value>map(IntValue::new)
          .or(() -> interpreter.calls.special(value, "__int__", List.of()))
          .orElseGet(() -> notA(interpreter, "int", value));
    };
  }

  private static Value notA(Interpreter interpreter, String type, Value value) {
    if (Operators.isForeign(value)) {
      return interpreter.unknown(type + "() of " + Operators.what(value) + " is not evaluated");
    }
    throw interpreter.error("TypeError", "a value of type " + ValueText.typeName(value) + " cannot become " + type);
  }

  private static Value parseInt(Interpreter interpreter, String text, int base) {
    String digits = text.strip().replace("_", "").toLowerCase(Locale.ROOT);
    boolean negative = digits.startsWith("-");
    String magnitude = negative || digits.startsWith("+") ? digits.substring(1) : digits;
    int radix = base;
    for (Map.Entry<String, Integer> prefix : Map.of("0x", 16, "0o", 8, "0b", 2).entrySet()) {
      if (magnitude.startsWith(prefix.getKey()) && (base == 0 || base == prefix.getValue())) {
        magnitude = magnitude.substring(2);
        radix = prefix.getValue();
        break;
      }
    }
    boolean isPowerOfTwo = radix != 0 && Integer.bitCount(radix) == 1;
    if (!isPowerOfTwo && magnitude.length() > MAX_DIGITS) {
      throw interpreter.error("ValueError", "an integer is read from at most " + MAX_DIGITS + " digits, and this text has "
          + magnitude.length());
    }
    if (magnitude.length() > Budget.MAX_BITS) {
      throw new BudgetExceededException("it makes an integer of more than " + Budget.MAX_BITS + " bits");
    }
    try {
      if (!magnitude.isEmpty() && Character.isLetterOrDigit(magnitude.charAt(0))) {
        BigInteger value = new BigInteger(magnitude, radix == 0 ? 10 : radix);
        return new IntValue(negative ? value.negate() : value);
      }
    } catch (NumberFormatException e) {
      throw invalid(interpreter, base, text);
    }
    throw invalid(interpreter, base, text);
  }

  private static PythonException invalid(Interpreter interpreter, int base, String text) {
    return interpreter.error("ValueError", "invalid literal for int() with base " + base + ": "
        + ValueText.quote(text));
  }

  /** {@code float(...)}. */
  static Value toFloat(Interpreter interpreter, List<Value> arguments) {
    if (arguments.isEmpty()) {
      return new FloatValue(0);
    }
    Value value = Operators.plain(arguments.getFirst());
    if (value instanceof StrValue(String text)) {
      return parseFloat(interpreter, text);
    }
    if (Numbers.isNumber(value)) {
      double real = Numbers.real(value);
      if (Double.isInfinite(real) && !(value instanceof FloatValue)) {
        throw interpreter.error("OverflowError", "the integer is too large for a float");
      }
      return new FloatValue(real);
    }
    return interpreter.calls.special(value, "__float__", List.of())
        .orElseGet(() -> notA(interpreter, "float", value));
  }

  private static Value parseFloat(Interpreter interpreter, String text) {
    String plain = text.strip().replace("_", "").toLowerCase(Locale.ROOT);
    String unsigned = plain.startsWith("-") || plain.startsWith("+") ? plain.substring(1) : plain;
    double sign = plain.startsWith("-") ? -1 : 1;
    switch (unsigned) {
      case "inf", "infinity" -> {
        return new FloatValue(sign * Double.POSITIVE_INFINITY);
      }
      case "nan" -> {
        return new FloatValue(Double.NaN);
      }
      default -> {
        if (!unsigned.matches("(\\d+\\.?\\d*|\\.\\d+)(e[-+]?\\d+)?")) {
          throw interpreter.error("ValueError", "could not convert string to float: " + ValueText.quote(text));
        }
        return new FloatValue(sign * Double.parseDouble(unsigned));
      }
    }
  }

  /** An integer argument that must fit into 32 bits. */
  static int index(Interpreter interpreter, Value value) {
    long number = longIndex(interpreter, value);
    if (number != (int) number) {
      throw new BudgetExceededException("it uses an index of more than 32 bits");
    }
    return (int) number;
  }

  /** An integer argument that must fit into 64 bits. */
  static long longIndex(Interpreter interpreter, Value value) {
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    Optional<BigInteger> number = Numbers.integer(value);
    if (number.isEmpty()) {
      if (Operators.isForeign(value)) {
        throw new UnknownAnswerException(
            interpreter.unknown(Operators.what(value) + " as an integer is not evaluated"));
      }
      throw interpreter.error("TypeError", "an integer is needed, not a value of type " + ValueText.typeName(value));
    }
    if (number.get().bitLength() > 62) {
      throw new BudgetExceededException("it uses an index of more than 62 bits");
    }
    return number.get().longValue();
  }
}
