package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** The methods and attributes of Python's built-in types. */
final class Methods {
  /** What a method does with the value that it is called on. */
  @FunctionalInterface
  interface Method {
    Value call(Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords);
  }

  private static final Map<String, Map<String, Method>> TABLE = build();

  /** Methods that Python has and the evaluator does not. */
  private static final Map<String, Set<String>> NOT_MODELLED = Map.of(
      "str", Set.of("expandtabs", "format_map", "isascii", "isprintable", "istitle", "maketrans", "translate"),
      "int", Set.of("as_integer_ratio", "denominator", "numerator", "from_bytes", "to_bytes"),
      "bool", Set.of("as_integer_ratio", "denominator", "numerator", "from_bytes", "to_bytes"),
      "float", Set.of("as_integer_ratio", "fromhex"),
      "dict", Set.of("fromkeys", "move_to_end", "elements", "subtract", "total"),
      "list", Set.of("appendleft", "popleft", "extendleft", "rotate", "maxlen"),
      "bytes", Set.of("count", "endswith", "find", "hex", "index", "join", "lower", "lstrip", "partition", "replace",
          "rfind", "rstrip", "split", "splitlines", "startswith", "strip", "upper", "ljust", "rjust", "fromhex",
          "translate"));

  private Methods() {}

  private static Map<String, Map<String, Method>> build() {
    Map<String, Map<String, Method>> table = new HashMap<>();
    table.put("str", Map.copyOf(StringMethods.table()));
    table.put("list", Map.copyOf(CollectionMethods.list()));
    table.put("tuple", Map.copyOf(CollectionMethods.tuple()));
    table.put("range", Map.copyOf(CollectionMethods.tuple()));
    table.put("dict", Map.copyOf(CollectionMethods.dict()));
    table.put("set", Map.copyOf(CollectionMethods.set()));
    table.put("frozenset", Map.copyOf(CollectionMethods.frozenSet()));
    table.put("int", Map.copyOf(numbers()));
    table.put("bool", Map.copyOf(numbers()));
    table.put("float", Map.copyOf(floats()));
    table.put("bytes", Map.of("decode", (_, self, _, _) -> new StrValue(((BytesValue) self).value())));
    return Map.copyOf(table);
  }

  private static Map<String, Method> numbers() {
    return Map.of(
        "bit_length", (_, self, _, _) -> IntValue.of(Numbers.integer(self).orElseThrow().abs().bitLength()),
        "bit_count", (_, self, _, _) -> IntValue.of(Numbers.integer(self).orElseThrow().abs().bitCount()),
        "is_integer", (_, _, _, _) -> Value.TRUE,
        "conjugate", (_, self, _, _) -> self);
  }

  private static Map<String, Method> floats() {
    return Map.of(
        "is_integer", (_, self, _, _) -> Value.of(Numbers.real(self) == Math.rint(Numbers.real(self))),
        "hex", (in, _, _, _) -> in.unknown("float.hex() is not evaluated"),
        "conjugate", (_, self, _, _) -> self);
  }

  /** A method or attribute of a value of a built-in type. */
  static Optional<Value> find(Interpreter interpreter, Value self, String name) {
    Optional<Value> attribute = attribute(self, name);
    if (attribute.isPresent()) {
      return attribute;
    }
    String type = self instanceof TupleValue ? "tuple" : ValueText.typeName(self);
    Method method = TABLE.getOrDefault(type, Map.of()).get(name);
    if (method == null) {
      boolean special = name.startsWith("__") && name.endsWith("__");
      return special || NOT_MODELLED.getOrDefault(type, Set.of()).contains(name)
          ? Optional.of(interpreter.unknown("attribute " + name + " of a value of type " + type + " is not evaluated"))
          : Optional.empty();
    }
    boolean mutates = self instanceof ListValue || self instanceof DictValue || self instanceof SetValue;
    int length = self instanceof StrValue(String text) ? text.length() : 0;
    BuiltinFunction.Body body =
        (in, arguments, keywords) -> {
          in.budget.text(length);
          return method.call(in, self, arguments, keywords);
        };
    String full = type + "." + name;
    return Optional.of(mutates ? guarded(full, body) : Builtins.strict(full, body));
  }

  private static BuiltinValue guarded(String name, BuiltinFunction.Body body) {
    return new BuiltinFunction(name, (interpreter, arguments, keywords) -> {
      try {
        return body.call(interpreter, arguments, keywords);
      } catch (IndexOutOfBoundsException | NoSuchElementException e) {
        throw interpreter.error("TypeError", name + "() misses an argument");
      }
    });
  }

  private static Optional<Value> attribute(Value self, String name) {
    if (name.equals("__class__")) {
      return Builtins.lookup(ValueText.typeName(self));
    }
    return switch (self) {
      case RangeValue range -> switch (name) {
        case "start" -> Optional.of(IntValue.of(range.start()));
        case "stop" -> Optional.of(IntValue.of(range.stop()));
        case "step" -> Optional.of(IntValue.of(range.step()));
        default -> Optional.empty();
      };
      case SliceValue slice -> switch (name) {
        case "start" -> Optional.of(slice.lower());
        case "stop" -> Optional.of(slice.upper());
        case "step" -> Optional.of(slice.step());
        default -> Optional.empty();
      };
      case IntValue _, BoolValue _, FloatValue _ -> switch (name) {
        case "real" -> Optional.of(self);
        case "imag" -> Optional.of(IntValue.of(0));
        default -> Optional.empty();
      };
      default -> Optional.empty();
    };
  }
}
