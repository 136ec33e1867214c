package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.eval.Numbers;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.eval.Types;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.Exceptions;
import dev.orchlens.module.value.FloatText;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Python's built-in functions and types (library reference, "Built-in Functions"). */
final class Builtins {
  private static final Map<String, Value> TABLE = build();

  private Builtins() {}

  /** What a built-in name stands for. */
  static Optional<Value> lookup(String name) {
    return Optional.ofNullable(TABLE.get(name)).or(() -> Exceptions.find(name));
  }

  private static Map<String, Value> build() {
    Map<String, Value> table = new HashMap<>();
    numbers(table);
    sequences(table);
    reflection(table);
    table.put("NotImplemented", new OpaqueValue("builtins.NotImplemented"));
    table.put("Ellipsis", new EllipsisValue());
    table.put("__debug__", Value.TRUE);
    for (String name : List.of("open", "input", "eval", "exec", "compile", "__import__", "id", "memoryview",
        "bytearray", "complex", "vars", "dir", "help", "breakpoint", "quit", "exit", "aiter", "anext", "copyright",
        "credits", "license", "__build_class__", "__loader__", "__spec__")) {
      table.put(name, new OpaqueValue("builtins." + name));
    }
    return Map.copyOf(table);
  }

  private static void numbers(Map<String, Value> table) {
    define(table, "abs", (in, args, _) -> absolute(in, args.getFirst()));
    define(table, "int", Conversions::toInt);
    define(table, "float", (in, args, _) -> Conversions.toFloat(in, args));
    define(table, "bool", (in, args, _) -> args.isEmpty() ? Value.FALSE : truth(in, args.getFirst()));
    define(table, "round", (in, args, kw) -> round(in, args.getFirst(),
        args.size() > 1 ? args.get(1) : kw.getOrDefault("ndigits", Value.NONE)));
    define(table, "pow", (in, args, _) -> power(in, args));
    define(table, "divmod", (in, args, _) -> Value.tuple(
        in.operators.binary(Operator.Binary.FLOOR_DIVIDE, args.get(0), args.get(1)),
        in.operators.binary(Operator.Binary.MODULO, args.get(0), args.get(1))));
    define(table, "bin", (in, args, _) -> based(in, args.getFirst(), 2, "0b"));
    define(table, "oct", (in, args, _) -> based(in, args.getFirst(), 8, "0o"));
    define(table, "hex", (in, args, _) -> based(in, args.getFirst(), 16, "0x"));
    define(table, "ord", (in, args, _) -> args.getFirst() instanceof StrValue(String text) && !text.isEmpty()
        ? IntValue.of(text.codePointAt(0)) : unsupported(in, "ord", args));
    define(table, "chr", (in, args, _) -> Value.of(Character.toString(Conversions.index(in, args.getFirst()))));
    define(table, "sum", (in, args, kw) -> sum(in, args, kw));
    define(table, "min", (in, args, kw) -> Extremes.extreme(in, args, kw, -1));
    define(table, "max", (in, args, kw) -> Extremes.extreme(in, args, kw, 1));
  }

  private static void sequences(Map<String, Value> table) {
    define(table, "len", (in, args, _) -> length(in, args.getFirst()));
    define(table, "range", (in, args, _) -> range(in, args));
    define(table, "list", (in, args, _) -> in.list(elements(in, args)));
    define(table, "tuple", (in, args, _) -> new TupleValue(elements(in, args)));
    define(table, "set", (in, args, _) -> Containers.set(in, elements(in, args), false));
    define(table, "frozenset", (in, args, _) -> Containers.set(in, elements(in, args), true));
    lenient(table, "dict", (in, args, kw) -> dict(in, args, kw));
    define(table, "sorted", (in, args, kw) -> in.list(Extremes.sorted(in, in.iteration.list(args.getFirst()), kw)));
    define(table, "reversed", (in, args, _) ->
        new IteratorValue(in.heap, in.iteration.reversed(args.getFirst()).iterator()));
    define(table, "enumerate", (in, args, kw) -> enumerate(in, args, kw));
    define(table, "zip", (in, args, _) -> zip(in, args));
    lenient(table, "map", (in, args, _) -> map(in, args));
    lenient(table, "filter", (in, args, _) -> filter(in, args));
    define(table, "any", (in, args, _) -> all(in, args.getFirst(), true));
    define(table, "all", (in, args, _) -> all(in, args.getFirst(), false));
    define(table, "iter", (in, args, _) -> in.iteration.iterator(args.getFirst()));
    lenient(table, "next", (in, args, _) -> next(in, args));
    define(table, "slice", (_, args, _) -> args.size() == 1
        ? new SliceValue(Value.NONE, args.get(0), Value.NONE)
        : new SliceValue(args.get(0), args.get(1), args.size() > 2 ? args.get(2) : Value.NONE));
    define(table, "bytes", (in, args, _) -> args.isEmpty() ? new BytesValue("") : unsupported(in, "bytes", args));
    define(table, "str", (in, args, _) -> new StrValue(args.isEmpty() ? "" : in.calls.text(args.getFirst())));
    define(table, "repr", (in, args, _) -> new StrValue(in.calls.representation(args.getFirst())));
    define(table, "ascii", (in, args, _) -> new StrValue(in.calls.representation(args.getFirst())));
    define(table, "format", (in, args, _) -> new StrValue(
        FormatSpec.format(in, args.getFirst(), args.size() > 1 ? ValueText.str(args.get(1)) : "")));
  }

