package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.text.FloatText;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python's format specifications (library reference, "Format Specification Mini-Language"). */
final class FormatSpec {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:(?<fill>.)?(?<align>[<>=^]))?(?<sign>[-+"
              + " ])?(?<z>z)?(?<alternate>#)?(?<zero>0)?(?<width>\\d+)?"
              + "(?<group>[,_])?(?:\\.(?<precision>\\d+))?(?<type>[bcdeEfFgGnosxX%])?",
          Pattern.DOTALL);

  private static final BigInteger MAX_CODE_POINT = BigInteger.valueOf(Character.MAX_CODE_POINT);

  private final Interpreter interpreter;
  private final String fill;
  private final String align;
  private final String sign;
  private final boolean alternate;
  private final boolean zero;
  private final int width;
  private final String group;
  private final int precision;
  private final String type;

  private FormatSpec(Interpreter interpreter, Matcher parts) {
    this.interpreter = interpreter;
    this.fill = parts.group("fill");
    this.align = parts.group("align");
    this.sign = parts.group("sign");
    this.alternate = parts.group("alternate") != null;
    this.zero = parts.group("zero") != null;
    this.width = size(parts.group("width"), 0);
    this.group = parts.group("group");
    this.precision = size(parts.group("precision"), -1);
    this.type = Optional.ofNullable(parts.group("type")).orElse("");
  }

  /** A width or precision: so many characters are made. */
  private int size(String digits, int otherwise) {
    if (digits == null) {
      return otherwise;
    }
    int size = Budget.size(digits.length() > 9 ? Long.MAX_VALUE : Long.parseLong(digits));
    interpreter.budget.text(size);
    return size;
  }

  /** The text of a value under a specification, as {@code format()} gives it. */
  static String format(Interpreter interpreter, Value value, String spec) {
    Optional<Value> special =
        interpreter.calls.special(value, "__format__", List.of(new StrValue(spec)));
    if (special.isPresent()) {
      return Arguments.text(interpreter, special.get());
    }
    if (spec.isEmpty()) {
      return interpreter.calls.text(value);
    }
    Value plain = InstanceValue.plain(value);
    boolean number = Numbers.isNumber(plain);
    if (!number && !(plain instanceof StrValue)) {
      throw unformatted(interpreter, value);
    }
    Matcher parts = SYNTAX.matcher(spec);
    if (!parts.matches()) {
      throw interpreter.error(
          "ValueError", "invalid format specification " + ValueText.quote(spec));
    }
    if (parts.group("z") != null
        || parts.group("type") != null && parts.group("type").equals("n")) {
      throw new UnknownAnswerException(
          interpreter.unknown("this format specification is not evaluated"));
    }
    FormatSpec read = new FormatSpec(interpreter, parts);
    return number ? read.number(plain) : read.string(((StrValue) plain).value());
  }

  private static RuntimeException unformatted(Interpreter interpreter, Value value) {
    boolean known =
        value instanceof NoneValue
            || value instanceof SequenceValue
            || value instanceof DictValue
            || value instanceof SetValue
            || value instanceof BytesValue
            || value instanceof EllipsisValue;
    return known
        ? interpreter.error(
            "TypeError",
            "a value of type " + ValueText.typeName(value) + " takes no format specification")
        : new UnknownAnswerException(
            value instanceof UnknownValue unknown
                ? unknown
                : interpreter.unknown(
                    "the text of " + Operators.what(value) + " is not evaluated"));
  }

  private PythonException refused(String what) {
    return interpreter.error("ValueError", what);
  }

  private String string(String text) {
    if (!type.isEmpty() && !type.equals("s")) {
      throw refused("unknown format code '" + type + "' for a string");
    }
    if (sign != null || alternate || group != null || "=".equals(align)) {
      throw refused("a sign, '#', '=', ',' and '_' are not for strings");
    }
    int length = text.codePointCount(0, text.length());
    String clipped =
        precision >= 0 && precision < length
            ? text.substring(0, text.offsetByCodePoints(0, precision))
            : text;
    return pad(clipped, align != null ? align : "<");
  }

  /** A text filled up to the width. */
  private String pad(String body, String where) {
    int missing = width - body.codePointCount(0, body.length());
    if (missing <= 0) {
      return body;
    }
    String filler = fill != null ? fill : zero ? "0" : " ";
    return switch (where) {
      case "<" -> body + filler.repeat(missing);
      case "^" -> filler.repeat(missing / 2) + body + filler.repeat(missing - missing / 2);
      default -> filler.repeat(missing) + body;
    };
  }

  private String number(Value value) {
    boolean isFloat = value instanceof FloatValue;
    if (type.equals("s")) {
      throw refused("unknown format code 's' for a number");
    }
    if (isFloat && !type.isEmpty() && "bcdoxX".contains(type)) {
      throw refused("unknown format code '" + type + "' for a float");
    }
    return isFloat || !type.isEmpty() && "eEfFgG%".contains(type) ? real(value) : whole(value);
  }

  private String whole(Value value) {
    BigInteger number = Numbers.integer(value).orElseThrow();
    if (precision >= 0) {
      throw refused("an integer takes no precision");
    }
    if (type.equals("c")) {
      return character(number);
    }
    if (",".equals(group) && !type.isEmpty() && "bcoxX".contains(type)) {
      throw refused("',' is not for this base");
    }
    interpreter.budget.bits(number.bitLength());
    BigInteger magnitude = number.abs();
    String digits =
        switch (type) {
          case "x" -> magnitude.toString(16);
          case "X" -> magnitude.toString(16).toUpperCase(Locale.ROOT);
          case "b" -> magnitude.toString(2);
          case "o" -> magnitude.toString(8);
          default -> interpreter.texts.decimal(magnitude);
        };
    String prefix = alternate && !type.isEmpty() && "xXbo".contains(type) ? "0" + type : "";
    boolean inFours = !type.isEmpty() && "xXbo".contains(type);
    return assemble(number.signum() < 0, prefix, digits, "", inFours ? 4 : 3);
  }

  private String character(BigInteger number) {
    if (sign != null || alternate || group != null) {
      throw refused("a sign, '#', ',' and '_' are not for characters");
    }
    return pad(
        character(interpreter, number, "OverflowError"),
        align == null || align.equals("=") ? ">" : align);
  }

  /**
   * The character with a number.
   *
   * @throws PythonException (of the class {@code error}) when there is no character of this number
   */
  static String character(Interpreter interpreter, BigInteger number, String error) {
    if (number.signum() < 0 || number.compareTo(MAX_CODE_POINT) > 0) {
      throw interpreter.error(error, "a character's number lies between 0 and 0x10ffff");
    }
    int point = number.intValue();
    if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
      throw new UnknownAnswerException(
          interpreter.unknown("half a surrogate pair is not evaluated"));
    }
    return Character.toString(point);
  }

  private String real(Value value) {
    double number = Arguments.real(interpreter, value);
    FloatText.Parts parts =
        FloatText.format(number, type.isEmpty() ? ' ' : type.charAt(0), precision, alternate);
    boolean finite = Character.isDigit(parts.whole().charAt(0));
    return assemble(parts.negative(), "", parts.whole(), parts.rest(), finite ? 3 : 0);
  }

  /**
   * Sign, prefix, digits in groups of a size (0 for none) and what follows them, filled up to the
   * width.
   */
  private String assemble(boolean negative, String prefix, String digits, String rest, int size) {
    String head = (negative ? "-" : sign == null || sign.equals("-") ? "" : sign) + prefix;
    String where = align != null ? align : zero ? "=" : ">";
    boolean zeros = where.equals("=") && (fill != null ? fill.equals("0") : zero);
    int least = zeros ? width - head.length() - rest.length() : 0;
    String shown = group == null || size == 0 ? digits : grouped(digits, size, least);
    if (where.equals("=")) {
      int missing = width - head.length() - shown.length() - rest.length();
      String filler = fill != null ? fill : zero ? "0" : " ";
      return head + filler.repeat(Math.max(0, missing)) + shown + rest;
    }
    return pad(head + shown + rest, where);
  }

  /**
   * Digits in groups, with zeros in front until they are as long as a width; no separator comes
   * first.
   */
  private String grouped(String digits, int size, int least) {
    int count = digits.length();
    while (count + (count - 1) / size < least) {
      count++;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      if (i > 0 && (count - i) % size == 0) {
        out.append(group);
      }
      int at = i - (count - digits.length());
      out.append(at < 0 ? '0' : digits.charAt(at));
    }
    return out.toString();
  }
}
