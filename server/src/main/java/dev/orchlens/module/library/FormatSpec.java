package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.FloatText;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python's format specifications (library reference, "Format Specification Mini-Language"). */
final class FormatSpec {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\\d+)?([,_])?(?:\\.(\\d+))?([bcdeEfFgGnosxX%])?", Pattern.DOTALL);

  private FormatSpec() {}

  /** The text of a value under a specification. */
  static String format(Interpreter interpreter, Value value, String spec) {
    if (spec.isEmpty()) {
      return interpreter.calls.text(value);
    }
    Matcher parts = SYNTAX.matcher(spec);
    if (!parts.matches()) {
      throw interpreter.error("ValueError", "invalid format specification " + ValueText.quote(spec));
    }
    Value plain = Operators.plain(value);
    boolean number = Numbers.isNumber(plain);
    String body = number && !"s".equals(parts.group(9))
        ? number(interpreter, plain, parts)
        : clip(interpreter.calls.text(value), parts.group(8));
    return pad(body, parts, number);
  }

  private static String clip(String text, String precision) {
    return precision == null ? text : text.substring(0, Math.min(text.length(), Integer.parseInt(precision)));
  }

  private static String number(Interpreter interpreter, Value value, Matcher parts) {
    String style = Optional.ofNullable(parts.group(9)).orElse("");
    boolean isFloat = value instanceof FloatValue;
    boolean floatStyle = !style.isEmpty() && "eEfFgG%".contains(style) || isFloat;
    if (isFloat && !style.isEmpty() && "bcdoxX".contains(style)) {
      throw interpreter.error("ValueError", "unknown format code '" + style + "' for a float");
    }
    String text = floatStyle ? real(Numbers.real(value), style, parts.group(8)) : integer(value, style, parts);
    String grouped = parts.group(7) == null ? text : group(text, parts.group(7), style);
    String sign = parts.group(3);
    return sign == null || sign.equals("-") || grouped.startsWith("-") ? grouped : sign + grouped;
  }

  private static String real(double value, String style, String precision) {
    if (style.isEmpty() || style.equals("n")) {
      return precision == null ? FloatText.repr(value) : FloatText.format(value, 'g', Integer.parseInt(precision));
    }
    return FloatText.format(value, style.charAt(0), precision == null ? 6 : Integer.parseInt(precision));
  }

  private static String integer(Value value, String style, Matcher parts) {
    BigInteger number = Numbers.integer(value).orElseThrow();
    boolean alternate = parts.group(4) != null;
    return switch (style) {
      case "x" -> prefixed(number, 16, alternate ? "0x" : "");
      case "X" -> prefixed(number, 16, alternate ? "0x" : "").toUpperCase(Locale.ROOT);
      case "b" -> prefixed(number, 2, alternate ? "0b" : "");
      case "o" -> prefixed(number, 8, alternate ? "0o" : "");
      case "c" -> Character.toString(number.intValue());
      case "" -> value instanceof BoolValue ? ValueText.repr(value) : number.toString();
      default -> number.toString();
    };
  }

  /** Digits in a base behind a prefix, with the sign in front of both. */
  static String prefixed(BigInteger number, int base, String prefix) {
    return (number.signum() < 0 ? "-" : "") + prefix + number.abs().toString(base);
  }

  private static String group(String text, String separator, String style) {
    int size = !style.isEmpty() && "xXbo".contains(style) ? 4 : 3;
    int start = text.startsWith("-") ? 1 : 0;
    int end = start;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end)) && text.charAt(end) != 'e') {
      end++;
    }
    StringBuilder digits = new StringBuilder(text.substring(start, end));
    for (int i = digits.length() - size; i > 0; i -= size) {
      digits.insert(i, separator);
    }
    return text.substring(0, start) + digits + text.substring(end);
  }

  private static String pad(String body, Matcher parts, boolean number) {
    int width = parts.group(6) == null ? 0 : Budget.size(Long.parseLong(parts.group(6)));
    int missing = width - body.codePointCount(0, body.length());
    if (missing <= 0) {
      return body;
    }
    boolean zero = parts.group(5) != null && parts.group(2) == null;
    String align = parts.group(2) != null ? parts.group(2) : zero ? "=" : number ? ">" : "<";
    String fill = (parts.group(1) != null ? parts.group(1) : zero ? "0" : " ");
    return switch (align) {
      case "<" -> body + fill.repeat(missing);
      case "^" -> fill.repeat(missing / 2) + body + fill.repeat(missing - missing / 2);
      case "=" -> {
        int sign = !body.isEmpty() && "+- ".indexOf(body.charAt(0)) >= 0 ? 1 : 0;
        yield body.substring(0, sign) + fill.repeat(missing) + body.substring(sign);
      }
      default -> fill.repeat(missing) + body;
    };
  }
}
