package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.eval.Texts;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import dev.orchlens.text.FloatText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Conversions between numbers and text. */
final class Conversions {
  private static final String DIGITS = "[0-9]++(?:_[0-9]++)*+";

  private static final Pattern FLOAT =
      Pattern.compile(
          "(?:"
              + DIGITS
              + "(?:\\.(?:"
              + DIGITS
              + ")?+)?+|\\."
              + DIGITS
              + ")(?:e[-+]?"
              + DIGITS
              + ")?+");

  private Conversions() {}

  /** {@code int(...)}. */
  static Value toInt(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    if (arguments.isEmpty()) {
      return IntValue.of(0);
    }
    Value value = InstanceValue.plain(arguments.getFirst());
    if (arguments.size() > 1) {
      int base = base(interpreter, arguments.get(1));
      return parseInt(interpreter, Arguments.text(interpreter, value), base);
    }
    return switch (value) {
      case StrValue(String text) -> parseInt(interpreter, text, 10);
      case FloatValue(double real) -> new IntValue(finite(interpreter, real).toBigInteger());
      case BytesValue _ -> interpreter.unknown("int() of bytes is not evaluated");
      default ->
          Numbers.integer(value)
              .<Value>map(IntValue::new)
              .or(() -> interpreter.calls.special(value, "__int__", List.of()))
              .or(() -> Arguments.whole(interpreter, value).map(IntValue::new))
              .orElseThrow(() -> interpreter.operators.unfit(value, "a number or its digits"));
    };
  }

  /**
   * The exact value of a float.
   *
   * @throws PythonException (ValueError, OverflowError) when it is not a number or infinite
   */
  static BigDecimal finite(Interpreter interpreter, double real) {
    if (!Double.isFinite(real)) {
      throw interpreter.error(
          Double.isNaN(real) ? "ValueError" : "OverflowError",
          "cannot convert float " + FloatText.repr(real) + " to integer");
    }
    return new BigDecimal(real);
  }

  private static int base(Interpreter interpreter, Value written) {
    int base = Arguments.index(interpreter, written);
    if (base < 0 || base == 1 || base > Character.MAX_RADIX) {
      throw interpreter.error("ValueError", "the base of int() is 0 or lies between 2 and 36");
    }
    return base;
  }

  private static Value parseInt(Interpreter interpreter, String text, int base) {
    interpreter.budget.text(text.length());
    String plain = strip(text).toLowerCase(Locale.ROOT);
    boolean negative = plain.startsWith("-");
    String digits = negative || plain.startsWith("+") ? plain.substring(1) : plain;
    int radix = base;
    int prefixed =
        digits.startsWith("0x")
            ? 16
            : digits.startsWith("0o") ? 8 : digits.startsWith("0b") ? 2 : 0;
    boolean hasPrefix = prefixed > 0 && (base == 0 || base == prefixed);
    if (hasPrefix) {
      radix = prefixed;
      digits = digits.substring(2);
      digits = digits.startsWith("_") ? digits.substring(1) : digits;
    } else if (base == 0) {
      radix = 10;
      if (digits.startsWith("0") && !digits.matches("0[0_]*")) {
        throw invalid(interpreter, base, text);
      }
    }
    String magnitude = digits.replace("_", "");
    int using = radix;
    boolean wellFormed =
        !digits.isEmpty()
            && !digits.startsWith("_")
            && !digits.endsWith("_")
            && !digits.contains("__")
            && magnitude.chars().allMatch(c -> c < 0x80 && Character.digit(c, using) >= 0);
    if (!wellFormed) {
      throw StringMethods.isAscii(text)
          ? invalid(interpreter, base, text)
          : new UnknownAnswerException(
              interpreter.unknown("digits beyond ASCII are not evaluated"));
    }
    return new IntValue(number(interpreter, magnitude, radix, negative));
  }

  private static BigInteger number(
      Interpreter interpreter, String magnitude, int radix, boolean negative) {
    if (Integer.bitCount(radix) != 1 && magnitude.length() > Texts.MAX_DIGITS) {
      throw interpreter.error(
          "ValueError",
          "an integer is read from at most "
              + Texts.MAX_DIGITS
              + " digits, and this text has "
              + magnitude.length());
    }
    Budget.checkBits(magnitude.length());
    interpreter.budget.bits(4L * magnitude.length());
    BigInteger value = new BigInteger(magnitude, radix);
    Budget.checkBits(value.bitLength());
    return negative ? value.negate() : value;
  }

  private static String strip(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && StringMethods.isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && StringMethods.isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static PythonException invalid(Interpreter interpreter, int base, String text) {
    return interpreter.error(
        "ValueError", "invalid literal for int() with base " + base + ": " + ValueText.quote(text));
  }

  /** {@code float(...)}. */
  static Value toFloat(Interpreter interpreter, Value argument) {
    Value value = InstanceValue.plain(argument);
    if (value instanceof StrValue(String text)) {
      return parseFloat(interpreter, text);
    }
    if (Numbers.isNumber(value)) {
      return new FloatValue(Arguments.real(interpreter, value));
    }
    if (value instanceof BytesValue) {
      return interpreter.unknown("float() of bytes is not evaluated");
    }
    return interpreter
        .calls
        .special(value, "__float__", List.of())
        .or(
            () ->
                Arguments.whole(interpreter, value)
                    .map(
                        number ->
                            new FloatValue(Arguments.real(interpreter, new IntValue(number)))))
        .orElseThrow(() -> interpreter.operators.unfit(value, "a number or its digits"));
  }

  private static Value parseFloat(Interpreter interpreter, String text) {
    interpreter.budget.text(text.length());
    String plain = strip(text).toLowerCase(Locale.ROOT);
    String unsigned = plain.startsWith("-") || plain.startsWith("+") ? plain.substring(1) : plain;
    double sign = plain.startsWith("-") ? -1 : 1;
    return switch (unsigned) {
      case "inf", "infinity" -> new FloatValue(sign * Double.POSITIVE_INFINITY);
      case "nan" -> new FloatValue(Double.NaN);
      default -> {
        if (!FLOAT.matcher(unsigned).matches()) {
          throw StringMethods.isAscii(text)
              ? interpreter.error(
                  "ValueError", "could not convert string to float: " + ValueText.quote(text))
              : new UnknownAnswerException(
                  interpreter.unknown("digits beyond ASCII are not evaluated"));
        }
        interpreter.budget.bits(4L * Math.min(unsigned.length(), 2000));
        yield new FloatValue(sign * Double.parseDouble(unsigned.replace("_", "")));
      }
    };
  }
}
