package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Comparisons;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The methods of {@code list}, {@code tuple}, {@code dict}, {@code set} and {@code frozenset}. */
final class CollectionMethods {
  private CollectionMethods() {}

  static Map<String, Methods.Method> tuple() {
    return Map.of("count", CollectionMethods::count, "index", CollectionMethods::index);
  }

  static Map<String, Methods.Method> list() {
    Map<String, Methods.Method> table = new HashMap<>(tuple());
    table.put("append", (_, self, args, _) -> {
      Budget.size(((ListValue) self).size() + 1L);
      ((ListValue) self).append(args.getFirst());
      return Value.NONE;
    });
    table.put("extend", (in, self, args, _) -> {
      List<Value> added = in.iteration.list(args.getFirst());
      Budget.size(((ListValue) self).size() + (long) added.size());
      ((ListValue) self).addAll(added);
      return Value.NONE;
    });
    table.put("insert", (in, self, args, _) -> change(in, self, elements -> {
      int at = Conversions.index(in, args.get(0));
      elements.add(Math.clamp(at < 0 ? at + elements.size() : at, 0, elements.size()), args.get(1));
    }));
    table.put("pop", CollectionMethods::popFromList);
    table.put("remove", (in, self, args, _) -> {
      int at = position(in, (ListValue) self, args.getFirst());
      return change(in, self, elements -> elements.remove(at));
    });
    table.put("clear", (in, self, _, _) -> change(in, self, List::clear));
    table.put("reverse", (in, self, _, _) -> change(in, self, Collections::reverse));
    table.put("sort", (in, self, _, kw) -> {
      List<Value> sorted = Extremes.sorted(in, ((ListValue) self).elements(), kw);
      return change(in, self, elements -> Collections.copy(elements, sorted));
    });
    table.put("copy", (in, self, _, _) -> {
      in.budget.work(((ListValue) self).size());
      return in.list(new ArrayList<>(((ListValue) self).elements()));
    });
    return table;
  }

  private static Value change(Interpreter interpreter, Value list, Consumer<List<Value>> change) {
    interpreter.budget.work(((ListValue) list).size());
    ((ListValue) list).change(elements -> {
      change.accept(elements);
      Budget.size(elements.size());
      return elements;
    });
    return Value.NONE;
  }

  private static Value popFromList(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    Value index = arguments.isEmpty() ? IntValue.of(-1) : arguments.getFirst();
    Value popped = interpreter.subscripts.get(self, index);
    interpreter.subscripts.delete(self, index);
    return popped;
  }

  private static Value count(Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    long count = 0;
    for (Value each : interpreter.iteration.elements(self)) {
      interpreter.budget.step();
      Optional<Boolean> same = new Comparisons(interpreter).same(each, arguments.getFirst());
      if (same.isEmpty()) {
        return each instanceof UnknownValue ? each : arguments.getFirst();
      }
      count += same.get() ? 1 : 0;
    }
    return IntValue.of(count);
  }

  private static Value index(Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    int from = arguments.size() > 1 ? Conversions.index(interpreter, arguments.get(1)) : 0;
    int at = 0;
    for (Value each : interpreter.iteration.elements(self)) {
      interpreter.budget.step();
      Optional<Boolean> same = new Comparisons(interpreter).same(each, arguments.getFirst());
      if (same.isEmpty()) {
        return each instanceof UnknownValue ? each : arguments.getFirst();
      }
      if (same.get() && at >= from) {
        return IntValue.of(at);
      }
      at++;
    }
    throw interpreter.error("ValueError", ValueText.repr(arguments.getFirst()) + " is not in the sequence");
  }

  private static int position(Interpreter interpreter, ListValue list, Value wanted) {
    Value index = index(interpreter, list, List.of(wanted), Map.of());
    return Conversions.index(interpreter, index);
  }

  static Map<String, Methods.Method> dict() {
    Map<String, Methods.Method> table = new HashMap<>();
    table.put("get", (in, self, args, kw) -> ((DictValue) self).get(Containers.key(in, args.getFirst()))
        .orElse(args.size() > 1 ? args.get(1) : kw.getOrDefault("default", Value.NONE)));
    table.put("keys", (in, self, _, _) -> in.list(new ArrayList<>(
        entries(in, self).stream().map(DictValue.Entry::key).toList())));
    table.put("values", (in, self, _, _) -> in.list(new ArrayList<>(
        entries(in, self).stream().map(DictValue.Entry::value).toList())));
    table.put("items", (in, self, _, _) -> in.list(new ArrayList<>(
        entries(in, self).stream().map(entry -> Value.tuple(entry.key(), entry.value())).toList())));
    table.put("copy", (in, self, _, _) -> copy(in, (DictValue) self));
    table.put("clear", (_, self, _, _) -> {
      ((DictValue) self).clear();
      return Value.NONE;
    });
    table.put("update", (in, self, args, kw) -> {
      args.forEach(each -> Containers.update(in, (DictValue) self, each));
      kw.forEach((name, value) -> ((DictValue) self).put(new Key(new StrValue(name)), new StrValue(name), value));
      return Value.NONE;
    });
    table.put("setdefault", (in, self, args, _) -> {
      Key key = Containers.key(in, args.getFirst());
      Optional<Value> found = ((DictValue) self).get(key);
      if (found.isEmpty()) {
        ((DictValue) self).put(key, args.getFirst(), args.size() > 1 ? args.get(1) : Value.NONE);
      }
      return found.orElseGet(() -> args.size() > 1 ? args.get(1) : Value.NONE);
    });
    table.put("pop", (in, self, args, _) -> {
      Optional<Value> removed = ((DictValue) self).remove(Containers.key(in, args.getFirst()));
      if (removed.isEmpty() && args.size() < 2) {
        throw in.error("KeyError", ValueText.str(args.getFirst()));
      }
      return removed.orElseGet(() -> args.get(1));
    });
    table.put("popitem", CollectionMethods::popItem);
    table.put("most_common", CollectionMethods::mostCommon);
    return table;
  }

