package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code %} operator of strings (library reference, "printf-style String Formatting"). */
final class PercentFormat {
  private static final Pattern FIELD =
      Pattern.compile("%(?:\\((\\w+)\\))?([-+ #0]*)(\\d+)?(?:\\.(\\d+))?([diouxXeEfFgGcrsa%])");

  private PercentFormat() {}

  static Value format(Interpreter interpreter, String format, Value argument) {
    List<Value> positional = argument instanceof TupleValue tuple ? tuple.elements() : List.of(argument);
    Matcher fields = FIELD.matcher(format);
    StringBuilder out = new StringBuilder();
    int next = 0;
    while (fields.find()) {
      String text = "%";
      if (!fields.group(5).equals("%")) {
        Value value;
        if (fields.group(1) != null) {
          value = interpreter.subscripts.get(argument, new StrValue(fields.group(1)));
        } else if (next < positional.size()) {
          value = positional.get(next++);
        } else {
          throw interpreter.error("TypeError", "not enough arguments for format string");
        }
        if (value instanceof UnknownValue) {
          return value;
        }
        text = field(interpreter, value, fields);
      }
      fields.appendReplacement(out, Matcher.quoteReplacement(text));
      Budget.size(out.length());
    }
    fields.appendTail(out);
    interpreter.budget.text(Budget.size(out.length()));
    return new StrValue(out.toString());
  }

  private static String field(Interpreter interpreter, Value value, Matcher field) {
    String flags = field.group(2);
    String width = field.group(3) == null ? "" : field.group(3);
    String precision = field.group(4) == null ? "" : "." + field.group(4);
    String style = field.group(5);
    if ("rsa".contains(style)) {
      String text = style.equals("s") ? interpreter.calls.text(value) : interpreter.calls.representation(value);
      String align = flags.contains("-") ? "<" : ">";
      return FormatSpec.format(interpreter, new StrValue(text), align + width + precision);
    }
    boolean whole = "diu".contains(style);
    Value number = whole && value instanceof FloatValue(double real)
        ? new IntValue(new BigDecimal(real).toBigInteger())
        : value;
    String sign = flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
    String zero = flags.contains("0") && !flags.contains("-") ? "0" : "";
    String align = flags.contains("-") ? "<" : "";
    String shown = whole ? "d" : style;
    return FormatSpec.format(interpreter, number, align + sign + (flags.contains("#") ? "#" : "") + zero + width
        + (whole ? "" : precision) + shown);
  }
}
