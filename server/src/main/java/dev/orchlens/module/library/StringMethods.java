package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Names;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** The methods of {@code str}. */
final class StringMethods {
  private StringMethods() {}

  static Map<String, Methods.Method> table() {
    Map<String, Methods.Method> table = new HashMap<>();
    simple(table, "upper", text -> text.toUpperCase(Locale.ROOT));
    simple(table, "lower", text -> text.toLowerCase(Locale.ROOT));
    simple(table, "casefold", text -> text.toLowerCase(Locale.ROOT));
    simple(table, "capitalize", text -> text.isEmpty() ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1).toLowerCase(Locale.ROOT));
    simple(table, "title", StringMethods::title);
    simple(table, "swapcase", StringMethods::swapCase);
    tests(table);
    searches(table);
    splits(table);
    table.put("strip", (in, self, args, _) -> strip(in, self, args, true, true));
    table.put("lstrip", (in, self, args, _) -> strip(in, self, args, true, false));
    table.put("rstrip", (in, self, args, _) -> strip(in, self, args, false, true));
    table.put("join", StringMethods::join);
    table.put("format", (in, self, args, kw) -> StringFormat.format(in, text(self), args, kw));
    table.put("replace", (in, self, args, _) -> replace(in, text(self), args));
    table.put("removeprefix", (in, self, args, _) -> {
      String prefix = text(in, args.getFirst());
      return new StrValue(text(self).startsWith(prefix) ? text(self).substring(prefix.length()) : text(self));
    });
    table.put("removesuffix", (in, self, args, _) -> {
      String suffix = text(in, args.getFirst());
      boolean has = !suffix.isEmpty() && text(self).endsWith(suffix);
      return new StrValue(has ? text(self).substring(0, text(self).length() - suffix.length()) : text(self));
    });
    table.put("zfill", (in, self, args, _) -> zfill(text(self), Budget.size(Conversions.index(in, args.getFirst()))));
    table.put("ljust", (in, self, args, _) -> pad(in, text(self), args, '<'));
    table.put("rjust", (in, self, args, _) -> pad(in, text(self), args, '>'));
    table.put("center", (in, self, args, _) -> pad(in, text(self), args, '^'));
    table.put("encode", (_, self, _, _) -> new BytesValue(new String(
        text(self).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)));
    return table;
  }

  private static void simple(Map<String, Methods.Method> table, String name, Function<String, String> change) {
    table.put(name, (_, self, _, _) -> new StrValue(change.apply(text(self))));
  }

  private static void tests(Map<String, Methods.Method> table) {
    test(table, "isdigit", Character::isDigit);
    test(table, "isdecimal", Character::isDigit);
    test(table, "isnumeric", Character::isDigit);
    test(table, "isalpha", Character::isLetter);
    test(table, "isalnum", Character::isLetterOrDigit);
    test(table, "isspace", Character::isWhitespace);
    table.put("isupper", (_, self, _, _) -> Value.of(isCased(text(self), text(self).toUpperCase(Locale.ROOT))));
    table.put("islower", (_, self, _, _) -> Value.of(isCased(text(self), text(self).toLowerCase(Locale.ROOT))));
    table.put("isidentifier", (_, self, _, _) -> Value.of(Names.isIdentifier(text(self))));
    table.put("startswith", (in, self, args, _) -> affix(in, args, part -> text(self).startsWith(part)));
    table.put("endswith", (in, self, args, _) -> affix(in, args, part -> text(self).endsWith(part)));
  }

  private static void test(Map<String, Methods.Method> table, String name, IntPredicate each) {
    table.put(name, (_, self, _, _) -> Value.of(!text(self).isEmpty() && text(self).codePoints().allMatch(each)));
  }

  private static boolean isCased(String text, String inThatCase) {
    return text.equals(inThatCase)
        && text.codePoints().anyMatch(c -> Character.isUpperCase(c) || Character.isLowerCase(c));
  }

  private static Value affix(Interpreter interpreter, List<Value> arguments, Function<String, Boolean> test) {
    Value affix = arguments.getFirst();
    List<Value> parts = affix instanceof TupleValue tuple ? tuple.elements() : List.of(affix);
    return Value.of(parts.stream().anyMatch(part -> test.apply(text(interpreter, part))));
  }

  private static void searches(Map<String, Methods.Method> table) {
    table.put("count", (in, self, args, _) -> IntValue.of(count(text(self), text(in, args.getFirst()))));
    table.put("find", (in, self, args, _) -> find(in, self, args, false, false));
    table.put("rfind", (in, self, args, _) -> find(in, self, args, true, false));
    table.put("index", (in, self, args, _) -> find(in, self, args, false, true));
    table.put("rindex", (in, self, args, _) -> find(in, self, args, true, true));
  }

  private static int count(String text, String part) {
    if (part.isEmpty()) {
      return text.codePointCount(0, text.length()) + 1;
    }
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  private static Value find(Interpreter interpreter, Value self, List<Value> arguments, boolean last, boolean must) {
    String text = text(self);
    String part = text(interpreter, arguments.getFirst());
    if (arguments.size() > 1) {
      return interpreter.unknown("a search in a part of a string is not evaluated");
    }
    int at = last ? text.lastIndexOf(part) : text.indexOf(part);
    if (at < 0 && must) {
      throw interpreter.error("ValueError", "substring not found");
    }
    return IntValue.of(at < 0 ? -1 : text.codePointCount(0, at));
  }

  private static void splits(Map<String, Methods.Method> table) {
    table.put("split", (in, self, args, kw) -> split(in, text(self), args, kw, false));
    table.put("rsplit", (in, self, args, kw) -> split(in, text(self), args, kw, true));
    table.put("splitlines", (in, self, _, _) -> in.list(new ArrayList<>(
        text(self).lines().map(Value::of).toList())));
    table.put("partition", (in, self, args, _) -> partition(in, text(self), args, false));
    table.put("rpartition", (in, self, args, _) -> partition(in, text(self), args, true));
  }

  private static Value partition(Interpreter interpreter, String text, List<Value> arguments, boolean last) {
    String separator = text(interpreter, arguments.getFirst());
    int at = last ? text.lastIndexOf(separator) : text.indexOf(separator);
    if (at < 0) {
      return last ? Value.tuple(Value.of(""), Value.of(""), Value.of(text))
          : Value.tuple(Value.of(text), Value.of(""), Value.of(""));
    }
    return Value.tuple(Value.of(text.substring(0, at)), Value.of(separator),
        Value.of(text.substring(at + separator.length())));
  }

  private static Value split(
      Interpreter interpreter, String text, List<Value> arguments, Map<String, Value> keywords, boolean fromEnd) {
    Value separator = !arguments.isEmpty() ? arguments.getFirst() : keywords.getOrDefault("sep", Value.NONE);
    Value limit = arguments.size() > 1 ? arguments.get(1) : keywords.getOrDefault("maxsplit", IntValue.of(-1));
    int most = Conversions.index(interpreter, limit);
    List<String> parts = separator instanceof NoneValue
        ? words(text, most)
        : pieces(interpreter, text, text(interpreter, separator), most, fromEnd);
    return interpreter.list(new ArrayList<>(parts.stream().map(Value::of).toList()));
  }

  private static List<String> words(String text, int most) {
    String rest = text.strip();
    List<String> words = new ArrayList<>();
    while (!rest.isEmpty()) {
      String[] two = most < 0 || words.size() < most ? rest.split("\\s+", 2) : new String[] {rest};
      words.add(two[0]);
      rest = two.length > 1 ? two[1] : "";
    }
    return words;
  }

  private static List<String> pieces(
      Interpreter interpreter, String text, String separator, int most, boolean fromEnd) {
    if (separator.isEmpty()) {
      throw interpreter.error("ValueError", "empty separator");
    }
    List<String> parts = new ArrayList<>();
    String rest = text;
    while (most < 0 || parts.size() < most) {
      int at = fromEnd ? rest.lastIndexOf(separator) : rest.indexOf(separator);
      if (at < 0) {
        break;
      }
      String tail = rest.substring(at + separator.length());
      parts.add(fromEnd ? tail : rest.substring(0, at));
      rest = fromEnd ? rest.substring(0, at) : tail;
    }
    parts.add(rest);
    return fromEnd ? parts.reversed() : parts;
  }

  private static Value strip(Interpreter interpreter, Value self, List<Value> arguments, boolean left, boolean right) {
    String text = text(self);
    String unwanted = arguments.isEmpty() || arguments.getFirst() instanceof NoneValue ? null
        : text(interpreter, arguments.getFirst());
    IntPredicate drop = unwanted == null ? Character::isWhitespace : c -> unwanted.indexOf(c) >= 0;
    int start = 0;
    int end = text.length();
    while (left && start < end && drop.test(text.charAt(start))) {
      start++;
    }
    while (right && end > start && drop.test(text.charAt(end - 1))) {
      end--;
    }
    return new StrValue(text.substring(start, end));
  }

  private static Value join(Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    StringBuilder joined = new StringBuilder();
    boolean first = true;
    for (Value each : interpreter.iteration.elements(arguments.getFirst())) {
      interpreter.budget.step();
      if (each instanceof UnknownValue) {
        return each;
      }
      joined.append(first ? "" : text(self)).append(text(interpreter, each));
      Budget.size(joined.length());
      first = false;
    }
    return new StrValue(joined.toString());
  }

  private static Value replace(Interpreter interpreter, String text, List<Value> arguments) {
    String old = text(interpreter, arguments.get(0));
    String with = text(interpreter, arguments.get(1));
    if (arguments.size() > 2) {
      int most = Conversions.index(interpreter, arguments.get(2));
      List<String> parts = pieces(interpreter, text, old, most, false);
      return new StrValue(String.join(with, parts));
    }
    Budget.size((long) text.length() + (long) count(text, old) * with.length());
    return new StrValue(text.replace(old, with));
  }

  private static Value zfill(String text, int width) {
    int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int missing = Math.max(0, width - text.length());
    return new StrValue(text.substring(0, sign) + "0".repeat(missing) + text.substring(sign));
  }

  private static Value pad(Interpreter interpreter, String text, List<Value> arguments, char align) {
    String fill = arguments.size() > 1 ? text(interpreter, arguments.get(1)) : " ";
    int width = Budget.size(Math.max(0, Conversions.index(interpreter, arguments.getFirst())));
    return new StrValue(FormatSpec.format(interpreter, new StrValue(text), fill + align + width));
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
    text.codePoints().forEach(c ->
        out.appendCodePoint(Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c)));
    return out.toString();
  }

  private static String text(Value self) {
    return ((StrValue) self).value();
  }

  private static String text(Interpreter interpreter, Value argument) {
    return switch (argument) {
      case StrValue(String text) -> text;
      case UnknownValue unknown -> throw new UnknownAnswerException(unknown);
      default -> throw interpreter.error("TypeError", "a string is needed, not a value of type "
          + ValueText.typeName(argument));
    };
  }
}
