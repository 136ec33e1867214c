package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoundMethodValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DescriptorValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ModuleValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads, writes and deletes {@code value.name}. */
public final class Attributes {
  /** What {@code super()} gives: the fields {@code self} and {@code owner}. */
  private static final ClassValue SUPER = ClassValue.builtin("super");

  /** The base classes that add no attribute of their own. */
  private static final Set<String> PLAIN_BASES =
      Set.of("object", "typing.Generic", "typing.Protocol");

  /** The methods of a DSL function that take sample tensors as a call of it does. */
  private static final Set<String> SAMPLED = Set.of("compile", "lower");

  private final Interpreter interpreter;

  Attributes(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /**
   * The value of {@code base.name}.
   *
   * @throws PythonException (AttributeError) when there is none
   */
  public Value get(Value base, String name) {
    return find(base, name)
        .orElseThrow(
            () ->
                interpreter.error(
                    "AttributeError", describe(base) + " has no attribute '" + name + "'"));
  }

  private static String describe(Value base) {
    return switch (base) {
      case ModuleValue(ModuleEnvironment module) -> "module '" + module.name() + "'";
      case ClassValue type -> "class " + type.name();
      case InstanceValue instance -> "an object of class " + instance.type().name();
      default -> "a value of type " + ValueText.typeName(base);
    };
  }

  /** The value of {@code base.name}, if there is such an attribute. */
  public Optional<Value> find(Value base, String name) {
    return switch (base) {
      case UnknownValue _ -> Optional.of(base);
      case ModuleValue(ModuleEnvironment module) -> ofModule(module, name);
      case InstanceValue instance -> ofInstance(instance, name);
      case ClassValue type -> ofClass(type, name);
      case LanguageObject object -> ofLanguage(object, name);
      case OpaqueValue(String path) ->
          Optional.of(interpreter.library.member(interpreter, path, name));
      case FunctionValue function -> Optional.of(ofFunction(function, name));
      case BoundMethodValue(Value self, Value function) ->
          name.equals("__self__") ? Optional.of(self) : find(function, name);
      case DescriptorValue descriptor -> ofDescriptor(descriptor, name);
      case TupleValue tuple when tuple.type().isPresent() -> ofNamedTuple(tuple, name);
      default -> interpreter.library.attribute(interpreter, base, name);
    };
  }

  private Optional<Value> ofModule(ModuleEnvironment module, String name) {
    interpreter.recorder.read(module, name);
    Scope.Entry entry = module.scope().entry(name, Scope.LATEST);
    if (entry != null) {
      return Optional.of(entry.value());
    }
    if (name.startsWith("__") && name.endsWith("__")) {
      return Optional.of(unmodelled(name, "module " + module.name()));
    }
    Scope.Entry fallback = module.scope().entry("__getattr__", Scope.LATEST);
    return fallback == null
        ? module.scope().starred(name)
        : Optional.of(interpreter.calls.call(fallback.value(), List.of(new StrValue(name))));
  }

  private Optional<Value> ofInstance(InstanceValue instance, String name) {
    ClassValue type = instance.type();
    if (type == SUPER) {
      return ofSuper(instance, name);
    }
    Optional<Value> inClass = type.attribute(name);
    if (inClass.isPresent()
        && inClass.get() instanceof DescriptorValue(var kind, Value function)
        && kind == DescriptorValue.Kind.PROPERTY) {
      return Optional.of(interpreter.calls.call(function, List.of(instance)));
    }
    Optional<Value> own = instance.field(name);
    if (own.isPresent()) {
      return own;
    }
    if (inClass.isPresent()) {
      return Optional.of(bind(instance, type, inClass.get()));
    }
    return switch (name) {
      case "__class__" -> Optional.of(type);
      case "__dict__" -> Optional.of(fields(instance));
      default ->
          interpreter
              .calls
              .special(instance, "__getattr__", List.of(new StrValue(name)))
              .or(() -> foreignBase(type, name));
    };
  }

  /**
   * Attributes that Python itself gives to every class, and those of base classes that are not
   * evaluated.
   */
  private Optional<Value> foreignBase(ClassValue type, String name) {
    boolean special = name.startsWith("_") && (name.endsWith("__") || Iteration.isEnum(type));
    boolean foreign =
        type.lineage().stream()
            .flatMap(each -> each.bases().stream())
            .anyMatch(
                base ->
                    !(base instanceof ClassValue
                        || base instanceof BuiltinValue builtin
                            && PLAIN_BASES.contains(builtin.name())));
    return special || foreign
        ? Optional.of(unmodelled(name, "class " + type.name()))
        : Optional.empty();
  }

  private DictValue fields(InstanceValue instance) {
    DictValue dict =
        new DictValue(interpreter.heap, DictValue.Kind.PLAIN, Optional.empty(), (_, _) -> {});
    instance.fields().forEach((name, value) -> dict.put(name, value));
    return dict;
  }

  private Value bind(Value self, ClassValue type, Value attribute) {
    return switch (attribute) {
      case FunctionValue _ -> new BoundMethodValue(self, attribute);
      case DescriptorValue(var kind, Value function) ->
          switch (kind) {
            case PROPERTY, CACHED_PROPERTY -> interpreter.calls.call(function, List.of(self));
            case STATIC_METHOD -> function;
            case CLASS_METHOD -> new BoundMethodValue(type, function);
          };
      default -> attribute;
    };
  }

  private Optional<Value> ofClass(ClassValue type, String name) {
    Optional<Value> found = type.attribute(name);
    if (found.isPresent()) {
      return Optional.of(
          found.get() instanceof DescriptorValue descriptor
              ? ofClassDescriptor(type, descriptor)
              : found.get());
    }
    return switch (name) {
      case "__name__", "__qualname__" -> Optional.of(new StrValue(type.name()));
      case "__members__" -> Iteration.isEnum(type) ? Optional.of(members(type)) : Optional.empty();
      case "_fields" ->
          Optional.of(
              new TupleValue(type.fields().stream().map(field -> Value.of(field.name())).toList()));
      case "__doc__" -> Optional.of(Value.NONE);
      default -> foreignBase(type, name);
    };
  }

  private static Value ofClassDescriptor(ClassValue type, DescriptorValue descriptor) {
    return switch (descriptor.kind()) {
      case CLASS_METHOD -> new BoundMethodValue(type, descriptor.function());
      case STATIC_METHOD -> descriptor.function();
      case PROPERTY, CACHED_PROPERTY -> descriptor;
    };
  }

  private DictValue members(ClassValue type) {
    DictValue dict = interpreter.dict();
    for (Value member : Iteration.members(type)) {
      dict.put(Enumerations.name((InstanceValue) member), member);
    }
    return dict;
  }

  private Optional<Value> ofLanguage(LanguageObject object, String name) {
    return switch (object) {
      case LanguageObject.Name(String path) ->
          Optional.of(new LanguageObject.Name(path + "." + name));
      case LanguageObject.DynamicDim(String dim, Site _) when name.equals("name") ->
          Optional.of(new StrValue(dim));
      case Definition definition when name.equals("__name__") || name.equals("name") ->
          Optional.of(new StrValue(definition.name()));
      case Definition definition when SAMPLED.contains(name) ->
          Optional.of(
              new BuiltinFunction(
                  name,
                  (in, arguments, keywords) -> in.called(definition, arguments, keywords),
                  List.of(definition)));
      default -> Optional.of(unmodelled(name, Operators.what(object)));
    };
  }

  private Value ofFunction(FunctionValue function, String name) {
    return switch (name) {
      case "__name__", "__qualname__" -> new StrValue(function.name());
      case "__module__" -> new StrValue(function.environment().module().name());
      case "cache_clear" -> new BuiltinFunction("cache_clear", (_, _, _) -> Value.NONE);
      case "__wrapped__" -> function;
      default -> unmodelled(name, "function " + function.name());
    };
  }

  private UnknownValue unmodelled(String name, String owner) {
    return interpreter.unknown("attribute " + name + " of " + owner + " is not evaluated");
  }

  private static Optional<Value> ofDescriptor(DescriptorValue descriptor, String name) {
    return switch (name) {
      case "setter", "getter", "deleter" ->
          Optional.of(new BuiltinFunction("property." + name, (_, _, _) -> descriptor));
      case "fget", "__func__" -> Optional.of(descriptor.function());
      default -> Optional.empty();
    };
  }

  private Optional<Value> ofNamedTuple(TupleValue tuple, String name) {
    ClassValue type = tuple.type().orElseThrow();
    for (int i = 0; i < tuple.size(); i++) {
      if (type.fields().get(i).name().equals(name)) {
        return Optional.of(tuple.get(i));
      }
    }
    return switch (name) {
      case "_replace" ->
          Optional.of(
              new BuiltinFunction(
                  "_replace",
                  (_, _, changes) ->
                      new TupleValue(
                          type.fields().stream()
                              .map(
                                  field ->
                                      changes.getOrDefault(field.name(), get(tuple, field.name())))
                              .toList(),
                          tuple.type())));
      case "_asdict" ->
          Optional.of(
              new BuiltinFunction(
                  "_asdict",
                  (_, _, _) -> {
                    DictValue dict = interpreter.dict();
                    type.fields()
                        .forEach(field -> dict.put(field.name(), get(tuple, field.name())));
                    return dict;
                  }));
      case "_fields" -> ofClass(type, name);
      default ->
          type.attribute(name)
              .map(found -> bind(tuple, type, found))
              .or(() -> interpreter.library.attribute(interpreter, tuple, name));
    };
  }

  /** What {@code super()} gives in a method that was called on {@code self}. */
  Value superOf(Value self, FunctionValue method) {
    ClassValue type;
    switch (self) {
      case InstanceValue instance -> type = instance.type();
      case ClassValue found -> type = found;
      default -> {
        return interpreter.unknown("super() is not evaluated here");
      }
    }
    InstanceValue proxy = new InstanceValue(interpreter.heap, SUPER);
    proxy.set("self", self);
    for (ClassValue each : type.lineage()) {
      boolean owns =
          each.attributes().values().stream()
              .anyMatch(
                  value ->
                      value == method
                          || value instanceof DescriptorValue(_, Value function)
                              && function == method);
      if (owns) {
        proxy.set("owner", each);
        break;
      }
    }
    return proxy;
  }

  private Optional<Value> ofSuper(InstanceValue proxy, String name) {
    Value self = proxy.field("self").orElse(Value.NONE);
    ClassValue type = self instanceof InstanceValue instance ? instance.type() : (ClassValue) self;
    List<ClassValue> lineage = type.lineage();
    int owner = proxy.field("owner").map(lineage::indexOf).orElse(-1);
    for (ClassValue each : lineage.subList(owner + 1, lineage.size())) {
      Value found = each.attributes().get(name);
      if (found != null) {
        return Optional.of(bind(self, type, found));
      }
    }
    if (name.equals("__setattr__")) {
      return Optional.of(setter(self));
    }
    if (name.equals("__init__")
        || name.equals("__post_init__")
        || name.equals("__init_subclass__")) {
      return Optional.of(new BuiltinFunction(name, (_, _, _) -> Value.NONE));
    }
    return foreignBase(type, name);
  }

  private static Value setter(Value self) {
    return new BuiltinFunction(
        "__setattr__",
        (_, arguments, _) -> {
          if (self instanceof InstanceValue instance && arguments.size() == 2) {
            instance.set(ValueText.str(arguments.get(0)), arguments.get(1));
          }
          return Value.NONE;
        });
  }

  /** Does {@code base.name = value}. */
  public void set(Value base, String name, Value value) {
    switch (base) {
      case ModuleValue(ModuleEnvironment module) ->
          module.scope().set(name, value, interpreter.position().orElse(null), interpreter.tick());
      case InstanceValue instance -> {
        if (instance.type().isFrozen()) {
          throw interpreter.error(
              "FrozenInstanceError",
              "field '" + name + "' of a frozen data class cannot be " + "assigned");
        }
        Optional<Value> special =
            interpreter.calls.special(instance, "__setattr__", List.of(new StrValue(name), value));
        if (special.isEmpty()) {
          instance.set(name, value);
        }
      }
      case ClassValue type -> type.setAttribute(name, value);
      case UnknownValue _,
          OpaqueValue _,
          LanguageObject _,
          FunctionValue _,
          TensorSampleValue _,
          BuiltinValue _ -> {}
      default ->
          throw interpreter.error(
              "AttributeError", describe(base) + " has no attribute '" + name + "'");
    }
  }

  /** Does {@code del base.name}. */
  public void delete(Value base, String name) {
    boolean done =
        switch (base) {
          case ModuleValue(ModuleEnvironment module) ->
              module.scope().delete(name, interpreter.tick());
          case InstanceValue instance -> instance.remove(name);
          case UnknownValue _, OpaqueValue _, LanguageObject _ -> true;
          default -> false;
        };
    if (!done) {
      throw interpreter.error(
          "AttributeError", describe(base) + " has no attribute '" + name + "'");
    }
  }
}
