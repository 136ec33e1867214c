package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Names;
import dev.orchlens.module.eval.Occurrences;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** The methods of {@code str}. */
final class StringMethods {
  private StringMethods() {}

  static Map<String, Methods.Entry> table() {
    Map<String, Methods.Entry> table = new HashMap<>();
    cases(table);
    tests(table);
    searches(table);
    StringSplits.define(table);
    table.put(
        "strip",
        Methods.entry("chars=None, /", (in, self, args, _) -> strip(in, self, args, true, true)));
    table.put(
        "lstrip",
        Methods.entry("chars=None, /", (in, self, args, _) -> strip(in, self, args, true, false)));
    table.put(
        "rstrip",
        Methods.entry("chars=None, /", (in, self, args, _) -> strip(in, self, args, false, true)));
    table.put(
        "format",
        Methods.entry(
            "*args, **kwargs",
            (in, self, args, kw) -> StringFormat.format(in, text(self), args, kw)));
    table.put(
        "replace",
        Methods.entry(
            "old, new, count=-1, /", (in, self, args, _) -> replace(in, text(self), args)));
    table.put(
        "removeprefix",
        Methods.entry(
            "prefix, /",
            (in, self, args, _) -> {
              String prefix = Arguments.text(in, args.getFirst());
              return new StrValue(
                  text(self).startsWith(prefix)
                      ? text(self).substring(prefix.length())
                      : text(self));
            }));
    table.put(
        "removesuffix",
        Methods.entry(
            "suffix, /",
            (in, self, args, _) -> {
              String suffix = Arguments.text(in, args.getFirst());
              boolean has = !suffix.isEmpty() && text(self).endsWith(suffix);
              return new StrValue(
                  has
                      ? text(self).substring(0, text(self).length() - suffix.length())
                      : text(self));
            }));
    pads(table);
    table.put(
        "encode",
        Methods.entry(
            "encoding='utf-8', errors='strict'",
            (in, self, args, _) -> encode(in, text(self), args)));
    return table;
  }

  private static void pads(Map<String, Methods.Entry> table) {
    table.put(
        "zfill", Methods.entry("width, /", (in, self, args, _) -> zfill(in, text(self), args)));
    table.put(
        "ljust",
        Methods.entry(
            "width, fillchar=' ', /",
            (in, self, args, _) -> pad(in, text(self), args, (missing, width) -> 0)));
    table.put(
        "rjust",
        Methods.entry(
            "width, fillchar=' ', /",
            (in, self, args, _) -> pad(in, text(self), args, (missing, width) -> missing)));
    // Of an odd number of characters the one in the middle goes to the left where the width is odd.
    table.put(
        "center",
        Methods.entry(
            "width, fillchar=' ', /",
            (in, self, args, _) ->
                pad(
                    in,
                    text(self),
                    args,
                    (missing, width) -> missing / 2 + (missing & width & 1))));
  }

  // ---- letters

  /**
   * Methods that need Unicode's tables, which differ between versions: they are evaluated for ASCII
   * alone.
   */
  private static void letters(
      Map<String, Methods.Entry> table, String name, Function<String, Value> method) {
    table.put(
        name,
        Methods.entry(
            "",
            (in, self, _, _) ->
                isAscii(text(self))
                    ? method.apply(text(self))
                    : in.unknown("str." + name + "() of text beyond ASCII is not evaluated")));
  }

  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static void cases(Map<String, Methods.Entry> table) {
    letters(table, "upper", text -> Value.of(text.toUpperCase(Locale.ROOT)));
    letters(table, "lower", text -> Value.of(text.toLowerCase(Locale.ROOT)));
    letters(table, "casefold", text -> Value.of(text.toLowerCase(Locale.ROOT)));
    letters(
        table,
        "capitalize",
        text ->
            Value.of(
                text.isEmpty()
                    ? text
                    : text.substring(0, 1).toUpperCase(Locale.ROOT)
                        + text.substring(1).toLowerCase(Locale.ROOT)));
    letters(table, "title", text -> Value.of(title(text)));
    letters(table, "swapcase", text -> Value.of(swapCase(text)));
  }

  private static void tests(Map<String, Methods.Entry> table) {
    test(table, "isdigit", Character::isDigit);
    test(table, "isdecimal", Character::isDigit);
    test(table, "isnumeric", Character::isDigit);
    test(table, "isalpha", Character::isLetter);
    test(table, "isalnum", Character::isLetterOrDigit);
    test(table, "isspace", StringMethods::isSpace);
    letters(
        table,
        "istitle",
        text -> Value.of(text.chars().anyMatch(Character::isLetter) && text.equals(title(text))));
    letters(
        table,
        "isupper",
        text ->
            Value.of(
                text.chars().anyMatch(Character::isLetter)
                    && text.equals(text.toUpperCase(Locale.ROOT))));
    letters(
        table,
        "islower",
        text ->
            Value.of(
                text.chars().anyMatch(Character::isLetter)
                    && text.equals(text.toLowerCase(Locale.ROOT))));
    letters(table, "isidentifier", text -> Value.of(Names.isIdentifier(text)));
    letters(
        table, "isprintable", text -> Value.of(text.chars().allMatch(c -> c >= ' ' && c < 0x7f)));
    table.put("isascii", Methods.entry("", (_, self, _, _) -> Value.of(isAscii(text(self)))));
  }