  private static void reflection(Map<String, Value> table) {
    lenient(table, "print", (_, _, _) -> Value.NONE);
    define(table, "isinstance", (in, args, _) -> Types.isInstance(args.get(0), args.get(1)).map(Value::of)
        .orElseGet(() -> in.unknown("the type of " + Operators.what(args.getFirst()) + " is not evaluated")));
    define(table, "issubclass", (in, args, _) -> Types.isSubclass(args.get(0), args.get(1)).map(Value::of)
        .orElseGet(() -> in.unknown("this class relation is not evaluated")));
    define(table, "callable", (in, args, _) -> switch (args.getFirst()) {
      case CallableValue _, Definition _ -> Value.TRUE;
      case InstanceValue instance -> Value.of(instance.type().attribute("__call__").isPresent());
      case Value value when Operators.isForeign(value) -> in.unknown("whether " + Operators.what(value)
          + " can be called is not evaluated");
      default -> Value.FALSE;
    });
    lenient(table, "getattr", (in, args, _) -> getattr(in, args));
    define(table, "hasattr", (in, args, _) -> args.getFirst() instanceof OpaqueValue
        ? in.unknown("the attributes of " + Operators.what(args.getFirst()) + " are not evaluated")
        : Value.of(in.attributes.find(args.get(0), ValueText.str(args.get(1))).isPresent()));
    lenient(table, "setattr", (in, args, _) -> {
      in.attributes.set(args.get(0), ValueText.str(args.get(1)), args.get(2));
      return Value.NONE;
    });
    define(table, "delattr", (in, args, _) -> {
      in.attributes.delete(args.get(0), ValueText.str(args.get(1)));
      return Value.NONE;
    });
    define(table, "type", (in, args, _) -> typeOf(in, args));
    define(table, "hash", (in, args, _) -> in.unknown("hash values are not evaluated"));
    define(table, "object", (in, _, _) -> new OpaqueValue("builtins.object()"));
    descriptor(table, "property", DescriptorValue.Kind.PROPERTY);
    descriptor(table, "staticmethod", DescriptorValue.Kind.STATIC_METHOD);
    descriptor(table, "classmethod", DescriptorValue.Kind.CLASS_METHOD);
  }

  private static void descriptor(Map<String, Value> table, String name, DescriptorValue.Kind kind) {
    define(table, name, (_, args, _) -> new DescriptorValue(kind, args.getFirst()));
  }

  private static List<Value> elements(Interpreter interpreter, List<Value> arguments) {
    return arguments.isEmpty() ? new ArrayList<>() : interpreter.iteration.list(arguments.getFirst());
  }

  /** A function whose result is unknown when one of its arguments is. */
  static void define(Map<String, Value> table, String name, BuiltinFunction.Body body) {
    table.put(name, strict(name, body));
  }

  /** A function whose result is unknown when one of its arguments is. */
  static BuiltinValue strict(String name, BuiltinFunction.Body body) {
    return new BuiltinFunction(name, (interpreter, arguments, keywords) -> {
      for (Value argument : arguments) {
        if (argument instanceof UnknownValue) {
          return argument;
        }
      }
      for (Value argument : keywords.values()) {
        if (argument instanceof UnknownValue) {
          return argument;
        }
      }
      try {
        return body.call(interpreter, arguments, keywords);
      } catch (IndexOutOfBoundsException | NoSuchElementException e) {
        throw interpreter.error("TypeError", name + "() misses an argument");
      }
    });
  }

