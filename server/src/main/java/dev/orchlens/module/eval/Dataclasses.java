package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Data classes and named tuples (library reference, "dataclasses" and "collections.namedtuple").
 */
public final class Dataclasses {
  private static final ClassValue FIELD = ClassValue.builtin("Field");

  private Dataclasses() {}

  /** {@code dataclasses.dataclass}, with or without options. */
  public static Value dataclass(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> options) {
    if (!arguments.isEmpty()) {
      return apply(interpreter, arguments.getFirst(), options);
    }
    return new BuiltinFunction(
        "dataclasses.dataclass",
        (inner, types, _) -> apply(inner, types.getFirst(), options),
        List.copyOf(options.values()));
  }

  private static Value apply(Interpreter interpreter, Value type, Map<String, Value> options) {
    return type instanceof ClassValue plain
        ? build(interpreter, plain, traits(options), isSet(options, "kw_only", false))
        : type;
  }

  private static ClassValue.Traits traits(Map<String, Value> options) {
    return new ClassValue.Traits(
        isSet(options, "frozen", false),
        isSet(options, "eq", true),
        isSet(options, "order", false),
        isSet(options, "repr", true));
  }

  private static boolean isSet(Map<String, Value> options, String name, boolean otherwise) {
    return options.containsKey(name) ? Value.TRUE.equals(options.get(name)) : otherwise;
  }

  /**
   * A class that derives from a data class without being declared one: it has the fields of its
   * base only.
   */
  static ClassValue inherit(Interpreter interpreter, ClassValue plain) {
    ClassValue.Traits traits =
        plain.bases().stream()
            .filter(ClassValue.class::isInstance)
            .map(ClassValue.class::cast)
            .filter(base -> base.form() == ClassValue.Form.DATA)
            .findFirst()
            .orElseThrow()
            .traits();
    return new ClassValue(
        interpreter.heap,
        plain.name(),
        ClassValue.Form.DATA,
        traits,
        plain.bases(),
        plain.fields(),
        plain.annotated(),
        plain.attributes(),
        plain.site());
  }

  private static ClassValue build(
      Interpreter interpreter, ClassValue plain, ClassValue.Traits traits, boolean keywordOnly) {
    Map<String, ClassValue.Field> fields = new LinkedHashMap<>();
    List<Value> bases = plain.bases().reversed();
    for (Value base : bases) {
      if (base instanceof ClassValue parent && parent.form() == ClassValue.Form.DATA) {
        parent.fields().forEach(field -> fields.put(field.name(), field));
      }
    }
    Map<String, Value> attributes = new LinkedHashMap<>(plain.attributes());
    for (String name : plain.annotated()) {
      ClassValue.Field field = field(interpreter, name, plain.attributes().get(name), keywordOnly);
      fields.put(name, field);
      if (field.defaultValue().isPresent()) {
        attributes.put(name, field.defaultValue().get());
      } else {
        attributes.remove(name);
      }
    }
    return new ClassValue(
        interpreter.heap,
        plain.name(),
        ClassValue.Form.DATA,
        traits,
        plain.bases(),
        List.copyOf(fields.values()),
        plain.annotated(),
        attributes,
        plain.site());
  }

  private static ClassValue.Field field(
      Interpreter interpreter, String name, Value written, boolean keywordOnly) {
    if (!(written instanceof InstanceValue options && options.type() == FIELD)) {
      if (written instanceof ListValue
          || written instanceof DictValue
          || written instanceof SetValue) {
        throw interpreter.error(
            "ValueError",
            "the default of field "
                + name
                + " is a mutable "
                + ValueText.typeName(written)
                + "; use default_factory");
      }
      return new ClassValue.Field(
          name, Optional.ofNullable(written), Optional.empty(), true, true, keywordOnly, true);
    }
    return new ClassValue.Field(
        name,
        options.field("default"),
        options.field("default_factory"),
        !options.field("init").equals(Optional.of(Value.FALSE)),
        !options.field("compare").equals(Optional.of(Value.FALSE)),
        keywordOnly || options.field("kw_only").equals(Optional.of(Value.TRUE)),
        !options.field("repr").equals(Optional.of(Value.FALSE)));
  }

  /** {@code dataclasses.field}. */
  public static Value field(Interpreter interpreter, Map<String, Value> options) {
    InstanceValue field = new InstanceValue(interpreter.heap, FIELD);
    options.forEach(field::set);
    return field;
  }

  /** Makes an instance from constructor arguments. */
  static Value construct(
      Interpreter interpreter,
      ClassValue type,
      List<Value> arguments,
      Map<String, Value> keywords) {
    InstanceValue instance = new InstanceValue(interpreter.heap, type);
    Map<String, Value> given = bind(interpreter, type, arguments, keywords);
    for (ClassValue.Field field : type.fields()) {
      Value value = given.get(field.name());
      if (value == null && field.factory().isPresent()) {
        value = interpreter.calls.call(field.factory().get(), List.of());
      } else if (value == null) {
        value = field.defaultValue().orElse(null);
      }
      if (value != null) {
        instance.set(field.name(), value);
      } else if (field.init()) {
        throw interpreter.error(
            "TypeError", type.name() + "() misses the argument '" + field.name() + "'");
      }
    }
    interpreter.calls.special(instance, "__post_init__", List.of());
    return instance;
  }