  private static void test(Map<String, Methods.Entry> table, String name, IntPredicate each) {
    letters(table, name, text -> Value.of(!text.isEmpty() && text.chars().allMatch(each)));
  }

  /** Whether Python counts a character as white space, which is one of more than Java's. */
  static boolean isSpace(int c) {
    return c >= 0x09 && c <= 0x0d
        || c >= 0x1c && c <= 0x20
        || c == 0x85
        || c == 0xa0
        || c == 0x1680
        || c >= 0x2000 && c <= 0x200a
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  private static String title(String text) {
    StringBuilder out = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(inside ? Character.toLowerCase(c) : Character.toUpperCase(c));
      inside = Character.isLetter(c);
    }
    return out.toString();
  }

  private static String swapCase(String text) {
    StringBuilder out = new StringBuilder();
    text.chars()
        .forEach(
            c ->
                out.append(
                    (char)
                        (Character.isUpperCase(c)
                            ? Character.toLowerCase(c)
                            : Character.toUpperCase(c))));
    return out.toString();
  }

  // ---- searches

  private static void searches(Map<String, Methods.Entry> table) {
    String part = "sub, start=None, end=None, /";
    table.put(
        "count",
        Methods.entry(
            part,
            (in, self, args, _) ->
                IntValue.of(
                    count(in, window(in, self, args), Arguments.text(in, args.getFirst())))));
    table.put(
        "find", Methods.entry(part, (in, self, args, _) -> find(in, self, args, false, false)));
    table.put(
        "rfind", Methods.entry(part, (in, self, args, _) -> find(in, self, args, true, false)));
    table.put(
        "index", Methods.entry(part, (in, self, args, _) -> find(in, self, args, false, true)));
    table.put(
        "rindex", Methods.entry(part, (in, self, args, _) -> find(in, self, args, true, true)));
    String affix = "prefix, start=None, end=None, /";
    table.put(
        "startswith",
        Methods.entry(affix, (in, self, args, _) -> affix(in, self, args, String::startsWith)));
    table.put(
        "endswith",
        Methods.entry(affix, (in, self, args, _) -> affix(in, self, args, String::endsWith)));
  }

  /**
   * The part of a text that a search looks at.
   *
   * @param start where it begins, in characters of Python
   * @param outside whether it begins behind the end, where not even the empty string is found
   */
  private record Window(String text, int start, boolean outside) {}

  private static Window window(Interpreter interpreter, Value self, List<Value> arguments) {
    String text = text(self);
    boolean whole = arguments.get(1) instanceof NoneValue && arguments.get(2) instanceof NoneValue;
    if (whole) {
      return new Window(text, 0, false);
    }
    int length = text.codePointCount(0, text.length());
    int start = interpreter.subscripts.bound(arguments.get(1), 0, length);
    int end = Math.min(length, interpreter.subscripts.bound(arguments.get(2), length, length));
    if (start > end) {
      return new Window("", start, true);
    }
    int from = text.offsetByCodePoints(0, start);
    return new Window(
        text.substring(from, text.offsetByCodePoints(from, end - start)), start, false);
  }

  private static int count(Interpreter interpreter, Window window, String part) {
    String text = window.text();
    if (part.isEmpty()) {
      return window.outside() ? 0 : text.codePointCount(0, text.length()) + 1;
    }
    int count = 0;
    Occurrences occurrences = Occurrences.of(interpreter.budget, text, part);
    for (int at = occurrences.next(0); at >= 0; at = occurrences.next(at + part.length())) {
      count++;
    }
    return count;
  }

  /**
   * The first or last place of a string in another one, in UTF-16 code units; -1 where there is
   * none.
   */
  static int position(Interpreter interpreter, String text, String part, boolean last) {
    if (part.isEmpty()) {
      return last ? text.length() : 0;
    }
    if (!last) {
      return Occurrences.of(interpreter.budget, text, part).next(0);
    }
    int back = Occurrences.fromEnd(interpreter.budget, text, part).next(0);
    return back < 0 ? -1 : text.length() - back - part.length();
  }

  private static Value find(
      Interpreter interpreter, Value self, List<Value> arguments, boolean last, boolean must) {
    Window window = window(interpreter, self, arguments);
    String part = Arguments.text(interpreter, arguments.getFirst());
    int at = window.outside() ? -1 : position(interpreter, window.text(), part, last);
    if (at < 0 && must) {
      throw interpreter.error("ValueError", "substring not found");
    }
    return IntValue.of(at < 0 ? -1 : window.start() + window.text().codePointCount(0, at));
  }