  /** A function that looks at unknown arguments itself. */
  static void lenient(Map<String, Value> table, String name, BuiltinFunction.Body body) {
    table.put(name, new BuiltinFunction(name, body));
  }

  static Value unsupported(Interpreter interpreter, String name, List<Value> arguments) {
    return interpreter.unknown(name + "() of a value of type "
        + (arguments.isEmpty() ? "nothing" : ValueText.typeName(arguments.getFirst())) + " is not evaluated");
  }

  static Value truth(Interpreter interpreter, Value value) {
    return interpreter.operators.truth(value).map(Value::of)
        .orElseGet(() -> interpreter.operators.asUnknown(value));
  }

  private static Value absolute(Interpreter interpreter, Value value) {
    return switch (Operators.plain(value)) {
      case FloatValue(double number) -> new FloatValue(Math.abs(number));
      case Value number when Numbers.isNumber(number) -> new IntValue(Numbers.integer(number).orElseThrow().abs());
      default -> interpreter.calls.special(value, "__abs__", List.of())
          .orElseGet(() -> unsupported(interpreter, "abs", List.of(value)));
    };
  }

  private static Value based(Interpreter interpreter, Value value, int base, String prefix) {
    return Numbers.integer(value).<Value>map(number -> new StrValue(FormatSpec.prefixed(number, base, prefix)))
        .orElseThrow(() -> interpreter.error("TypeError", "an integer is needed"));
  }

  private static Value round(Interpreter interpreter, Value value, Value digits) {
    Value number = Operators.plain(value);
    if (number instanceof FloatValue(double real)) {
      if (!Double.isFinite(real)) {
        if (digits instanceof NoneValue) {
          throw interpreter.error(Double.isNaN(real) ? "ValueError" : "OverflowError",
              "cannot convert float " + FloatText.repr(real) + " to integer");
        }
        return number;
      }
      if (digits instanceof NoneValue) {
        return new IntValue(new BigDecimal(real).setScale(0, RoundingMode.HALF_EVEN).toBigInteger());
      }
      int places = Conversions.index(interpreter, digits);
      return new FloatValue(new BigDecimal(real).setScale(places, RoundingMode.HALF_EVEN).doubleValue());
    }
    if (!Numbers.isNumber(number)) {
      return unsupported(interpreter, "round", List.of(value));
    }
    BigInteger whole = Numbers.integer(number).orElseThrow();
    int places = digits instanceof NoneValue ? 0 : Conversions.index(interpreter, digits);
    return new IntValue(places >= 0 ? whole
        : new BigDecimal(whole).setScale(places, RoundingMode.HALF_EVEN).toBigInteger());
  }

  private static Value power(Interpreter interpreter, List<Value> arguments) {
    if (arguments.size() == 3) {
      List<Optional<BigInteger>> parts = arguments.stream().map(Numbers::integer).toList();
      if (parts.stream().allMatch(Optional::isPresent) && parts.get(2).get().signum() > 0
          && parts.get(1).get().signum() >= 0) {
        interpreter.budget.work((long) parts.get(1).get().bitLength() * parts.get(2).get().bitLength());
        return new IntValue(parts.get(0).get().modPow(parts.get(1).get(), parts.get(2).get()));
      }
      return unsupported(interpreter, "pow", arguments);
    }
    return interpreter.operators.binary(Operator.Binary.POWER, arguments.get(0), arguments.get(1));
  }

  private static Value sum(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    Value total = arguments.size() > 1 ? arguments.get(1) : keywords.getOrDefault("start", IntValue.of(0));
    for (Value each : interpreter.iteration.elements(arguments.getFirst())) {
      interpreter.budget.step();
      total = interpreter.operators.binary(Operator.Binary.ADD, total, each);
    }
    return total;
  }

  private static Value length(Interpreter interpreter, Value value) {
    return switch (value) {
      case StrValue(String text) -> IntValue.of(text.codePointCount(0, text.length()));
      case BytesValue(String bytes) -> IntValue.of(bytes.length());
      case RangeValue range -> IntValue.of(range.length());
      case SequenceValue sequence -> IntValue.of(sequence.size());
      case DictValue dict -> IntValue.of(dict.size());
      case SetValue set -> IntValue.of(set.members().size());
      case ClassValue type when Iteration.isEnum(type) -> IntValue.of(Iteration.members(type).size());
      case TensorSampleValue tensor when !tensor.shape().isEmpty() -> tensor.shape().getFirst();
      default -> interpreter.calls.special(value, "__len__", List.of()).orElseGet(() -> {
        if (Operators.isForeign(value)) {
          return interpreter.unknown("the length of " + Operators.what(value) + " is not evaluated");
        }
        throw interpreter.error("TypeError", "a value of type " + ValueText.typeName(value) + " has no length");
      });
    };
  }