  private static Collection<DictValue.Entry> entries(Interpreter interpreter, Value dict) {
    interpreter.budget.work(((DictValue) dict).size());
    return ((DictValue) dict).entries();
  }

  private static Value popItem(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    DictValue dict = (DictValue) self;
    if (dict.size() == 0) {
      throw interpreter.error("KeyError", "popitem(): dictionary is empty");
    }
    DictValue.Entry last = List.copyOf(dict.entries()).getLast();
    dict.remove(Containers.key(interpreter, last.key()));
    return Value.tuple(last.key(), last.value());
  }

  private static Value mostCommon(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    List<Value> pairs = new ArrayList<>(((DictValue) self).entries().stream()
        .map(entry -> Value.tuple(entry.key(), entry.value())).toList());
    Value second = new BuiltinFunction("second", (_, args, _) -> ((TupleValue) args.getFirst()).get(1));
    List<Value> sorted = Extremes.sorted(interpreter, pairs, Map.of("key", second, "reverse", Value.TRUE));
    int most = arguments.isEmpty() ? sorted.size() : Conversions.index(interpreter, arguments.getFirst());
    return interpreter.list(new ArrayList<>(sorted.subList(0, Math.clamp(most, 0, sorted.size()))));
  }

  private static DictValue copy(Interpreter interpreter, DictValue dict) {
    interpreter.budget.work(dict.size());
    DictValue copy = new DictValue(interpreter.heap, dict.defaultFactory(), (_, _) -> {});
    Containers.putAll(copy, dict);
    return copy;
  }

  static Map<String, Methods.Method> frozenSet() {
    Map<String, Methods.Method> table = new HashMap<>();
    combination(table, "union", Operator.Binary.BIT_OR);
    combination(table, "intersection", Operator.Binary.BIT_AND);
    combination(table, "difference", Operator.Binary.SUBTRACT);
    combination(table, "symmetric_difference", Operator.Binary.BIT_XOR);
    table.put("issubset", (in, self, args, _) -> Value.of(asSet(in, args.getFirst()).keys()
        .containsAll(((SetValue) self).keys())));
    table.put("issuperset", (in, self, args, _) -> Value.of(((SetValue) self).keys()
        .containsAll(asSet(in, args.getFirst()).keys())));
    table.put("isdisjoint", (in, self, args, _) -> Value.of(Collections.disjoint(((SetValue) self).keys(),
        asSet(in, args.getFirst()).keys())));
    table.put("copy", (in, self, _, _) ->
        Containers.set(in, ((SetValue) self).members(), ((SetValue) self).isFrozen()));
    return table;
  }

  private static void combination(Map<String, Methods.Method> table, String name, Operator.Binary operator) {
    table.put(name, (in, self, args, _) -> {
      SetValue result = Containers.set(in, ((SetValue) self).members(), ((SetValue) self).isFrozen());
      for (Value each : args) {
        result = Containers.combine(in, operator, result, asSet(in, each));
      }
      return result;
    });
  }

  private static void updating(Map<String, Methods.Method> table, String name, Operator.Binary operator) {
    table.put(name, (in, self, args, _) -> {
      SetValue set = (SetValue) self;
      for (Value each : args) {
        SetValue result = Containers.combine(in, operator, set, asSet(in, each));
        set.clear();
        result.members().forEach(member -> set.add(Containers.key(in, member), member));
      }
      return Value.NONE;
    });
  }

  private static SetValue asSet(Interpreter interpreter, Value value) {
    return value instanceof SetValue set ? set
        : Containers.set(interpreter, interpreter.iteration.elements(value), false);
  }

  static Map<String, Methods.Method> set() {
    Map<String, Methods.Method> table = new HashMap<>(frozenSet());
    table.put("add", (in, self, args, _) -> {
      ((SetValue) self).add(Containers.key(in, args.getFirst()), args.getFirst());
      return Value.NONE;
    });
    table.put("discard", (in, self, args, _) -> {
      ((SetValue) self).remove(Containers.key(in, args.getFirst()));
      return Value.NONE;
    });
    table.put("remove", (in, self, args, _) -> {
      if (!((SetValue) self).remove(Containers.key(in, args.getFirst()))) {
        throw in.error("KeyError", ValueText.repr(args.getFirst()));
      }
      return Value.NONE;
    });
    table.put("clear", (_, self, _, _) -> {
      ((SetValue) self).clear();
      return Value.NONE;
    });
    table.put("update", (in, self, args, _) -> {
      for (Value each : args) {
        for (Value member : in.iteration.list(each)) {
          ((SetValue) self).add(Containers.key(in, member), member);
        }
      }
      return Value.NONE;
    });
    updating(table, "difference_update", Operator.Binary.SUBTRACT);
    updating(table, "intersection_update", Operator.Binary.BIT_AND);
    updating(table, "symmetric_difference_update", Operator.Binary.BIT_XOR);
    table.put("pop", (in, self, _, _) -> in.unknown("which member of a set pop() takes is not defined"));
    return table;
  }
}
