package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Map;

/** {@code str.format} (library reference, "Format String Syntax"). */
final class StringFormat {
  private final Interpreter interpreter;
  private final List<Value> arguments;
  private final Map<String, Value> keywords;

  /** The next argument that a field without a number takes. */
  private int next;

  private boolean numbered;

  private StringFormat(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    this.interpreter = interpreter;
    this.arguments = arguments;
    this.keywords = keywords;
  }

  static Value format(
      Interpreter interpreter, String format, List<Value> arguments, Map<String, Value> keywords) {
    return new StrValue(new StringFormat(interpreter, arguments, keywords).expand(format, 2));
  }

  private PythonException refused(String what) {
    return interpreter.error("ValueError", what);
  }

  private String expand(String format, int depth) {
    if (depth == 0) {
      throw refused("fields of the format string are nested too deeply");
    }
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i);
      boolean doubled = i + 1 < format.length() && format.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        out.append(c);
        i += 2;
      } else if (c == '{') {
        int end = closing(format, i);
        out.append(field(format.substring(i + 1, end), depth));
        i = end + 1;
      } else if (c == '}') {
        throw refused("a '}' of the format string has no '{'");
      } else {
        out.append(c);
        i++;
      }
      Budget.size(out.length());
    }
    interpreter.budget.text(out.length());
    return out.toString();
  }

  /** Where the field ends that starts behind a position. */
  private int closing(String format, int open) {
    int i = open + 1;
    for (boolean inBrackets = false; i < format.length(); i++) {
      char c = format.charAt(i);
      if (!inBrackets && (c == '}' || c == ':' || c == '!')) {
        break;
      }
      if (c == '{') {
        throw refused("a '{' stands in the reference of a field of the format string");
      }
      inBrackets = c == '[' || inBrackets && c != ']';
    }
    for (int depth = 1; i < format.length(); i++) {
      depth += format.charAt(i) == '{' ? 1 : format.charAt(i) == '}' ? -1 : 0;
      if (depth == 0) {
        interpreter.budget.text(i - open);
        return i;
      }
    }
    throw refused("a '{' of the format string is not closed");
  }

  private String field(String field, int depth) {
    int end = headEnd(field);
    int colon = end;
    char conversion = ' ';
    if (end < field.length() && field.charAt(end) == '!') {
      if (end + 1 >= field.length() || end + 2 < field.length() && field.charAt(end + 2) != ':') {
        throw refused("a conversion of the format string is one letter");
      }
      conversion = field.charAt(end + 1);
      colon = end + 2;
    }
    Value value = reference(field.substring(0, end));
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    Value shown = converted(conversion, value);
    String spec = colon < field.length() ? expand(field.substring(colon + 1), depth - 1) : "";
    return FormatSpec.format(interpreter, shown, spec);
  }

  /**
   * Where the reference of a field ends: a {@code :} or {@code !} between brackets belongs to it.
   */
  private static int headEnd(String field) {
    boolean inBrackets = false;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (!inBrackets && (c == ':' || c == '!')) {
        return i;
      }
      inBrackets = c == '[' || inBrackets && c != ']';
    }
    return field.length();
  }

  private Value converted(char conversion, Value value) {
    return switch (conversion) {
      case ' ' -> value;
      case 's' -> new StrValue(interpreter.calls.text(value));
      case 'r' -> new StrValue(interpreter.calls.representation(value));
      case 'a' -> new StrValue(interpreter.texts.ascii(value));
      default -> throw refused("the format string has an unknown conversion '" + conversion + "'");
    };
  }

  private Value reference(String reference) {
    int end = 0;
    while (end < reference.length()
        && reference.charAt(end) != '.'
        && reference.charAt(end) != '[') {
      end++;
    }
    Value value = root(reference.substring(0, end));
    int i = end;
    while (i < reference.length()) {
      boolean attribute = reference.charAt(i) == '.';
      int stop = i + 1;
      while (stop < reference.length()
          && (attribute
              ? ".[".indexOf(reference.charAt(stop)) < 0
              : reference.charAt(stop) != ']')) {
        stop++;
      }
      String name = reference.substring(i + 1, stop);
      boolean closed = attribute || stop < reference.length();
      boolean follows =
          attribute
              || stop + 1 >= reference.length()
              || ".[".indexOf(reference.charAt(stop + 1)) >= 0;
      if (name.isEmpty() || !closed || !follows) {
        throw refused("a field of the format string is malformed");
      }
      value =
          attribute
              ? interpreter.attributes.get(value, name)
              : interpreter.subscripts.get(value, key(name));
      i = attribute ? stop : stop + 1;
    }
    return value;
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private Value key(String name) {
    return isNumber(name) ? IntValue.of(number(name)) : new StrValue(name);
  }

  private long number(String digits) {
    if (digits.length() > 18) {
      throw refused("a number of the format string has too many digits");
    }
    return Long.parseLong(digits);
  }

  private Value root(String name) {
    boolean automatic = name.isEmpty();
    if (!automatic && !isNumber(name)) {
      Value value = keywords.get(name);
      if (value == null) {
        throw interpreter.missing(new StrValue(name));
      }
      return value;
    }
    if (automatic ? numbered : next > 0) {
      throw refused("fields with and without numbers cannot stand in one format string");
    }
    numbered |= !automatic;
    long index = automatic ? next++ : number(name);
    if (index < arguments.size()) {
      return arguments.get((int) index);
    }
    throw interpreter.error("IndexError", "the format string needs more arguments");
  }
}
