package dev.orchlens.module.library;

import dev.orchlens.module.eval.Arguments;
import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Dataclasses;
import dev.orchlens.module.eval.Enumerations;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Paths;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parts of Python's standard library that the evaluator models, by dotted name. */
final class StandardLibrary {
  private static final ClassValue NAMESPACE = ClassValue.builtin("SimpleNamespace");

  private static final Map<String, Value> TABLE = build();

  /** Decorators and functions that give back their argument as far as constants are concerned. */
  private static final Set<String> IDENTITIES =
      Set.of(
          "functools.cache",
          "functools.total_ordering",
          "functools.singledispatch",
          "enum.unique",
          "typing.final",
          "typing.runtime_checkable",
          "typing.no_type_check",
          "abc.abstractmethod",
          "types.MappingProxyType",
          "atexit.register");

  private static final Signature SET_ATTRIBUTE = Signature.of("self, name, value, /");
  private static final Signature FROM_KEYS = Signature.of("iterable, value=None, /");

  private StandardLibrary() {}

  private static Map<String, Value> build() {
    Map<String, Value> table = new HashMap<>();
    MathLibrary.define(table);
    functools(table);
    dataclasses(table);
    paths(table);
    IterationLibrary.define(table);
    types(table);
    for (String name :
        List.of(
            "enum.Enum",
            "enum.IntEnum",
            "enum.StrEnum",
            "enum.Flag",
            "enum.IntFlag",
            "abc.ABC",
            "abc.ABCMeta",
            "typing.NamedTuple",
            "typing.Generic",
            "typing.Protocol")) {
      Builtins.lenient(
          table,
          name,
          "*args, **options",
          (in, _, _) -> in.unknown("the result of " + name + "() is not evaluated"));
    }
    return Map.copyOf(table);
  }

  private static void functools(Map<String, Value> table) {
    Builtins.lenient(
        table,
        "functools.lru_cache",
        "maxsize?, typed?",
        (_, args, _) -> {
          boolean bare = args.size() == 1 && args.getFirst() instanceof FunctionValue;
          return bare ? args.getFirst() : identity("functools.lru_cache");
        });
    Builtins.lenient(
        table, "functools.wraps", "*args, **options", (_, _, _) -> identity("functools.wraps"));
    Builtins.lenient(
        table,
        "functools.cached_property",
        "func",
        (_, args, _) -> new DescriptorValue(DescriptorValue.Kind.CACHED_PROPERTY, args.getFirst()));
    Builtins.lenient(
        table,
        "functools.partial",
        "func, /, *args, **keywords",
        (_, args, kw) -> partial(args, kw));
    Builtins.define(
        table, "functools.reduce", "function, iterable, initial?, /", StandardLibrary::reduce);
  }

  private static Value identity(String name) {
    return new BuiltinFunction(
        name,
        (in, args, _) ->
            args.isEmpty()
                ? in.unknown("the result of " + name + "() is not evaluated")
                : args.getFirst());
  }

  private static Value partial(List<Value> arguments, Map<String, Value> keywords) {
    Value function = arguments.getFirst();
    List<Value> bound = arguments.subList(1, arguments.size());
    List<Value> parts = new ArrayList<>(arguments);
    parts.addAll(keywords.values());
    return new BuiltinFunction(
        "functools.partial",
        (in, more, moreKeywords) -> {
          List<Value> all = new ArrayList<>(bound);
          all.addAll(more);
          Map<String, Value> allKeywords = new LinkedHashMap<>(keywords);
          allKeywords.putAll(moreKeywords);
          return in.calls.call(function, all, allKeywords);
        },
        parts);
  }

  private static Value reduce(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords) {
    List<Value> values = interpreter.iteration.list(arguments.get(1));
    if (arguments.size() < 3 && values.isEmpty()) {
      throw interpreter.error("TypeError", "reduce() of an empty sequence without a first value");
    }
    Value total = arguments.size() > 2 ? arguments.get(2) : values.removeFirst();
    for (Value each : values) {
      total = interpreter.calls.call(arguments.getFirst(), List.of(total, each));
    }
    return total;
  }

  private static void dataclasses(Map<String, Value> table) {
    Builtins.lenient(table, "dataclasses.dataclass", "cls?, /, **options", Dataclasses::dataclass);
    Builtins.lenient(
        table, "dataclasses.field", "*, **options", (in, _, kw) -> Dataclasses.field(in, kw));
    Builtins.lenient(
        table,
        "dataclasses.replace",
        "obj, /, **changes",
        (in, args, kw) -> Dataclasses.replace(in, args.getFirst(), kw));
    Builtins.define(
        table,
        "dataclasses.asdict",
        "obj",
        (in, args, _) -> Dataclasses.asDict(in, args.getFirst()));
    Builtins.define(
        table,
        "dataclasses.astuple",
        "obj",
        (in, args, _) -> Dataclasses.asTuple(in, args.getFirst()));
    Builtins.define(
        table,
        "dataclasses.fields",
        "class_or_instance",
        (in, args, _) -> Dataclasses.fields(in, args.getFirst()));
    Builtins.define(
        table,
        "dataclasses.is_dataclass",
        "obj",
        (_, args, _) ->
            Value.of(
                args.getFirst() instanceof InstanceValue instance
                        && instance.type().form() == ClassValue.Form.DATA
                    || args.getFirst() instanceof ClassValue type
                        && type.form() == ClassValue.Form.DATA));
    table.put("dataclasses.FrozenInstanceError", Exceptions.type("FrozenInstanceError"));
  }

