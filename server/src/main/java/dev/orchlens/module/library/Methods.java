package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The methods and attributes of Python's built-in types. */
public final class Methods {
  /** What a method does with the value that it is called on. */
  @FunctionalInterface
  interface Method {
    Value call(
        Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords);
  }

  /** A method with the parameters that follow the value that it is called on. */
  record Entry(Signature signature, Method method) {}

  private static final Map<String, Map<String, Entry>> TABLE = build();

  /** Methods that Python has and the evaluator does not. */
  private static final Map<String, Set<String>> NOT_MODELLED =
      Map.of(
          "str", Set.of("expandtabs", "format_map", "maketrans", "translate"),
          "int", Set.of("as_integer_ratio", "from_bytes", "to_bytes"),
          "bool", Set.of("as_integer_ratio", "from_bytes", "to_bytes"),
          "float", Set.of("as_integer_ratio", "fromhex", "hex"),
          "dict", Set.of("fromkeys", "move_to_end", "elements", "subtract", "total"),
          "bytes",
              Set.of(
                  "capitalize",
                  "center",
                  "count",
                  "endswith",
                  "expandtabs",
                  "find",
                  "fromhex",
                  "hex",
                  "index",
                  "isalnum",
                  "isalpha",
                  "isascii",
                  "isdigit",
                  "islower",
                  "isspace",
                  "istitle",
                  "isupper",
                  "join",
                  "ljust",
                  "lower",
                  "lstrip",
                  "maketrans",
                  "partition",
                  "removeprefix",
                  "removesuffix",
                  "replace",
                  "rfind",
                  "rindex",
                  "rjust",
                  "rpartition",
                  "rsplit",
                  "rstrip",
                  "split",
                  "splitlines",
                  "startswith",
                  "strip",
                  "swapcase",
                  "title",
                  "translate",
                  "upper",
                  "zfill"));

  private Methods() {}

  static Entry entry(String signature, Method method) {
    return new Entry(Signature.of(signature), method);
  }

  private static Map<String, Map<String, Entry>> build() {
    Map<String, Map<String, Entry>> table = new HashMap<>();
    table.put("str", Map.copyOf(StringMethods.table()));
    table.put("list", Map.copyOf(ListMethods.list()));
    table.put("tuple", Map.copyOf(ListMethods.tuple()));
    table.put("range", Map.copyOf(ListMethods.range()));
    table.put("dict", Map.copyOf(DictMethods.table()));
    table.put("set", Map.copyOf(SetMethods.set()));
    table.put("frozenset", Map.copyOf(SetMethods.frozenSet()));
    table.put("int", Map.copyOf(numbers()));
    table.put("bool", Map.copyOf(numbers()));
    table.put(
        "float",
        Map.of(
            "is_integer",
                entry("", (_, self, _, _) -> Value.of(Numbers.isWhole(Numbers.real(self)))),
            "conjugate", entry("", (_, self, _, _) -> self)));
    table.put(
        "bytes", Map.of("decode", entry("encoding='utf-8', errors='strict'", Methods::decode)));
    return Map.copyOf(table);
  }

  private static Map<String, Entry> numbers() {
    return Map.of(
        "bit_length", entry("", (_, self, _, _) -> IntValue.of(whole(self).abs().bitLength())),
        "bit_count", entry("", (_, self, _, _) -> IntValue.of(whole(self).abs().bitCount())),
        "conjugate", entry("", (_, self, _, _) -> new IntValue(whole(self))));
  }

  private static BigInteger whole(Value self) {
    return Numbers.integer(self).orElseThrow();
  }

  private static Value decode(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    String encoding =
        Arguments.text(interpreter, arguments.getFirst())
            .toLowerCase(Locale.ROOT)
            .replace('_', '-');
    byte[] bytes = ((BytesValue) self).value().getBytes(StandardCharsets.ISO_8859_1);
    boolean strict = arguments.get(1).equals(Value.of("strict"));
    if (!strict || !(encoding.equals("utf-8") || encoding.equals("utf8"))) {
      return interpreter.unknown("this encoding is not evaluated");
    }
    try {
      return Value.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw interpreter.error("UnicodeDecodeError", "the bytes are not UTF-8");
    }
  }

  /** A method or attribute of a value of a built-in type. */
  static Optional<Value> find(Interpreter interpreter, Value self, String name) {
    Optional<Value> attribute = attribute(self, name);
    if (attribute.isPresent()) {
      return attribute;
    }
    String type = self instanceof TupleValue ? "tuple" : ValueText.typeName(self);
    Entry entry = TABLE.getOrDefault(type, Map.of()).get(name);
    if (entry == null) {
      boolean special = name.startsWith("__") && name.endsWith("__");
      boolean unmodelled =
          special
              || NOT_MODELLED.getOrDefault(type, Set.of()).contains(name)
              || !TABLE.containsKey(type) && !(self instanceof NoneValue);
      return unmodelled
          ? Optional.of(
              interpreter.unknown(
                  "attribute " + name + " of a value of type " + type + " is not evaluated"))
          : Optional.empty();
    }
    boolean mutates =
        self instanceof ListValue || self instanceof DictValue || self instanceof SetValue;
    int length = self instanceof StrValue(String text) ? text.length() : 0;
    BuiltinFunction.Body body =
        (in, arguments, keywords) -> {
          in.budget.text(length);
          return entry.method().call(in, self, arguments, keywords);
        };
    String full = type + "." + name;
    return Optional.of(
        mutates
            ? Builtins.checked(full, entry.signature(), body)
            : Builtins.strict(full, entry.signature(), body));
  }

  private static Optional<Value> attribute(Value self, String name) {
    if (name.equals("__class__")) {
      return Builtins.lookup(ValueText.typeName(self));
    }
    return switch (self) {
      case RangeValue range ->
          switch (name) {
            case "start" -> Optional.of(IntValue.of(range.start()));
            case "stop" -> Optional.of(IntValue.of(range.stop()));
            case "step" -> Optional.of(IntValue.of(range.step()));
            default -> Optional.empty();
          };
      case SliceValue slice ->
          switch (name) {
            case "start" -> Optional.of(slice.lower());
            case "stop" -> Optional.of(slice.upper());
            case "step" -> Optional.of(slice.step());
            default -> Optional.empty();
          };
      case IntValue _, BoolValue _ ->
          switch (name) {
            case "real", "numerator" -> Optional.of(new IntValue(whole(self)));
            case "imag" -> Optional.of(IntValue.of(0));
            case "denominator" -> Optional.of(IntValue.of(1));
            default -> Optional.empty();
          };
      case FloatValue _ ->
          switch (name) {
            case "real" -> Optional.of(self);
            case "imag" -> Optional.of(new FloatValue(0));
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }
}
