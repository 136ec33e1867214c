package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods of {@code dict} and of what derives from it. */
final class DictMethods {
  private DictMethods() {}

  static Map<String, Methods.Entry> table() {
    Map<String, Methods.Entry> table = new HashMap<>();
    table.put(
        "get",
        Methods.entry(
            "key, default=None, /",
            (in, self, args, _) ->
                ((DictValue) self).get(Containers.key(in, args.get(0))).orElse(args.get(1))));
    table.put("keys", view(DictViewValue.Kind.KEYS));
    table.put("values", view(DictViewValue.Kind.VALUES));
    table.put("items", view(DictViewValue.Kind.ITEMS));
    table.put(
        "fromkeys",
        Methods.entry(
            "iterable, value=None, /", (in, _, args, _) -> Containers.fromKeys(in, args)));
    table.put("copy", Methods.entry("", (in, self, _, _) -> Containers.copy(in, (DictValue) self)));
    table.put(
        "clear",
        Methods.entry(
            "",
            (_, self, _, _) -> {
              ((DictValue) self).clear();
              return Value.NONE;
            }));
    table.put("update", Methods.entry("other?, /, **more", DictMethods::update));
    table.put(
        "setdefault",
        Methods.entry(
            "key, default=None, /",
            (in, self, args, _) -> {
              Key key = Containers.key(in, args.get(0));
              Optional<Value> found = ((DictValue) self).get(key);
              if (found.isEmpty()) {
                ((DictValue) self).put(key, args.get(0), args.get(1));
              }
              return found.orElse(args.get(1));
            }));
    table.put("pop", Methods.entry("key, default?, /", DictMethods::pop));
    table.put("popitem", Methods.entry("", DictMethods::popItem));
    table.put("most_common", Methods.entry("n=None", DictMethods::mostCommon));
    return table;
  }

  private static Methods.Entry view(DictViewValue.Kind kind) {
    return Methods.entry("", (_, self, _, _) -> new DictViewValue((DictValue) self, kind));
  }

  private static Value update(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    if (((DictValue) self).kind() == DictValue.Kind.COUNTER) {
      throw new UnknownAnswerException(interpreter.unknown("Counter.update() is not evaluated"));
    }
    arguments.forEach(each -> Containers.update(interpreter, (DictValue) self, each));
    keywords.forEach((name, value) -> ((DictValue) self).put(name, value));
    return Value.NONE;
  }

  private static Value pop(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    Optional<Value> removed =
        ((DictValue) self).remove(Containers.key(interpreter, arguments.get(0)));
    if (removed.isEmpty() && arguments.size() < 2) {
      throw interpreter.missing(arguments.get(0));
    }
    return removed.orElseGet(() -> arguments.get(1));
  }

  private static Value popItem(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    DictValue dict = (DictValue) self;
    if (dict.size() == 0) {
      throw interpreter.error("KeyError", "popitem(): dictionary is empty");
    }
    DictValue.Entry last = dict.last();
    dict.remove(Containers.key(interpreter, last.key()));
    return Value.tuple(last.key(), last.value());
  }

  private static Value mostCommon(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    DictValue dict = (DictValue) self;
    if (dict.kind() != DictValue.Kind.COUNTER) {
      throw interpreter.error("AttributeError", "'dict' object has no attribute 'most_common'");
    }
    List<Value> pairs =
        interpreter.iteration.list(new DictViewValue(dict, DictViewValue.Kind.ITEMS));
    Value second =
        new BuiltinFunction("second", (_, args, _) -> ((TupleValue) args.getFirst()).get(1));
    List<Value> sorted =
        Extremes.sorted(interpreter, pairs, Map.of("key", second, "reverse", Value.TRUE));
    int most =
        arguments.getFirst() instanceof NoneValue
            ? sorted.size()
            : Arguments.index(interpreter, arguments.getFirst());
    return interpreter.list(new ArrayList<>(sorted.subList(0, Math.clamp(most, 0, sorted.size()))));
  }
}
