package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Python's built-in functions that go through elements one by one. */
final class BuiltinIterators {
  private BuiltinIterators() {}

  static void define(Map<String, Value> table) {
    Builtins.define(table, "enumerate", "iterable, start=0", (in, args, _) -> enumerate(in, args));
    Builtins.define(table, "zip", "*iterables, strict=False", BuiltinIterators::zip);
    Builtins.lenient(table, "map", "function, iterable, /, *more", (in, args, _) -> map(in, args));
    Builtins.lenient(table, "filter", "function, iterable, /", (in, args, _) -> filter(in, args));
    Builtins.define(table, "any", "iterable, /", (in, args, _) -> all(in, args.getFirst(), true));
    Builtins.define(table, "all", "iterable, /", (in, args, _) -> all(in, args.getFirst(), false));
    Builtins.define(
        table,
        "iter",
        "object, sentinel?, /",
        (in, args, _) ->
            args.size() > 1
                ? in.unknown("iter() with a sentinel is not evaluated")
                : in.iteration.iterator(args.getFirst()));
    Builtins.lenient(table, "next", "iterator, default?, /", (in, args, _) -> next(in, args));
  }

  private static Value enumerate(Interpreter interpreter, List<Value> arguments) {
    BigInteger first = Arguments.integer(interpreter, arguments.get(1));
    Iterator<Value> elements = interpreter.iteration.elements(arguments.getFirst()).iterator();
    return new IteratorValue(
        interpreter.heap,
        new Iterator<>() {
          private BigInteger next = first;

          @Override
          public boolean hasNext() {
            return elements.hasNext();
          }

          @Override
          public Value next() {
            Value number = new IntValue(next);
            next = next.add(BigInteger.ONE);
            return Value.tuple(number, elements.next());
          }
        });
  }

  private static Value zip(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> options) {
    if (!options.get("strict").equals(Value.FALSE)) {
      return interpreter.unknown("zip() with strict is not evaluated");
    }
    return new IteratorValue(interpreter.heap, rows(interpreter, arguments));
  }

  private static Iterator<Value> rows(Interpreter interpreter, List<Value> iterables) {
    List<Iterator<Value>> iterators = new ArrayList<>();
    iterables.forEach(each -> iterators.add(interpreter.iteration.elements(each).iterator()));
    return new Iterator<>() {
      private List<Value> row;

      @Override
      public boolean hasNext() {
        if (row == null && !iterators.isEmpty()) {
          List<Value> next = new ArrayList<>();
          for (Iterator<Value> each : iterators) {
            interpreter.budget.work(1);
            if (!each.hasNext()) {
              return false;
            }
            next.add(each.next());
          }
          row = next;
        }
        return row != null;
      }

      @Override
      public Value next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        Value result = new TupleValue(row);
        row = null;
        return result;
      }
    };
  }

  private static Value map(Interpreter interpreter, List<Value> arguments) {
    Value function = arguments.getFirst();
    Iterator<Value> rows = rows(interpreter, arguments.subList(1, arguments.size()));
    return new IteratorValue(
        interpreter.heap,
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return rows.hasNext();
          }

          @Override
          public Value next() {
            return interpreter.calls.call(function, ((TupleValue) rows.next()).elements());
          }
        });
  }

  private static Value filter(Interpreter interpreter, List<Value> arguments) {
    Value function = arguments.getFirst();
    Iterator<Value> elements = interpreter.iteration.elements(arguments.get(1)).iterator();
    return new IteratorValue(
        interpreter.heap,
        new Iterator<>() {
          private Value found;

          @Override
          public boolean hasNext() {
            while (found == null && elements.hasNext()) {
              interpreter.budget.step();
              Value each = elements.next();
              Value test =
                  function instanceof NoneValue
                      ? each
                      : interpreter.calls.call(function, List.of(each));
              boolean kept =
                  interpreter
                      .operators
                      .truth(test)
                      .orElseThrow(
                          () -> new UnknownAnswerException(interpreter.operators.asUnknown(test)));
              found = kept ? each : null;
            }
            return found != null;
          }

          @Override
          public Value next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            Value result = found;
            found = null;
            return result;
          }
        });
  }

  private static Value all(Interpreter interpreter, Value iterable, boolean wanted) {
    for (Value each : interpreter.iteration.members(iterable)) {
      interpreter.budget.step();
      Optional<Boolean> truth = interpreter.operators.truth(each);
      if (truth.isEmpty()) {
        return interpreter.operators.asUnknown(each);
      }
      if (truth.get() == wanted) {
        return Value.of(wanted);
      }
    }
    return Value.of(!wanted);
  }

  private static Value next(Interpreter interpreter, List<Value> arguments) {
    if (arguments.getFirst() instanceof UnknownValue) {
      return arguments.getFirst();
    }
    if (!(arguments.getFirst() instanceof IteratorValue iterator)) {
      throw arguments.getFirst() instanceof InstanceValue instance
              && instance.type().attribute("__next__").isPresent()
          ? new UnknownAnswerException(
              interpreter.unknown("iterators of the program are not evaluated"))
          : interpreter.operators.unfit(arguments.getFirst(), "an iterator");
    }
    Iterator<Value> elements = iterator.elements();
    if (elements.hasNext()) {
      return elements.next();
    }
    if (arguments.size() > 1) {
      return arguments.get(1);
    }
    throw interpreter.error("StopIteration", "");
  }
}
