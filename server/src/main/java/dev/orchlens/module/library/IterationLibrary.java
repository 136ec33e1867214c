package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Dataclasses;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of {@code itertools}, {@code collections} and {@code operator} that build and combine
 * collections.
 */
final class IterationLibrary {
  private IterationLibrary() {}

  static void define(Map<String, Value> table) {
    itertools(table);
    collections(table);
    operators(table);
  }

  private static void itertools(Map<String, Value> table) {
    Builtins.define(table, "itertools.chain", "*iterables", (in, args, _) -> chain(in, args));
    Builtins.define(table, "itertools.product", "*iterables, repeat=1", IterationLibrary::product);
    Builtins.define(
        table,
        "itertools.repeat",
        "object, times?",
        (in, args, _) ->
            args.size() < 2
                ? in.unknown("an endless iterator is not evaluated")
                : iterator(
                    in,
                    Collections.nCopies(
                        Budget.size(Arguments.longIndex(in, args.get(1))), args.get(0))));
    Builtins.define(
        table,
        "itertools.islice",
        "iterable, stop, end?, step?, /",
        (in, args, _) -> {
          List<Value> all = in.iteration.list(args.getFirst());
          SliceValue slice =
              args.size() == 2
                  ? new SliceValue(Value.NONE, args.get(1), Value.NONE)
                  : new SliceValue(
                      args.get(1), args.get(2), args.size() > 3 ? args.get(3) : Value.NONE);
          return iterator(in, ((ListValue) in.subscripts.get(in.list(all), slice)).elements());
        });
    Builtins.define(
        table, "itertools.accumulate", "iterable, func=None", IterationLibrary::accumulate);
    Builtins.define(
        table,
        "itertools.combinations",
        "iterable, r",
        (in, args, _) -> {
          List<Value> found = new ArrayList<>();
          choose(
              in,
              in.iteration.list(args.get(0)),
              0,
              Arguments.index(in, args.get(1)),
              new ArrayList<>(),
              found);
          return iterator(in, found);
        });
    Builtins.define(table, "itertools.starmap", "function, iterable, /", IterationLibrary::starMap);
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
    return Builtins.strict(
        "itertools.chain.from_iterable",
        Signature.of("iterable, /"),
        (in, args, _) -> chain(in, in.iteration.list(args.getFirst())));
  }

  private static Value accumulate(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    List<Value> sums = new ArrayList<>();
    for (Value each : interpreter.iteration.elements(arguments.getFirst())) {
      interpreter.budget.step();
      Value next =
          sums.isEmpty()
              ? each
              : !(arguments.get(1) instanceof NoneValue)
                  ? interpreter.calls.call(arguments.get(1), List.of(sums.getLast(), each))
                  : interpreter.operators.binary(Operator.Binary.ADD, sums.getLast(), each);
      sums.add(next);
    }
    return iterator(interpreter, sums);
  }

  private static Value starMap(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    List<Value> results = new ArrayList<>();
    for (Value each : interpreter.iteration.elements(arguments.get(1))) {
      Budget.size(results.size());
      results.add(interpreter.calls.call(arguments.getFirst(), interpreter.iteration.list(each)));
    }
    return iterator(interpreter, results);
  }

  private static Value product(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    int repeat = Arguments.index(interpreter, keywords.get("repeat"));
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
      Interpreter interpreter,
      List<Value> pool,
      int from,
      int count,
      List<Value> chosen,
      List<Value> found) {
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
    Builtins.define(
        table,
        "collections.namedtuple",
        "typename, field_names",
        (in, args, _) -> Dataclasses.namedTuple(in, args.get(0), args.get(1)));
    Builtins.lenient(
        table,
        "collections.OrderedDict",
        "mapping?, /, **more",
        (in, args, kw) -> {
          DictValue dict =
              new DictValue(in.heap, DictValue.Kind.ORDERED, Optional.empty(), (_, _) -> {});
          args.forEach(each -> Containers.update(in, dict, each));
          kw.forEach(dict::put);
          return dict;
        });
    Builtins.define(
        table,
        "collections.defaultdict",
        "default_factory=None, /, *more",
        (in, args, _) -> {
          Optional<Value> factory =
              args.getFirst() instanceof NoneValue
                  ? Optional.empty()
                  : Optional.of(args.getFirst());
          DictValue dict = new DictValue(in.heap, DictValue.Kind.DEFAULT, factory, (_, _) -> {});
          if (args.size() > 1) {
            Containers.update(in, dict, args.get(1));
          }
          return dict;
        });
    Builtins.define(
        table,
        "collections.Counter",
        "iterable?, /",
        (in, args, _) -> {
          DictValue counts =
              new DictValue(in.heap, DictValue.Kind.COUNTER, Optional.empty(), (_, _) -> {});
          if (!args.isEmpty() && args.getFirst() instanceof DictValue) {
            return in.unknown("a Counter of counts is not evaluated");
          }
          if (!args.isEmpty()) {
            for (Value each : in.iteration.elements(args.getFirst())) {
              in.budget.step();
              Key key = Containers.key(in, each);
              Value before = counts.get(key).orElse(IntValue.of(0));
              counts.put(
                  key, each, in.operators.binary(Operator.Binary.ADD, before, IntValue.of(1)));
            }
          }
          return counts;
        });
    Builtins.define(
        table,
        "collections.deque",
        "iterable=(), maxlen=None",
        (in, _, _) -> in.unknown("a deque is not evaluated"));
  }

  private static void operators(Map<String, Value> table) {
    Map.of(
            "add",
            Operator.Binary.ADD,
            "sub",
            Operator.Binary.SUBTRACT,
            "mul",
            Operator.Binary.MULTIPLY,
            "floordiv",
            Operator.Binary.FLOOR_DIVIDE,
            "truediv",
            Operator.Binary.DIVIDE,
            "mod",
            Operator.Binary.MODULO)
        .forEach(
            (name, operator) ->
                Builtins.define(
                    table,
                    "operator." + name,
                    "a, b, /",
                    (in, args, _) -> in.operators.binary(operator, args.get(0), args.get(1))));
    Builtins.define(
        table,
        "operator.itemgetter",
        "item, /, *items",
        (_, keys, _) ->
            new BuiltinFunction(
                "operator.itemgetter",
                (in, args, _) ->
                    args.size() != 1
                        ? in.unknown("this call of an itemgetter is not evaluated")
                        : keys.size() == 1
                            ? in.subscripts.get(args.getFirst(), keys.getFirst())
                            : new TupleValue(
                                keys.stream()
                                    .map(key -> in.subscripts.get(args.getFirst(), key))
                                    .toList()),
                keys));
    Builtins.define(
        table,
        "operator.attrgetter",
        "attr, /",
        (_, names, _) ->
            new BuiltinFunction(
                "operator.attrgetter",
                (in, args, _) -> {
                  String name = Arguments.text(in, names.getFirst());
                  return args.size() != 1 || name.indexOf('.') >= 0
                      ? in.unknown("this call of an attrgetter is not evaluated")
                      : in.attributes.get(args.getFirst(), name);
                },
                names));
  }
}
