package dev.orchlens.module.value;

import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.Fingerprint;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hashes of values by content. Code counts as its text, its place inside its top-level item, and
 * the values of the functions around it; a module counts as its path alone, since whoever reads one
 * of its names records that read.
 */
final class Fingerprints {
  /** How deep values may nest; what lies deeper counts by its type alone. */
  private static final int MAX_DEPTH = 500;

  /** The values around the one at hand, each with its depth. */
  private final Map<Object, Integer> open = new IdentityHashMap<>();

  /**
   * The hashes of values that hold none of the values around them, so that they are the same
   * wherever they stand.
   */
  private final Map<Object, Fingerprint> known = new IdentityHashMap<>();

  /** The least depth of a value that the value at hand holds again. */
  private int outermost = Integer.MAX_VALUE;

  private Fingerprints() {}

  /** The hash of one value. */
  static Fingerprint of(Value value) {
    return new Fingerprints().value(value);
  }

  /** The hash of what the function scopes around some code hold. */
  static Fingerprint ofClosure(Environment environment) {
    return new Fingerprints().closure(environment);
  }

  private Fingerprint value(Value value) {
    return switch (value) {
      case IntValue v -> tagged("int", v.value().toString());
      case FloatValue v -> tagged("float", Long.toHexString(Double.doubleToLongBits(v.value())));
      case BoolValue v -> tagged("bool", v.value() ? "1" : "0");
      case StrValue v -> tagged("str", v.value());
      case BytesValue v -> tagged("bytes", v.value());
      case NoneValue _ -> Fingerprint.of("None");
      case EllipsisValue _ -> Fingerprint.of("...");
      case RangeValue v -> tagged("range", v.start() + ":" + v.stop() + ":" + v.step());
      case OpaqueValue v -> tagged("opaque", v.path());
      case TensorSampleValue v -> all("sample", v.shape()).with(v.dtype());
      case UnknownValue v ->
          v.site().map(this::site).orElse(Fingerprint.of("")).with("unknown").with(v.reason());
      case DictViewValue v -> value(v.dict()).with(v.kind().name());
      case PathValue v -> tagged("path", v.path());
      case ModuleValue v -> tagged("module", v.module().path());
      case TupleValue _,
          LanguageObject _,
          ListValue _,
          DictValue _,
          SetValue _,
          IteratorValue _,
          InstanceValue _,
          FunctionValue _,
          ClassValue _,
          SliceValue _,
          BuiltinValue _,
          BoundMethodValue _,
          DescriptorValue _ ->
          shared(value);
    };
  }

  private Fingerprint language(LanguageObject object) {
    return switch (object) {
      case LanguageObject.Indexed v -> all("indexed", List.of(v.base(), v.index()));
      case LanguageObject.Call v ->
          named("call", v.keywords()).with(all("arguments", v.arguments())).with(value(v.callee()));
      case Definition v ->
          code(v.name(), v.site(), v.environment()).with(all("decorators", v.decorators()));
      case LanguageObject.Name v -> tagged("language", v.path());
      case LanguageObject.DynamicDim v -> site(v.site()).with("dynamic").with(v.name());
    };
  }

  /**
   * Values that hold others, of which several may hold the same one or, directly or not,
   * themselves.
   */
  private Fingerprint shared(Value value) {
    Fingerprint before = known.get(value);
    if (before != null) {
      return before;
    }
    Integer depth = open.get(value);
    if (depth != null) {
      outermost = Math.min(outermost, depth);
      return tagged("back", Integer.toString(open.size() - depth));
    }
    int mine = open.size();
    if (mine >= MAX_DEPTH) {
      return tagged("deep", value.getClass().getSimpleName());
    }
    int around = outermost;
    outermost = Integer.MAX_VALUE;
    open.put(value, mine);
    Fingerprint result = contents(value);
    open.remove(value);
    if (outermost >= mine) {
      known.put(value, result);
      outermost = around;
    } else {
      outermost = Math.min(around, outermost);
    }
    return result;
  }

