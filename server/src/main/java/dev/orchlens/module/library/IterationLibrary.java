package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Dataclasses;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of {@code itertools}, {@code collections} and {@code operator} that build and combine collections. */
final class IterationLibrary {
  private IterationLibrary() {}

  static void define(Map<String, Value> table) {
    itertools(table);
    collections(table);
    operators(table);
  }

  private static void itertools(Map<String, Value> table) {
    Builtins.define(table, "itertools.chain", (in, args, _) -> chain(in, args));
    Builtins.define(table, "itertools.product", IterationLibrary::product);
    Builtins.define(table, "itertools.repeat", (in, args, _) -> args.size() < 2
        ? in.unknown("an endless iterator is not evaluated")
        : iterator(in, Collections.nCopies(Budget.size(Conversions.longIndex(in, args.get(1))), args.get(0))));
    Builtins.define(table, "itertools.islice", (in, args, _) -> {
      List<Value> all = in.iteration.list(args.getFirst());
      SliceValue slice = args.size() == 2 ? new SliceValue(Value.NONE, args.get(1), Value.NONE)
          : new SliceValue(args.get(1), args.get(2), args.size() > 3 ? args.get(3) : Value.NONE);
      return iterator(in, ((ListValue) in.subscripts.get(in.list(all), slice)).elements());
    });
    Builtins.define(table, "itertools.accumulate", (in, args, _) -> {
      List<Value> sums = new ArrayList<>();
      for (Value each : in.iteration.elements(args.getFirst())) {
        Value next = sums.isEmpty() ? each : args.size() > 1
            ? in.calls.call(args.get(1), List.of(sums.getLast(), each))
            : in.operators.binary(Operator.Binary.ADD, sums.getLast(), each);
        sums.add(next);
      }
      return iterator(in, sums);
    });
    Builtins.define(table, "itertools.combinations", (in, args, _) -> {
      List<Value> found = new ArrayList<>();
      choose(in, in.iteration.list(args.get(0)), 0, Conversions.index(in, args.get(1)), new ArrayList<>(), found);
      return iterator(in, found);
    });
    Builtins.define(table, "itertools.starmap", (in, args, _) -> {
      List<Value> results = new ArrayList<>();
      for (Value each : in.iteration.elements(args.get(1))) {
        results.add(in.calls.call(args.getFirst(), in.iteration.list(each)));
      }
      return iterator(in, results);
    });
  }

  private static Value iterator(Interpreter interpreter, List<Value> values) {
    return new IteratorValue(interpreter.heap, values.iterator());
  }

  private static Value chain(Interpreter interpreter, List<Value> iterables) {
    List<Value> all = new ArrayList<>();
    for (Value each : iterables) {
      all.addAll(interpreter.iteration.list(each));
      Budget.size(all.size());
    }
    return iterator(interpreter, all);
  }

  /** {@code itertools.chain.from_iterable}. */
  static Value fromIterable() {
    return Builtins.strict("itertools.chain.from_iterable", (in, args, _) ->
        chain(in, in.iteration.list(args.getFirst())));
  }

  private static Value product(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    int repeat = Conversions.index(interpreter, keywords.getOrDefault("repeat", IntValue.of(1)));
    List<List<Value>> pools = new ArrayList<>();
    for (int i = 0; i < repeat; i++) {
      interpreter.budget.step();
      for (Value each : arguments) {
        pools.add(interpreter.iteration.list(each));
      }
    }
    List<List<Value>> rows = new ArrayList<>();
    rows.add(List.of());
    for (List<Value> pool : pools) {
      Budget.size((long) rows.size() * pool.size());
      List<List<Value>> longer = new ArrayList<>();
      for (List<Value> row : rows) {
        for (Value each : pool) {
          interpreter.budget.step();
          interpreter.budget.work(row.size());
          List<Value> next = new ArrayList<>(row);
          next.add(each);
          longer.add(next);
        }
      }
      rows = longer;
    }
    return iterator(interpreter, rows.stream().<Value>map(TupleValue::new).toList());
  }

  private static void choose(
      Interpreter interpreter, List<Value> pool, int from, int count, List<Value> chosen, List<Value> found) {
    interpreter.budget.step();
    if (count == 0) {
      found.add(new TupleValue(chosen));
      Budget.size(found.size());
      return;
    }
    for (int i = from; i < pool.size(); i++) {
      chosen.add(pool.get(i));
      choose(interpreter, pool, i + 1, count - 1, chosen, found);
      chosen.removeLast();
    }
  }

  private static void collections(Map<String, Value> table) {
    Builtins.define(table, "collections.namedtuple", (in, args, _) ->
        Dataclasses.namedTuple(in, args.get(0), args.get(1)));
    Builtins.lenient(table, "collections.OrderedDict", (in, args, kw) ->
        in.calls.call(Builtins.lookup("dict").orElseThrow(), args, kw));
    Builtins.define(table, "collections.defaultdict", (in, args, _) -> {
      Optional<Value> factory = args.isEmpty() || args.getFirst() instanceof NoneValue ? Optional.empty()
          : Optional.of(args.getFirst());
      DictValue dict = new DictValue(in.heap, factory, (_, _) -> {});
      if (args.size() > 1) {
        Containers.update(in, dict, args.get(1));
      }
      return dict;
    });
    Builtins.define(table, "collections.Counter", (in, args, _) -> {
      DictValue counts = new DictValue(in.heap, Builtins.lookup("int"), (_, _) -> {});
      if (!args.isEmpty()) {
        for (Value each : in.iteration.elements(args.getFirst())) {
          Key key = Containers.key(in, each);
          Value before = counts.get(key).orElse(IntValue.of(0));
          counts.put(key, each, in.operators.binary(Operator.Binary.ADD, before, IntValue.of(1)));
        }
      }
      return counts;
    });
    Builtins.define(table, "collections.deque", (in, args, _) ->
        in.list(args.isEmpty() ? new ArrayList<>() : in.iteration.list(args.getFirst())));
  }

  private static void operators(Map<String, Value> table) {
    Map.of("add", Operator.Binary.ADD, "sub", Operator.Binary.SUBTRACT, "mul", Operator.Binary.MULTIPLY,
        "floordiv", Operator.Binary.FLOOR_DIVIDE, "truediv", Operator.Binary.DIVIDE, "mod", Operator.Binary.MODULO)
        .forEach((name, operator) -> Builtins.define(table, "operator." + name, (in, args, _) ->
            in.operators.binary(operator, args.get(0), args.get(1))));
    Builtins.define(table, "operator.itemgetter", (_, keys, _) -> new BuiltinFunction("operator.itemgetter",
        (in, args, _) -> keys.size() == 1 ? in.subscripts.get(args.getFirst(), keys.getFirst())
            : new TupleValue(keys.stream().map(key -> in.subscripts.get(args.getFirst(), key)).toList()), keys));
    Builtins.define(table, "operator.attrgetter", (_, names, _) -> new BuiltinFunction("operator.attrgetter",
        (in, args, _) -> in.attributes.get(args.getFirst(), ValueText.str(names.getFirst())), names));
  }
}
