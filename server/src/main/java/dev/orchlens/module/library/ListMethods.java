package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The methods of {@code list}, {@code tuple} and {@code range}. */
final class ListMethods {
  private ListMethods() {}

  static Map<String, Methods.Entry> range() {
    Map<String, Methods.Entry> table = new HashMap<>();
    table.put("count", Methods.entry("value, /", ListMethods::count));
    table.put(
        "index",
        Methods.entry(
            "value, /",
            (in, self, args, _) -> index(in, self, args.getFirst(), Value.of(0), Value.NONE)));
    return table;
  }

  static Map<String, Methods.Entry> tuple() {
    Map<String, Methods.Entry> table = range();
    table.put(
        "index",
        Methods.entry(
            "value, start=0, stop=None, /",
            (in, self, args, _) -> index(in, self, args.get(0), args.get(1), args.get(2))));
    return table;
  }

  static Map<String, Methods.Entry> list() {
    Map<String, Methods.Entry> table = tuple();
    table.put(
        "append",
        Methods.entry(
            "object, /",
            (_, self, args, _) -> {
              Budget.size(((ListValue) self).size() + 1L);
              ((ListValue) self).append(args.getFirst());
              return Value.NONE;
            }));
    table.put("extend", Methods.entry("iterable, /", ListMethods::extend));
    table.put(
        "insert",
        Methods.entry(
            "index, object, /",
            (in, self, args, _) -> {
              int size = ((ListValue) self).size();
              int at = Math.min(size, in.subscripts.bound(args.get(0), 0, size));
              return change(in, self, elements -> elements.add(at, args.get(1)));
            }));
    table.put("pop", Methods.entry("index=-1, /", ListMethods::pop));
    table.put(
        "remove",
        Methods.entry(
            "value, /",
            (in, self, args, _) -> {
              int at =
                  Arguments.index(in, index(in, self, args.getFirst(), Value.of(0), Value.NONE));
              return change(in, self, elements -> elements.remove(at));
            }));
    table.put("clear", Methods.entry("", (in, self, _, _) -> change(in, self, List::clear)));
    table.put(
        "reverse", Methods.entry("", (in, self, _, _) -> change(in, self, Collections::reverse)));
    table.put(
        "sort",
        Methods.entry(
            "*, key=None, reverse=False",
            (in, self, _, kw) -> {
              List<Value> sorted =
                  Extremes.sorted(in, List.copyOf(((ListValue) self).elements()), kw);
              return change(in, self, elements -> Collections.copy(elements, sorted));
            }));
    table.put(
        "copy",
        Methods.entry(
            "",
            (in, self, _, _) -> {
              in.budget.work(((ListValue) self).size());
              return in.list(new ArrayList<>(((ListValue) self).elements()));
            }));
    return table;
  }

  private static Value change(Interpreter interpreter, Value list, Consumer<List<Value>> change) {
    interpreter.budget.work(((ListValue) list).size());
    ((ListValue) list)
        .change(
            elements -> {
              change.accept(elements);
              Budget.size(elements.size());
              return elements;
            });
    return Value.NONE;
  }

  private static Value extend(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    List<Value> added = interpreter.iteration.list(arguments.getFirst());
    Budget.size(((ListValue) self).size() + (long) added.size());
    ((ListValue) self).addAll(added);
    return Value.NONE;
  }

  private static Value pop(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    BigInteger index = Arguments.integer(interpreter, arguments.getFirst());
    if (index.bitLength() > Long.SIZE - 1) {
      throw interpreter.error("OverflowError", "the index is too large");
    }
    Value popped = interpreter.subscripts.get(self, new IntValue(index));
    interpreter.subscripts.delete(self, arguments.getFirst());
    return popped;
  }

  private static Value count(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    long count = 0;
    for (Value each : interpreter.iteration.elements(self)) {
      interpreter.budget.step();
      Optional<Boolean> same = interpreter.comparisons.sameOrEqual(each, arguments.getFirst());
      if (same.isEmpty()) {
        return interpreter.comparisons.unclear(each, arguments.getFirst());
      }
      count += same.get() ? 1 : 0;
    }
    return IntValue.of(count);
  }

  private static Value index(
      Interpreter interpreter, Value self, Value wanted, Value start, Value stop) {
    SequenceValue sequence = (SequenceValue) self;
    int size = sequence.size();
    int from = interpreter.subscripts.bound(start, 0, size);
    int to = Math.min(size, interpreter.subscripts.bound(stop, size, size));
    for (int at = from; at < to; at++) {
      interpreter.budget.step();
      Value each = sequence.get(at);
      Optional<Boolean> same = interpreter.comparisons.sameOrEqual(each, wanted);
      if (same.isEmpty()) {
        throw new UnknownAnswerException(interpreter.comparisons.unclear(each, wanted));
      }
      if (same.get()) {
        return IntValue.of(at);
      }
    }
    throw interpreter.error("ValueError", "the value is not in the sequence");
  }
}
