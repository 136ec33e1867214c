package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Occurrences;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The methods of {@code str} that take strings apart and put them together. */
final class StringSplits {
  private StringSplits() {}

  static void define(Map<String, Methods.Entry> table) {
    String split = "sep=None, maxsplit=-1";
    table.put(
        "split",
        Methods.entry(
            split, (in, self, args, _) -> split(in, StringMethods.text(self), args, false)));
    table.put(
        "rsplit",
        Methods.entry(
            split, (in, self, args, _) -> split(in, StringMethods.text(self), args, true)));
    table.put(
        "splitlines",
        Methods.entry(
            "keepends=False",
            (in, self, args, _) -> lines(in, StringMethods.text(self), args.getFirst())));
    table.put(
        "partition",
        Methods.entry(
            "sep, /", (in, self, args, _) -> partition(in, StringMethods.text(self), args, false)));
    table.put(
        "rpartition",
        Methods.entry(
            "sep, /", (in, self, args, _) -> partition(in, StringMethods.text(self), args, true)));
    table.put("join", Methods.entry("iterable, /", StringSplits::join));
  }

  private static String separator(Interpreter interpreter, Value written) {
    String separator = Arguments.text(interpreter, written);
    if (separator.isEmpty()) {
      throw interpreter.error("ValueError", "empty separator");
    }
    return separator;
  }

  private static Value partition(
      Interpreter interpreter, String text, List<Value> arguments, boolean last) {
    String separator = separator(interpreter, arguments.getFirst());
    int at = StringMethods.position(interpreter, text, separator, last);
    if (at < 0) {
      return last
          ? Value.tuple(Value.of(""), Value.of(""), Value.of(text))
          : Value.tuple(Value.of(text), Value.of(""), Value.of(""));
    }
    return Value.tuple(
        Value.of(text.substring(0, at)),
        Value.of(separator),
        Value.of(text.substring(at + separator.length())));
  }

  private static Value split(
      Interpreter interpreter, String text, List<Value> arguments, boolean fromEnd) {
    long limit = Arguments.longIndex(interpreter, arguments.get(1));
    long most = limit < 0 ? Long.MAX_VALUE : limit;
    List<Value> parts =
        arguments.getFirst() instanceof NoneValue
            ? words(interpreter, text, most, fromEnd)
            : pieces(
                interpreter, text, separator(interpreter, arguments.getFirst()), most, fromEnd);
    return interpreter.list(new ArrayList<>(fromEnd ? parts.reversed() : parts));
  }

  /**
   * The words between white space, from the end back where that is asked for; the last one is what
   * is left.
   */
  private static List<Value> words(
      Interpreter interpreter, String text, long most, boolean fromEnd) {
    List<Value> words = new ArrayList<>();
    int start = 0;
    int end = text.length();
    while (true) {
      while (start < end && StringMethods.isSpace(text.charAt(fromEnd ? end - 1 : start))) {
        start += fromEnd ? 0 : 1;
        end -= fromEnd ? 1 : 0;
      }
      if (start == end) {
        return words;
      }
      interpreter.budget.step();
      if (words.size() == most) {
        words.add(Value.of(text.substring(start, end)));
        return words;
      }
      int at = fromEnd ? end : start;
      while (inWord(text, at, start, end, fromEnd)) {
        at += fromEnd ? -1 : 1;
      }
      words.add(Value.of(fromEnd ? text.substring(at, end) : text.substring(start, at)));
      start = fromEnd ? start : at;
      end = fromEnd ? at : end;
    }
  }

  private static boolean inWord(String text, int at, int start, int end, boolean fromEnd) {
    return fromEnd
        ? at > start && !StringMethods.isSpace(text.charAt(at - 1))
        : at < end && !StringMethods.isSpace(text.charAt(at));
  }

  private static List<Value> pieces(
      Interpreter interpreter, String text, String separator, long most, boolean fromEnd) {
    Occurrences occurrences =
        fromEnd
            ? Occurrences.fromEnd(interpreter.budget, text, separator)
            : Occurrences.of(interpreter.budget, text, separator);
    List<Value> parts = new ArrayList<>();
    int from = 0;
    while (parts.size() < most) {
      int at = occurrences.next(from);
      if (at < 0) {
        break;
      }
      interpreter.budget.step();
      parts.add(piece(text, from, at, fromEnd));
      from = at + separator.length();
    }
    parts.add(piece(text, from, text.length(), fromEnd));
    return parts;
  }

  private static Value piece(String text, int start, int end, boolean fromEnd) {
    return Value.of(
        fromEnd
            ? text.substring(text.length() - end, text.length() - start)
            : text.substring(start, end));
  }

  private static Value lines(Interpreter interpreter, String text, Value keepEnds) {
    boolean keep = Arguments.integer(interpreter, keepEnds).signum() != 0;
    List<Value> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      interpreter.budget.step();
      int end = start;
      while (end < text.length() && !endsLine(text.charAt(end))) {
        end++;
      }
      int next = Math.min(text.length(), end + (text.startsWith("\r\n", end) ? 2 : 1));
      lines.add(Value.of(text.substring(start, keep ? next : end)));
      start = next;
    }
    return interpreter.list(lines);
  }

  private static boolean endsLine(char c) {
    return c >= 0x0a && c <= 0x0d
        || c >= 0x1c && c <= 0x1e
        || c == 0x85
        || c == 0x2028
        || c == 0x2029;
  }

  private static Value join(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    String separator = StringMethods.text(self);
    StringBuilder joined = new StringBuilder();
    boolean first = true;
    for (Value each : interpreter.iteration.elements(arguments.getFirst())) {
      interpreter.budget.step();
      if (each instanceof UnknownValue) {
        return each;
      }
      String text = Arguments.text(interpreter, each);
      long length = joined.length() + (first ? 0L : separator.length()) + text.length();
      interpreter.budget.text(Budget.size(length) - joined.length());
      joined.append(first ? "" : separator).append(text);
      first = false;
    }
    return new StrValue(joined.toString());
  }
}