  private static Map<String, Value> bind(
      Interpreter interpreter,
      ClassValue type,
      List<Value> arguments,
      Map<String, Value> keywords) {
    List<ClassValue.Field> positional =
        type.fields().stream().filter(field -> field.init() && !field.keywordOnly()).toList();
    if (arguments.size() > positional.size()) {
      throw interpreter.error(
          "TypeError",
          type.name()
              + "() takes "
              + positional.size()
              + " positional arguments, got "
              + arguments.size());
    }
    Map<String, Value> given = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      given.put(positional.get(i).name(), arguments.get(i));
    }
    keywords.forEach(
        (name, value) -> {
          boolean known =
              type.fields().stream().anyMatch(field -> field.init() && field.name().equals(name));
          if (!known) {
            throw interpreter.error("TypeError", type.name() + "() has no argument '" + name + "'");
          }
          if (given.put(name, value) != null) {
            throw interpreter.error(
                "TypeError", type.name() + "() got the argument '" + name + "' twice");
          }
        });
    return given;
  }

  /** The named tuple class whose body is that of a plain class. */
  static ClassValue namedTuple(Interpreter interpreter, ClassValue plain) {
    List<ClassValue.Field> fields = new ArrayList<>();
    for (String name : plain.annotated()) {
      fields.add(field(interpreter, name, plain.attributes().get(name), false));
    }
    return new ClassValue(
        interpreter.heap,
        plain.name(),
        ClassValue.Form.NAMED_TUPLE,
        ClassValue.Traits.USUAL,
        List.of(),
        fields,
        plain.annotated(),
        plain.attributes(),
        plain.site());
  }

  /** {@code collections.namedtuple(name, fields)}. */
  public static Value namedTuple(Interpreter interpreter, Value name, Value fieldNames) {
    List<Value> names =
        fieldNames instanceof StrValue(String text)
            ? Arrays.stream(text.replace(',', ' ').strip().split("\\s+")).map(Value::of).toList()
            : interpreter.iteration.list(fieldNames);
    List<String> annotated = names.stream().map(ValueText::str).toList();
    ClassValue plain =
        new ClassValue(
            interpreter.heap,
            ValueText.str(name),
            ClassValue.Form.PLAIN,
            ClassValue.Traits.USUAL,
            List.of(),
            List.of(),
            annotated,
            Map.of(),
            interpreter.position());
    return namedTuple(interpreter, plain);
  }

  /** A named tuple from constructor arguments. */
  static Value constructTuple(
      Interpreter interpreter,
      ClassValue type,
      List<Value> arguments,
      Map<String, Value> keywords) {
    Map<String, Value> given = bind(interpreter, type, arguments, keywords);
    List<Value> elements = new ArrayList<>();
    for (ClassValue.Field field : type.fields()) {
      Value value = given.getOrDefault(field.name(), field.defaultValue().orElse(null));
      if (value == null) {
        throw interpreter.error(
            "TypeError", type.name() + "() misses the argument '" + field.name() + "'");
      }
      elements.add(value);
    }
    return new TupleValue(elements, Optional.of(type));
  }

  /** {@code dataclasses.replace}: a new instance with some fields changed. */
  public static Value replace(Interpreter interpreter, Value object, Map<String, Value> changes) {
    InstanceValue instance = instance(interpreter, object);
    Map<String, Value> keywords = new LinkedHashMap<>();
    for (ClassValue.Field field : instance.type().fields()) {
      if (field.init()) {
        instance.field(field.name()).ifPresent(value -> keywords.put(field.name(), value));
      }
    }
    keywords.putAll(changes);
    return interpreter.calls.call(instance.type(), List.of(), keywords);
  }

  private static InstanceValue instance(Interpreter interpreter, Value object) {
    if (object instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    if (object instanceof InstanceValue instance
        && instance.type().form() == ClassValue.Form.DATA) {
      return instance;
    }
    if (Operators.isForeign(object)) {
      throw new UnknownAnswerException(
          interpreter.unknown("the fields of " + Operators.what(object) + " are not evaluated"));
    }
    throw interpreter.error(
        "TypeError",
        "a data class instance is needed, not a value of type " + ValueText.typeName(object));
  }

  /** {@code dataclasses.asdict}: fields by name, nested data classes converted as well. */
  public static Value asDict(Interpreter interpreter, Value object) {
    InstanceValue instance = instance(interpreter, object);
    DictValue dict = interpreter.dict();
    for (ClassValue.Field field : instance.type().fields()) {
      Value name = new StrValue(field.name());
      instance
          .field(field.name())
          .ifPresent(
              value ->
                  dict.put(Containers.key(interpreter, name), name, converted(interpreter, value)));
    }
    return dict;
  }

  private static Value converted(Interpreter interpreter, Value value) {
    interpreter.budget.step();
    return switch (value) {
      case InstanceValue nested when nested.type().form() == ClassValue.Form.DATA ->
          asDict(interpreter, nested);
      case ListValue list ->
          interpreter.list(
              new ArrayList<>(
                  list.elements().stream().map(each -> converted(interpreter, each)).toList()));
      case TupleValue tuple ->
          new TupleValue(
              tuple.elements().stream().map(each -> converted(interpreter, each)).toList(),
              tuple.type());
      default -> value;
    };
  }

  /** {@code dataclasses.astuple}. */
  public static Value asTuple(Interpreter interpreter, Value object) {
    InstanceValue instance = instance(interpreter, object);
    return new TupleValue(
        instance.type().fields().stream()
            .map(field -> instance.field(field.name()).orElse(Value.NONE))
            .toList());
  }

  /** {@code dataclasses.fields}: objects that have a {@code name}. */
  public static Value fields(Interpreter interpreter, Value object) {
    ClassValue type =
        object instanceof ClassValue found ? found : instance(interpreter, object).type();
    List<Value> fields = new ArrayList<>();
    for (ClassValue.Field field : type.fields()) {
      InstanceValue each = new InstanceValue(interpreter.heap, FIELD);
      each.set("name", new StrValue(field.name()));
      field.defaultValue().ifPresent(value -> each.set("default", value));
      fields.add(each);
    }
    return new TupleValue(fields);
  }
}
