package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.text.FloatText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/** The {@code %} operator of strings (library reference, "printf-style String Formatting"). */
final class PercentFormat {
  private final Interpreter interpreter;
  private final String format;
  private final Value argument;
  private final List<Value> positional;
  private int at;
  private int next;

  private PercentFormat(Interpreter interpreter, String format, Value argument) {
    this.interpreter = interpreter;
    this.format = format;
    this.argument = argument;
    this.positional = argument instanceof TupleValue tuple ? tuple.elements() : List.of(argument);
  }

  /**
   * One field of the format.
   *
   * @param flags those of {@code -+ #0} that are set
   * @param width the least number of characters
   * @param precision the digits or characters that are asked for; -1 where none are
   */
  private record Field(String flags, int width, int precision) {
    boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }

    /** Text is never filled up with zeros. */
    Field ofText() {
      return new Field(flags.replace("0", ""), width, precision);
    }
  }

  static Value format(Interpreter interpreter, String format, Value argument) {
    return new StrValue(new PercentFormat(interpreter, format, argument).expand());
  }

  private String expand() {
    StringBuilder out = new StringBuilder();
    while (at < format.length()) {
      char c = format.charAt(at++);
      if (c == '%') {
        out.append(field());
      } else {
        out.append(c);
      }
      Budget.size(out.length());
    }
    interpreter.budget.text(out.length());
    boolean mapping =
        argument instanceof DictValue
            || argument instanceof ListValue
            || argument instanceof RangeValue
            || argument instanceof BytesValue
            || argument instanceof InstanceValue instance
                && instance.type().attribute("__getitem__").isPresent();
    if (next < positional.size() && !mapping) {
      throw interpreter.error("TypeError", "not all arguments are converted by the format string");
    }
    return out.toString();
  }

  private char character() {
    if (at >= format.length()) {
      throw interpreter.error("ValueError", "the format string ends inside of a field");
    }
    return format.charAt(at++);
  }

  private String field() {
    char c = character();
    if (c == '%') {
      return "%";
    }
    Value keyed = null;
    if (c == '(') {
      int start = at;
      for (int depth = 1; depth > 0; ) {
        c = character();
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
      keyed = keyed(format.substring(start, at - 1));
      c = character();
    }
    StringBuilder flags = new StringBuilder();
    for (; "-+ #0".indexOf(c) >= 0; c = character()) {
      flags.append(c);
    }
    int width = 0;
    if (c == '*') {
      width = star();
      flags.append(width < 0 ? "-" : "");
      c = character();
    } else {
      at--;
      width = number();
      c = character();
    }
    int precision = -1;
    if (c == '.') {
      c = character();
      if (c == '*') {
        precision = Math.max(0, star());
      } else {
        at--;
        precision = number();
      }
      c = character();
    }
    if ("hlL".indexOf(c) >= 0) {
      c = character();
    }
    Field field = new Field(flags.toString(), Math.abs(width), precision);
    return converted(field, c, keyed == null ? argument() : keyed);
  }

  private Value keyed(String key) {
    if (!(argument instanceof DictValue) && Operators.isData(argument)) {
      throw interpreter.error("TypeError", "the format string needs a mapping");
    }
    next = positional.size();
    return interpreter.subscripts.get(argument, new StrValue(key));
  }

  private Value argument() {
    if (next >= positional.size()) {
      throw interpreter.error("TypeError", "not enough arguments for format string");
    }
    return positional.get(next++);
  }

  private int star() {
    Value value = argument();
    if (!(value instanceof IntValue || value instanceof BoolValue)) {
      throw interpreter.operators.unfit(value, "an integer for *");
    }
    return sized(Arguments.index(interpreter, value));
  }

  private int number() {
    int start = at;
    while (at < format.length() && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
      at++;
    }
    String digits = format.substring(start, at);
    return digits.isEmpty()
        ? 0
        : sized(digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits));
  }

  private int sized(int size) {
    interpreter.budget.text(Budget.size(Math.abs((long) size)));
    return size;
  }

  private String converted(Field field, char style, Value value) {
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    return switch (style) {
      case 's' -> clipped(field, interpreter.calls.text(value));
      case 'r' -> clipped(field, interpreter.calls.representation(value));
      case 'a' -> clipped(field, interpreter.texts.ascii(value));
      case 'c' -> padded(field.ofText(), "", single(value));
      case 'd', 'i', 'u' -> integer(field, style, decimal(value));
      case 'x', 'X', 'o' ->
          integer(field, style, Arguments.integer(interpreter, value, "an integer for %" + style));
      case 'e', 'E', 'f', 'F', 'g', 'G' -> real(field, style, value);
      default ->
          throw interpreter.error(
              "ValueError", "the format string has an unknown field '%" + style + "'");
    };
  }

  private String single(Value value) {
    if (value instanceof StrValue(String text)) {
      if (text.codePointCount(0, text.length()) != 1) {
        throw interpreter.error("TypeError", "%c needs one character or its number");
      }
      return text;
    }
    BigInteger number = Arguments.integer(interpreter, value, "one character or its number for %c");
    return FormatSpec.character(interpreter, number, "OverflowError");
  }

  private BigInteger decimal(Value value) {
    if (!(InstanceValue.plain(value) instanceof FloatValue(double real))) {
      return Arguments.integer(interpreter, value, "a number for %d");
    }
    if (!Double.isFinite(real)) {
      throw interpreter.error(
          Double.isNaN(real) ? "ValueError" : "OverflowError",
          "cannot convert float " + FloatText.repr(real) + " to integer");
    }
    return new BigDecimal(real).toBigInteger();
  }

  private String clipped(Field field, String text) {
    boolean clip = field.precision >= 0 && field.precision < text.codePointCount(0, text.length());
    return padded(
        field.ofText(),
        "",
        clip ? text.substring(0, text.offsetByCodePoints(0, field.precision)) : text);
  }

  private String integer(Field field, char style, BigInteger number) {
    interpreter.budget.bits(number.bitLength());
    BigInteger magnitude = number.abs();
    String digits =
        switch (style) {
          case 'x' -> magnitude.toString(16);
          case 'X' -> magnitude.toString(16).toUpperCase(Locale.ROOT);
          case 'o' -> magnitude.toString(8);
          default -> interpreter.texts.decimal(magnitude);
        };
    String zeros = "0".repeat(Math.max(0, field.precision - digits.length()));
    String prefix = field.has('#') && "xXo".indexOf(style) >= 0 ? "0" + style : "";
    return padded(field, sign(field, number.signum() < 0) + prefix, zeros + digits);
  }

  private static String sign(Field field, boolean negative) {
    return negative ? "-" : field.has('+') ? "+" : field.has(' ') ? " " : "";
  }

  private String real(Field field, char style, Value value) {
    if (value instanceof StrValue
        || !(Conversions.toFloat(interpreter, value) instanceof FloatValue(double number))) {
      throw interpreter.operators.unfit(value, "a number for %" + style);
    }
    FloatText.Parts parts = FloatText.format(number, style, field.precision, field.has('#'));
    return padded(field, sign(field, parts.negative()), parts.whole() + parts.rest());
  }

  private String padded(Field field, String head, String body) {
    int missing = Math.max(0, field.width - head.length() - body.codePointCount(0, body.length()));
    if (field.has('-')) {
      return head + body + " ".repeat(missing);
    }
    return field.has('0') ? head + "0".repeat(missing) + body : " ".repeat(missing) + head + body;
  }
}
