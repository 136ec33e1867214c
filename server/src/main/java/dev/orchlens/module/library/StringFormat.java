package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.Budget;
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
  private int next;

  private StringFormat(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    this.interpreter = interpreter;
    this.arguments = arguments;
    this.keywords = keywords;
  }

  static Value format(Interpreter interpreter, String format, List<Value> arguments, Map<String, Value> keywords) {
    return new StrValue(new StringFormat(interpreter, arguments, keywords).expand(format));
  }

  private String expand(String format) {
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
        out.append(field(format.substring(i + 1, end)));
        i = end + 1;
      } else {
        out.append(c);
        i++;
      }
      Budget.size(out.length());
    }
    interpreter.budget.text(out.length());
    return out.toString();
  }

  private int closing(String format, int open) {
    int depth = 0;
    for (int i = open; i < format.length(); i++) {
      depth += format.charAt(i) == '{' ? 1 : format.charAt(i) == '}' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw interpreter.error("ValueError", "a '{' of the format string is not closed");
  }

  private String field(String field) {
    int colon = field.indexOf(':');
    String head = colon < 0 ? field : field.substring(0, colon);
    String spec = colon < 0 ? "" : expand(field.substring(colon + 1));
    int bang = head.indexOf('!');
    Value value = reference(bang < 0 ? head : head.substring(0, bang));
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    if (bang >= 0) {
      boolean asRepr = !head.substring(bang + 1).equals("s");
      value = new StrValue(asRepr ? interpreter.calls.representation(value) : interpreter.calls.text(value));
    }
    return FormatSpec.format(interpreter, value, spec);
  }

  private Value reference(String reference) {
    int end = 0;
    while (end < reference.length() && reference.charAt(end) != '.' && reference.charAt(end) != '[') {
      end++;
    }
    Value value = root(reference.substring(0, end));
    int i = end;
    while (i < reference.length()) {
      if (reference.charAt(i) == '.') {
        int stop = i + 1;
        while (stop < reference.length() && reference.charAt(stop) != '.' && reference.charAt(stop) != '[') {
          stop++;
        }
        value = interpreter.attributes.get(value, reference.substring(i + 1, stop));
        i = stop;
      } else {
        int stop = Math.max(i + 1, reference.indexOf(']', i));
        String key = reference.substring(i + 1, stop);
        boolean number = !key.isEmpty() && key.chars().allMatch(Character::isDigit);
        value = interpreter.subscripts.get(value, number ? IntValue.of(Long.parseLong(key)) : new StrValue(key));
        i = stop + 1;
      }
    }
    return value;
  }

  private Value root(String name) {
    boolean number = !name.isEmpty() && name.chars().allMatch(Character::isDigit) && name.length() < 9;
    if (name.isEmpty() || number) {
      int index = name.isEmpty() ? next++ : Integer.parseInt(name);
      if (index < arguments.size()) {
        return arguments.get(index);
      }
      throw interpreter.error("IndexError", "the format string needs more arguments");
    }
    Value value = keywords.get(name);
    if (value == null) {
      throw interpreter.error("KeyError", name);
    }
    return value;
  }
}
