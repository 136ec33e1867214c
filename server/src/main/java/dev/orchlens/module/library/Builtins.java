package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.eval.Types;
import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    BuiltinNumbers.define(table);
    sequences(table);
    BuiltinIterators.define(table);
    texts(table);
    kinds(table);
    attributes(table);
    table.put("NotImplemented", new OpaqueValue("builtins.NotImplemented"));
    table.put("Ellipsis", new EllipsisValue());
    table.put("__debug__", Value.TRUE);
    for (String name :
        List.of(
            "open",
            "input",
            "eval",
            "exec",
            "compile",
            "__import__",
            "id",
            "memoryview",
            "bytearray",
            "complex",
            "vars",
            "dir",
            "help",
            "breakpoint",
            "quit",
            "exit",
            "aiter",
            "anext",
            "copyright",
            "credits",
            "license",
            "__build_class__",
            "__loader__",
            "__spec__")) {
      table.put(name, new OpaqueValue("builtins." + name));
    }
    return Map.copyOf(table);
  }

  private static void sequences(Map<String, Value> table) {
    define(table, "len", "obj, /", (in, args, _) -> length(in, args.getFirst()));
    define(table, "range", "start, stop?, step?, /", (in, args, _) -> range(in, args));
    define(
        table,
        "list",
        "iterable=(), /",
        (in, args, _) -> in.list(in.iteration.list(args.getFirst())));
    define(
        table,
        "tuple",
        "iterable=(), /",
        (in, args, _) ->
            args.getFirst() instanceof TupleValue tuple && tuple.type().isEmpty()
                ? tuple
                : new TupleValue(in.iteration.list(args.getFirst())));
    define(
        table,
        "set",
        "iterable=(), /",
        (in, args, _) -> Containers.set(in, in.iteration.members(args.getFirst()), false));
    define(
        table,
        "frozenset",
        "iterable=(), /",
        (in, args, _) -> Containers.set(in, in.iteration.members(args.getFirst()), true));
    lenient(table, "dict", "mapping?, /, **more", Builtins::dict);
    define(
        table,
        "sorted",
        "iterable, /, *, key=None, reverse=False",
        (in, args, kw) ->
            in.list(
                args.getFirst() instanceof SetValue set && !kw.get("key").equals(Value.NONE)
                    ? Extremes.sorted(in, in.iteration.list(set), kw)
                    : Extremes.sorted(in, in.iteration.membersList(args.getFirst()), kw)));
    define(
        table,
        "reversed",
        "sequence, /",
        (in, args, _) ->
            new IteratorValue(in.heap, in.iteration.reversed(args.getFirst()).iterator()));
    define(
        table,
        "slice",
        "start, stop?, step?, /",
        (_, args, _) ->
            args.size() == 1
                ? new SliceValue(Value.NONE, args.get(0), Value.NONE)
                : new SliceValue(
                    args.get(0), args.get(1), args.size() > 2 ? args.get(2) : Value.NONE));
  }

  private static void texts(Map<String, Value> table) {
    define(
        table,
        "bytes",
        "source?, encoding?, errors?",
        (in, args, _) -> args.isEmpty() ? new BytesValue("") : unsupported(in, "bytes", args));
    define(
        table,
        "str",
        "object='', encoding?, errors?",
        (in, args, _) ->
            args.size() > 1
                ? unsupported(in, "str", args)
                : new StrValue(in.calls.text(args.getFirst())));
    define(
        table,
        "repr",
        "obj, /",
        (in, args, _) -> new StrValue(in.calls.representation(args.getFirst())));
    define(
        table, "ascii", "obj, /", (in, args, _) -> new StrValue(in.texts.ascii(args.getFirst())));
    define(
        table,
        "format",
        "value, format_spec='', /",
        (in, args, _) ->
            new StrValue(FormatSpec.format(in, args.get(0), Arguments.text(in, args.get(1)))));
  }

  /** Attributes whose names are values. */
  private static void attributes(Map<String, Value> table) {
    lenient(table, "getattr", "object, name, default?, /", (in, args, _) -> getattr(in, args));
    define(
        table,
        "hasattr",
        "obj, name, /",
        (in, args, _) -> {
          Optional<Value> found = in.attributes.find(args.get(0), Arguments.text(in, args.get(1)));
          return found.isPresent() && found.get() instanceof UnknownValue
                  || args.getFirst() instanceof OpaqueValue
              ? in.unknown(
                  "the attributes of " + Operators.what(args.getFirst()) + " are not evaluated")
              : Value.of(found.isPresent());
        });
    lenient(
        table,
        "setattr",
        "obj, name, value, /",
        (in, args, _) -> {
          in.attributes.set(args.get(0), Arguments.text(in, args.get(1)), args.get(2));
          return Value.NONE;
        });
    define(
        table,
        "delattr",
        "obj, name, /",
        (in, args, _) -> {
          in.attributes.delete(args.get(0), Arguments.text(in, args.get(1)));
          return Value.NONE;
        });
  }

  /** What an object is, and what it can do. */
  private static void kinds(Map<String, Value> table) {
    lenient(table, "print", "*args, **options", (_, _, _) -> Value.NONE);
    define(
        table,
        "isinstance",
        "obj, class_or_tuple, /",
        (in, args, _) ->
            Types.isInstance(args.get(0), args.get(1))
                .map(Value::of)
                .orElseGet(
                    () ->
                        in.unknown(
                            "the type of "
                                + Operators.what(args.getFirst())
                                + " is not evaluated")));
    define(
        table,
        "issubclass",
        "cls, class_or_tuple, /",
        (in, args, _) ->
            Types.isSubclass(args.get(0), args.get(1))
                .map(Value::of)
                .orElseGet(() -> in.unknown("this class relation is not evaluated")));
    define(
        table,
        "callable",
        "obj, /",
        (in, args, _) ->
            switch (args.getFirst()) {
              case DescriptorValue _ ->
                  in.unknown("whether a descriptor can be called is not evaluated");
              case CallableValue _, Definition _ -> Value.TRUE;
              case InstanceValue instance ->
                  Value.of(instance.type().attribute("__call__").isPresent());
              case Value value when Operators.isForeign(value) ->
                  in.unknown(
                      "whether " + Operators.what(value) + " can be called is not evaluated");
              default -> Value.FALSE;
            });
    define(table, "type", "object, bases?, dict?, /, **options", (in, args, _) -> typeOf(in, args));
    define(
        table,
        "hash",
        "obj, /",
        (in, args, _) -> {
          Containers.key(in, args.getFirst());
          return in.unknown("hash values are not evaluated");
        });
    define(table, "object", "", (in, _, _) -> new OpaqueValue("builtins.object()"));
    descriptor(
        table,
        "property",
        "fget=None, fset=None, fdel=None, doc=None",
        DescriptorValue.Kind.PROPERTY);
    descriptor(table, "staticmethod", "function, /", DescriptorValue.Kind.STATIC_METHOD);
    descriptor(table, "classmethod", "function, /", DescriptorValue.Kind.CLASS_METHOD);
  }

  private static void descriptor(
      Map<String, Value> table, String name, String signature, DescriptorValue.Kind kind) {
    define(table, name, signature, (_, args, _) -> new DescriptorValue(kind, args.getFirst()));
  }

  /** A function whose result is unknown when one of its arguments is. */
  static void define(
      Map<String, Value> table, String name, String signature, BuiltinFunction.Body body) {
    table.put(name, strict(name, Signature.of(signature), body));
  }

  /** A function whose result is unknown when one of its arguments is. */
  static BuiltinValue strict(String name, Signature signature, BuiltinFunction.Body body) {
    BuiltinFunction checked = checked(name, signature, body);
    return new BuiltinFunction(
        name,
        (interpreter, arguments, keywords) -> {
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
          return checked.body().call(interpreter, arguments, keywords);
        });
  }

  /** A function that is only called with the arguments that it takes. */
  static BuiltinFunction checked(String name, Signature signature, BuiltinFunction.Body body) {
    return new BuiltinFunction(
        name,
        (interpreter, arguments, keywords) -> {
          Signature.Bound bound = signature.bind(interpreter, name, arguments, keywords);
          return body.call(interpreter, bound.positional(), bound.named());
        });
  }

  /** A function that looks at unknown arguments itself. */
  static void lenient(
      Map<String, Value> table, String name, String signature, BuiltinFunction.Body body) {
    table.put(name, checked(name, Signature.of(signature), body));
  }

  static Value unsupported(Interpreter interpreter, String name, List<Value> arguments) {
    return interpreter.unknown(
        name
            + "() of a value of type "
            + (arguments.isEmpty() ? "nothing" : ValueText.typeName(arguments.getFirst()))
            + " is not evaluated");
  }

  static Value truth(Interpreter interpreter, Value value) {
    return interpreter
        .operators
        .truth(value)
        .map(Value::of)
        .orElseGet(() -> interpreter.operators.asUnknown(value));
  }

  private static Value length(Interpreter interpreter, Value value) {
    return switch (value) {
      case StrValue(String text) -> IntValue.of(text.codePointCount(0, text.length()));
      case BytesValue(String bytes) -> IntValue.of(bytes.length());
      case RangeValue range -> IntValue.of(range.length());
      case SequenceValue sequence -> IntValue.of(sequence.size());
      case DictValue dict -> IntValue.of(dict.size());
      case SetValue set -> IntValue.of(set.members().size());
      case DictViewValue view -> IntValue.of(view.dict().size());
      case ClassValue type when Iteration.isEnum(type) ->
          IntValue.of(Iteration.members(type).size());
      case TensorSampleValue tensor when !tensor.shape().isEmpty() -> tensor.shape().getFirst();
      default ->
          interpreter
              .calls
              .special(value, "__len__", List.of())
              .orElseGet(
                  () -> {
                    if (Operators.isForeign(value)) {
                      return interpreter.unknown(
                          "the length of " + Operators.what(value) + " is not evaluated");
                    }
                    throw interpreter.error(
                        "TypeError",
                        "a value of type " + ValueText.typeName(value) + " has no length");
                  });
    };
  }

  private static Value range(Interpreter interpreter, List<Value> arguments) {
    long start = arguments.size() > 1 ? Arguments.longIndex(interpreter, arguments.get(0)) : 0;
    long stop = Arguments.longIndex(interpreter, arguments.get(arguments.size() > 1 ? 1 : 0));
    long step = arguments.size() > 2 ? Arguments.longIndex(interpreter, arguments.get(2)) : 1;
    if (step == 0) {
      throw interpreter.error("ValueError", "range() step must not be zero");
    }
    return new RangeValue(start, stop, step);
  }

  private static Value dict(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    DictValue dict = interpreter.dict();
    for (Value argument : arguments) {
      Containers.update(interpreter, dict, argument);
    }
    keywords.forEach(dict::put);
    return dict;
  }

  private static Value getattr(Interpreter interpreter, List<Value> arguments) {
    String name = Arguments.text(interpreter, arguments.get(1));
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
      case Value value ->
          lookup(ValueText.typeName(value))
              .orElseGet(() -> new OpaqueValue("builtins.type(" + ValueText.typeName(value) + ")"));
    };
  }
}