  private static Value range(Interpreter interpreter, List<Value> arguments) {
    long start = arguments.size() > 1 ? Conversions.longIndex(interpreter, arguments.get(0)) : 0;
    long stop = Conversions.longIndex(interpreter, arguments.get(arguments.size() > 1 ? 1 : 0));
    long step = arguments.size() > 2 ? Conversions.longIndex(interpreter, arguments.get(2)) : 1;
    if (step == 0) {
      throw interpreter.error("ValueError", "range() step must not be zero");
    }
    return new RangeValue(start, stop, step);
  }

  private static Value dict(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    DictValue dict = interpreter.dict();
    for (Value argument : arguments) {
      Containers.update(interpreter, dict, argument);
    }
    keywords.forEach((name, value) -> dict.put(new Key(new StrValue(name)), new StrValue(name), value));
    return dict;
  }

  private static Value enumerate(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    Value first = arguments.size() > 1 ? arguments.get(1) : keywords.getOrDefault("start", IntValue.of(0));
    Iterator<Value> elements = interpreter.iteration.elements(arguments.getFirst()).iterator();
    return new IteratorValue(interpreter.heap, new Iterator<>() {
      private BigInteger next = Numbers.integer(first).orElse(BigInteger.ZERO);

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

  private static Value zip(Interpreter interpreter, List<Value> arguments) {
    List<Iterator<Value>> iterators = new ArrayList<>();
    arguments.forEach(each -> iterators.add(interpreter.iteration.elements(each).iterator()));
    return new IteratorValue(interpreter.heap, new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !iterators.isEmpty() && iterators.stream().allMatch(Iterator::hasNext);
      }

      @Override
      public Value next() {
        return new TupleValue(iterators.stream().map(Iterator::next).toList());
      }
    });
  }

  private static Value map(Interpreter interpreter, List<Value> arguments) {
    Value function = arguments.getFirst();
    Iterator<Value> rows = ((IteratorValue) zip(interpreter, arguments.subList(1, arguments.size()))).elements();
    return new IteratorValue(interpreter.heap, new Iterator<>() {
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
    List<Value> kept = new ArrayList<>();
    for (Value each : interpreter.iteration.elements(arguments.get(1))) {
      Value test = arguments.getFirst() instanceof NoneValue ? each
          : interpreter.calls.call(arguments.getFirst(), List.of(each));
      Optional<Boolean> truth = interpreter.operators.truth(test);
      if (truth.isEmpty()) {
        return interpreter.operators.asUnknown(test);
      }
      if (truth.get()) {
        kept.add(each);
      }
    }
    return new IteratorValue(interpreter.heap, Collections.unmodifiableList(kept).iterator());
  }

  private static Value all(Interpreter interpreter, Value iterable, boolean wanted) {
    for (Value each : interpreter.iteration.elements(iterable)) {
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
    Iterator<Value> elements = interpreter.iteration.iterator(arguments.getFirst()).elements();
    if (elements.hasNext()) {
      return elements.next();
    }
    if (arguments.size() > 1) {
      return arguments.get(1);
    }
    throw interpreter.error("StopIteration", "");
  }

  private static Value getattr(Interpreter interpreter, List<Value> arguments) {
    if (arguments.size() < 2 || !(arguments.get(1) instanceof StrValue(String name))) {
      return interpreter.unknown("the name of the attribute is not known");
    }
    if (arguments.size() == 2) {
      return interpreter.attributes.get(arguments.get(0), name);
    }
    return interpreter.attributes.find(arguments.get(0), name).orElse(arguments.get(2));
  }

  private static Value typeOf(Interpreter interpreter, List<Value> arguments) {
    if (arguments.size() != 1) {
      return interpreter.unknown("classes made by type() are not evaluated");
    }
    return switch (arguments.getFirst()) {
      case InstanceValue instance -> instance.type();
      case TupleValue tuple when tuple.type().isPresent() -> tuple.type().get();
      case Value value -> lookup(ValueText.typeName(value)).orElseGet(() ->
          new OpaqueValue("builtins.type(" + ValueText.typeName(value) + ")"));
    };
  }
}