  private Fingerprint contents(Value value) {
    return switch (value) {
      case TupleValue v ->
          v.type().isEmpty()
              ? all("tuple", v.elements())
              : all("tuple", v.elements()).with(v.type().get().name());
      case LanguageObject v -> language(v);
      case SliceValue v -> all("slice", List.of(v.lower(), v.upper(), v.step()));
      case BuiltinValue v -> all("builtin", v.parts()).with(v.name());
      case BoundMethodValue v -> all("bound", List.of(v.self(), v.function()));
      case DescriptorValue v -> value(v.function()).with(v.kind().name());
      case ListValue v -> all("list", v.elements());
      case SetValue v -> members(v);
      case DictValue v -> entries(v);
      case InstanceValue v -> named("instance", v.fields()).with(value(v.type()));
      case FunctionValue v ->
          code(v.name(), v.site(), v.environment()).with(all("defaults", defaults(v)));
      case ClassValue v -> ofClass(v);
      default -> Fingerprint.of("iterator");
    };
  }

  private static List<Value> defaults(FunctionValue function) {
    return function.code().parameters().stream()
        .map(function.defaults()::get)
        .filter(v -> v != null)
        .toList();
  }

  private Fingerprint members(SetValue set) {
    long high = 0;
    long low = set.members().size();
    for (Value member : set.members()) {
      Fingerprint each = value(member);
      high += each.high();
      low += each.low();
    }
    return new Fingerprint(high, low).with(set.isFrozen() ? "frozenset" : "set");
  }

  private Fingerprint entries(DictValue dict) {
    Fingerprint hash = Fingerprint.of("dict");
    for (DictValue.Entry entry : dict.entries()) {
      hash = hash.with(value(entry.key())).with(value(entry.value()));
    }
    return hash;
  }

  private Fingerprint ofClass(ClassValue type) {
    Fingerprint hash = named("class", type.attributes()).with(type.name()).with(type.form().name());
    for (ClassValue.Field field : type.fields()) {
      hash = hash.with(field.name()).with(field.init() ? "init" : "");
      hash = field.defaultValue().isPresent() ? hash.with(value(field.defaultValue().get())) : hash;
      hash = field.factory().isPresent() ? hash.with(value(field.factory().get())) : hash;
    }
    return hash.with(all("bases", type.bases())).with(type.isFrozen() ? "frozen" : "");
  }

  private Fingerprint code(String name, Site site, Environment environment) {
    Fingerprint text =
        environment
            .module()
            .tree()
            .flatMap(tree -> tree.item(site.item()))
            .map(TopLevel::fingerprint)
            .orElse(Fingerprint.of(name));
    return text.with(site(site)).with(closure(environment));
  }

  private Fingerprint closure(Environment environment) {
    Fingerprint hash = Fingerprint.of("closure");
    for (Scope scope = environment.scope(); scope != null; scope = scope.parent()) {
      if (scope.kind() == Scope.Kind.FUNCTION || scope.kind() == Scope.Kind.COMPREHENSION) {
        for (String name : scope.names(environment.tick())) {
          hash = hash.with(name).with(value(scope.entry(name, environment.tick()).value()));
        }
      }
    }
    return hash;
  }

  private Fingerprint site(Site site) {
    return tagged(site.file(), site.item() + ":" + site.range().start() + ":" + site.range().end());
  }

  private Fingerprint all(String tag, List<? extends Value> values) {
    Fingerprint hash = tagged(tag, Integer.toString(values.size()));
    for (Value each : values) {
      hash = hash.with(value(each));
    }
    return hash;
  }

  private Fingerprint named(String tag, Map<String, Value> values) {
    Fingerprint hash = tagged(tag, Integer.toString(values.size()));
    for (Map.Entry<String, Value> each : values.entrySet()) {
      hash = hash.with(each.getKey()).with(value(each.getValue()));
    }
    return hash;
  }

  private static Fingerprint tagged(String tag, String content) {
    return Fingerprint.of(tag).with(content);
  }
}
