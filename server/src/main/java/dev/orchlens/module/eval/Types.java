package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tests of types. */
public final class Types {
  private static final Map<String, List<String>> ALIASES =
      Map.of(
          "collections.abc.Sequence", List.of("list", "tuple", "range", "str"),
          "collections.abc.Mapping", List.of("dict"),
          "collections.abc.Iterable",
              List.of("list", "tuple", "range", "str", "dict", "set", "frozenset", "iterator"),
          "typing.Sequence", List.of("list", "tuple", "range", "str"),
          "typing.Mapping", List.of("dict"),
          "numbers.Number", List.of("int", "float", "bool"),
          "numbers.Integral", List.of("int", "bool"),
          "numbers.Real", List.of("int", "float", "bool"),
          "pathlib.Path", List.of("Path"));

  private Types() {}

  /** {@code isinstance(value, type)}; empty where that is not known. */
  public static Optional<Boolean> isInstance(Value value, Value type) {
    if (value instanceof UnknownValue) {
      return Optional.empty();
    }
    return switch (type) {
      case TupleValue types -> any(value, types);
      case ClassValue wanted -> ofClass(value, wanted);
      case BuiltinValue builtin -> Optional.of(isBuiltin(value, builtin.name()));
      case OpaqueValue(String path) when ALIASES.containsKey(path) ->
          Optional.of(ALIASES.get(path).contains(ValueText.typeName(value)));
      case OpaqueValue(String path)
          when path.equals("torch.Tensor") && !Operators.isForeign(value) ->
          Optional.of(false);
      case OpaqueValue(String path)
          when path.equals("torch.Tensor") && value instanceof TensorSampleValue ->
          Optional.of(true);
      case LanguageObject.Name _ when !Operators.isForeign(value) -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> any(Value value, TupleValue types) {
    boolean clear = true;
    for (Value each : types.elements()) {
      Optional<Boolean> is = isInstance(value, each);
      if (is.equals(Optional.of(true))) {
        return is;
      }
      clear &= is.isPresent();
    }
    return clear ? Optional.of(false) : Optional.empty();
  }

  private static Optional<Boolean> ofClass(Value value, ClassValue wanted) {
    return Optional.of(
        switch (value) {
          case InstanceValue instance -> instance.type().isA(wanted);
          case TupleValue tuple -> tuple.type().filter(type -> type.isA(wanted)).isPresent();
          default -> false;
        });
  }

  private static boolean isBuiltin(Value value, String type) {
    return switch (type) {
      case "object" -> true;
      case "int" -> InstanceValue.plain(value) instanceof IntValue || value instanceof BoolValue;
      case "tuple" -> value instanceof TupleValue;
      case "type" ->
          value instanceof ClassValue || value instanceof BuiltinValue builtin && builtin.isType();
      case "dict" -> value instanceof DictValue;
      case "enum.Enum" ->
          value instanceof InstanceValue instance && Iteration.isEnum(instance.type());
      case "pathlib.Path" -> value instanceof PathValue;
      default -> ValueText.typeName(InstanceValue.plain(value)).equals(type);
    };
  }

  /** {@code issubclass(type, other)}; empty where that is not known. */
  public static Optional<Boolean> isSubclass(Value type, Value other) {
    if (other instanceof TupleValue types) {
      return types.elements().stream()
          .map(each -> isSubclass(type, each))
          .reduce(
              Optional.of(false),
              (a, b) ->
                  a.equals(Optional.of(true)) || b.equals(Optional.of(true))
                      ? Optional.of(true)
                      : a.isPresent() ? b : a);
    }
    if (type instanceof ClassValue sub && other instanceof ClassValue wanted) {
      return Optional.of(sub.isA(wanted));
    }
    if (type instanceof BuiltinValue a && other instanceof BuiltinValue b) {
      boolean boolIsInt = a.name().equals("bool") && b.name().equals("int");
      return Optional.of(a == b || boolIsInt || b.name().equals("object"));
    }
    if (type instanceof ClassValue sub && other instanceof BuiltinValue wanted) {
      return Optional.of(
          wanted.name().equals("object")
              || sub.lineage().stream().anyMatch(each -> each.bases().contains(wanted)));
    }
    return Optional.empty();
  }
}