  private static Value affix(
      Interpreter interpreter,
      Value self,
      List<Value> arguments,
      BiPredicate<String, String> test) {
    Window window = window(interpreter, self, arguments);
    List<Value> parts =
        arguments.getFirst() instanceof TupleValue tuple
            ? tuple.elements()
            : List.of(arguments.getFirst());
    for (Value each : parts) {
      String part = Arguments.text(interpreter, each);
      interpreter.budget.step();
      interpreter.budget.text(part.length());
      if (!window.outside() && test.test(window.text(), part)) {
        return Value.TRUE;
      }
    }
    return Value.FALSE;
  }

  // ---- new strings

  private static Value strip(
      Interpreter interpreter, Value self, List<Value> arguments, boolean left, boolean right) {
    int[] points = text(self).codePoints().toArray();
    IntPredicate drop = StringMethods::isSpace;
    if (!(arguments.getFirst() instanceof NoneValue)) {
      String unwanted = Arguments.text(interpreter, arguments.getFirst());
      interpreter.budget.text(unwanted.length());
      Set<Integer> set = new HashSet<>(unwanted.codePoints().boxed().toList());
      drop = set::contains;
    }
    int start = 0;
    int end = points.length;
    while (left && start < end && drop.test(points[start])) {
      start++;
    }
    while (right && end > start && drop.test(points[end - 1])) {
      end--;
    }
    return new StrValue(new String(points, start, end - start));
  }

  private static Value replace(Interpreter interpreter, String text, List<Value> arguments) {
    String old = Arguments.text(interpreter, arguments.get(0));
    String with = Arguments.text(interpreter, arguments.get(1));
    long limit = Arguments.longIndex(interpreter, arguments.get(2));
    long most = limit < 0 ? Long.MAX_VALUE : limit;
    StringBuilder out = new StringBuilder();
    int from = 0;
    if (old.isEmpty()) {
      for (long done = 0; done < most && from <= text.length(); done++) {
        int next = from < text.length() ? text.offsetByCodePoints(from, 1) : from + 1;
        append(interpreter, out, with);
        append(interpreter, out, text.substring(from, Math.min(next, text.length())));
        from = next;
      }
    } else {
      Occurrences occurrences = Occurrences.of(interpreter.budget, text, old);
      for (long done = 0; done < most; done++) {
        int at = occurrences.next(from);
        if (at < 0) {
          break;
        }
        append(interpreter, out, text.substring(from, at));
        append(interpreter, out, with);
        from = at + old.length();
      }
    }
    append(interpreter, out, text.substring(Math.min(from, text.length())));
    return new StrValue(out.toString());
  }

  private static void append(Interpreter interpreter, StringBuilder out, String text) {
    Budget.size((long) out.length() + text.length());
    interpreter.budget.text(text.length());
    out.append(text);
  }

  private static Value zfill(Interpreter interpreter, String text, List<Value> arguments) {
    int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int missing = missing(interpreter, text, arguments.getFirst());
    return new StrValue(text.substring(0, sign) + "0".repeat(missing) + text.substring(sign));
  }

  /** How many characters a text needs to be as long as a width. */
  private static int missing(Interpreter interpreter, String text, Value width) {
    long missing =
        Math.max(
            0, Arguments.longIndex(interpreter, width) - text.codePointCount(0, text.length()));
    interpreter.budget.text(Budget.size(text.length() + missing));
    return (int) missing;
  }

  /** How many of the missing characters go to the left. */
  private interface Share {
    int left(int missing, int width);
  }

  private static Value pad(
      Interpreter interpreter, String text, List<Value> arguments, Share share) {
    String fill = Arguments.text(interpreter, arguments.get(1));
    if (fill.codePointCount(0, fill.length()) != 1) {
      throw interpreter.error("TypeError", "the fill character must be exactly one character long");
    }
    int missing = missing(interpreter, text, arguments.getFirst());
    int left =
        missing == 0 ? 0 : share.left(missing, missing + text.codePointCount(0, text.length()));
    return new StrValue(fill.repeat(left) + text + fill.repeat(missing - left));
  }

  private static Value encode(Interpreter interpreter, String text, List<Value> arguments) {
    String encoding =
        Arguments.text(interpreter, arguments.getFirst())
            .toLowerCase(Locale.ROOT)
            .replace('_', '-');
    boolean utf8 = encoding.equals("utf-8") || encoding.equals("utf8");
    if (!utf8 && !((encoding.equals("ascii") || encoding.equals("latin-1")) && isAscii(text))) {
      return interpreter.unknown("this encoding is not evaluated");
    }
    return new BytesValue(
        new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
  }

  /** The text of a string. */
  static String text(Value self) {
    return ((StrValue) self).value();
  }
}