  private static void paths(Map<String, Value> table) {
    for (String name :
        List.of("pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath")) {
      Builtins.define(table, name, "*segments", (in, args, _) -> Paths.of(in, args));
    }
    Builtins.define(
        table,
        "os.path.join",
        "path, /, *paths",
        (in, args, _) -> new StrValue(Paths.join(in, args)));
    Builtins.define(
        table,
        "os.path.dirname",
        "p",
        (_, args, _) -> {
          String parent = Paths.parent(ValueText.str(args.getFirst()));
          return new StrValue(parent.equals(".") ? "" : parent);
        });
    Builtins.define(
        table,
        "os.path.basename",
        "p",
        (_, args, _) -> new StrValue(Paths.name(ValueText.str(args.getFirst()))));
    for (String name : List.of("abspath", "realpath", "normpath")) {
      Builtins.define(
          table,
          "os.path." + name,
          "path",
          (_, args, _) -> new StrValue(Paths.normal(ValueText.str(args.getFirst()))));
    }
    Builtins.define(
        table, "os.fspath", "path", (_, args, _) -> new StrValue(ValueText.str(args.getFirst())));
    Builtins.define(
        table,
        "os.getenv",
        "key, default=None",
        (in, args, _) ->
            in.imports()
                .environment()
                .get(Containers.key(in, args.getFirst()))
                .orElse(args.get(1)));
    table.put("os.sep", new StrValue("/"));
    table.put("os.pathsep", new StrValue(":"));
    table.put("os.linesep", new StrValue("\n"));
  }

  private static void types(Map<String, Value> table) {
    table.put("typing.TYPE_CHECKING", Value.FALSE);
    Builtins.lenient(table, "typing.cast", "typ, val", (_, args, _) -> args.get(1));
    table.put("sys.maxsize", IntValue.of(Long.MAX_VALUE));
    table.put("sys.platform", new StrValue("linux"));
    Builtins.lenient(
        table,
        "sys.exit",
        "status?, /",
        (in, args, _) -> {
          throw new PythonException(
              Exceptions.make(in.heap, Exceptions.type("SystemExit"), args), in.position());
        });
    Builtins.lenient(table, "enum.auto", "", (in, _, _) -> Enumerations.auto(in));
    Builtins.lenient(
        table,
        "types.SimpleNamespace",
        "*, **attributes",
        (in, _, kw) -> {
          InstanceValue namespace = new InstanceValue(in.heap, NAMESPACE);
          kw.forEach(namespace::set);
          return namespace;
        });
    Builtins.define(table, "copy.copy", "x", (in, args, _) -> Copies.shallow(in, args.getFirst()));
    Builtins.define(
        table, "copy.deepcopy", "x", (in, args, _) -> new Copies(in).deep(args.getFirst()));
    Builtins.lenient(table, "warnings.warn", "*args, **options", (_, _, _) -> Value.NONE);
    Builtins.lenient(table, "warnings.simplefilter", "*args, **options", (_, _, _) -> Value.NONE);
    Builtins.lenient(table, "warnings.filterwarnings", "*args, **options", (_, _, _) -> Value.NONE);
    Builtins.define(
        table,
        "importlib.import_module",
        "name, package=''",
        (in, args, _) ->
            in.imports().importModule(ValueText.str(args.get(0)), ValueText.str(args.get(1))));
    table.put("string.ascii_lowercase", new StrValue("abcdefghijklmnopqrstuvwxyz"));
    table.put("string.ascii_uppercase", new StrValue("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    table.put("string.digits", new StrValue("0123456789"));
  }

  /** What a dotted name below a library stands for. */
  static Value member(Interpreter interpreter, String path, String name) {
    String full = path + "." + name;
    Value known = TABLE.get(full);
    if (known != null) {
      return known;
    }
    if (IDENTITIES.contains(full)) {
      return identity(full);
    }
    return switch (full) {
      case "sys.argv" -> interpreter.imports().arguments();
      case "sys.path" -> interpreter.imports().searchPath();
      case "sys.modules" -> interpreter.imports().modules();
      case "os.environ" -> interpreter.imports().environment();
      default -> new OpaqueValue(full);
    };
  }

  /** An attribute of a built-in function or type. */
  static Optional<Value> attribute(BuiltinValue builtin, String name) {
    return switch (builtin.name() + "." + name) {
      case "itertools.chain.from_iterable" -> Optional.of(IterationLibrary.fromIterable());
      case "dict.fromkeys" ->
          Optional.of(
              Builtins.strict(
                  "dict.fromkeys", FROM_KEYS, (in, args, _) -> Containers.fromKeys(in, args)));
      case "object.__setattr__" ->
          Optional.of(
              Builtins.checked(
                  "object.__setattr__",
                  SET_ATTRIBUTE,
                  (in, args, _) -> {
                    if (args.getFirst() instanceof InstanceValue instance) {
                      instance.set(Arguments.text(in, args.get(1)), args.get(2));
                    }
                    return Value.NONE;
                  }));
      default ->
          name.equals("__name__")
              ? Optional.of(
                  new StrValue(builtin.name().substring(builtin.name().lastIndexOf('.') + 1)))
              : Optional.of(unbound(builtin.name(), name));
    };
  }

  /** A method taken from its type, such as {@code str.upper}: a call passes the value first. */
  private static Value unbound(String type, String name) {
    return new BuiltinFunction(
        type + "." + name,
        (in, args, kw) -> {
          Optional<Value> method =
              args.isEmpty() ? Optional.empty() : in.attributes.find(args.getFirst(), name);
          return method.isEmpty()
              ? in.unknown("the result of " + type + "." + name + "() is not evaluated")
              : in.calls.call(method.get(), args.subList(1, args.size()), kw);
        });
  }
}
