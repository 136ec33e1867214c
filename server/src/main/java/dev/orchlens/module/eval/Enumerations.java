package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Enumeration classes (library reference, "enum"). */
public final class Enumerations {
  private static final ClassValue AUTO = ClassValue.builtin("auto");

  /** The types of data that members may be at the same time. */
  private static final Set<String> DATA =
      Set.of("int", "str", "float", "enum.IntEnum", "enum.StrEnum", "enum.IntFlag");

  private static final Set<String> FLAGS = Set.of("enum.Flag", "enum.IntFlag");

  private Enumerations() {}

  /** What {@code str()} gives for a value. */
  enum Text {
    /** The value is no member of an enumeration. */
    NONE,
    /** The names of class and member. */
    NAME,
    /** The text of the member's value. */
    VALUE,
    /** Not evaluated. */
    UNKNOWN
  }

  /** What {@code enum.auto()} gives inside a class body. */
  public static Value auto(Interpreter interpreter) {
    return new InstanceValue(interpreter.heap, AUTO);
  }

  /** Whether a class has one of these built-in types among its bases or theirs. */
  private static boolean derives(ClassValue type, Set<String> names) {
    return type.lineage().stream()
        .flatMap(each -> each.bases().stream())
        .anyMatch(base -> base instanceof BuiltinValue builtin && names.contains(builtin.name()));
  }

  /** Whether members of a class can be combined to others. */
  static boolean isFlag(ClassValue type) {
    return Iteration.isEnum(type) && derives(type, FLAGS);
  }

  /** How an enumeration with these bases makes its members. */
  static ClassValue.Form form(List<Value> bases) {
    boolean data =
        bases.stream()
            .anyMatch(
                base ->
                    base instanceof BuiltinValue builtin && DATA.contains(builtin.name())
                        || base instanceof ClassValue type
                            && type.form() == ClassValue.Form.DATA_ENUM);
    return data ? ClassValue.Form.DATA_ENUM : ClassValue.Form.ENUM;
  }

  /** What {@code str()} gives for a value that may be a member. */
  static Text text(InstanceValue value) {
    ClassValue type = value.type();
    if (!Iteration.isEnum(type)) {
      return Text.NONE;
    }
    if (isFlag(type)) {
      return Text.UNKNOWN;
    }
    return derives(type, Set.of("enum.IntEnum", "enum.StrEnum")) ? Text.VALUE : Text.NAME;
  }

  /** The name of a member. */
  static String name(InstanceValue member) {
    return member.field("name").map(ValueText::str).orElse("");
  }

  /**
   * The enumeration class whose body is that of a plain class; unknown where its members are made
   * in a way of their own.
   */
  static Value build(Interpreter interpreter, ClassValue plain, ClassValue.Form form) {
    if (plain.attribute("__new__").isPresent()
        || plain.attribute("_generate_next_value_").isPresent()) {
      return interpreter.unknown(
          "how enumeration " + plain.name() + " makes its members is not evaluated");
    }
    ClassValue type =
        new ClassValue(
            interpreter.heap,
            plain.name(),
            form,
            ClassValue.Traits.USUAL,
            plain.bases(),
            List.of(),
            List.of(),
            plain.attributes(),
            plain.site());
    BigInteger last = BigInteger.ZERO;
    for (Map.Entry<String, Value> attribute : plain.attributes().entrySet()) {
      Value written = attribute.getValue();
      boolean special = attribute.getKey().startsWith("_") && attribute.getKey().endsWith("_");
      if (special || !isMember(written)) {
        continue;
      }
      boolean isAuto = written instanceof InstanceValue instance && instance.type() == AUTO;
      Value value = isAuto ? automatic(interpreter, type, attribute.getKey(), last) : written;
      last = Numbers.integer(value).orElse(last);
      type.setAttribute(
          attribute.getKey(),
          alias(interpreter, type, value)
              .orElseGet(() -> member(interpreter, type, attribute.getKey(), value)));
    }
    return type;
  }

  private static Value automatic(
      Interpreter interpreter, ClassValue type, String name, BigInteger last) {
    if (derives(type, Set.of("enum.StrEnum"))) {
      return Value.of(name.toLowerCase(Locale.ROOT));
    }
    if (derives(type, Set.of("str", "float"))) {
      return interpreter.unknown("the value of " + name + " is not evaluated");
    }
    return new IntValue(
        isFlag(type) ? BigInteger.ONE.shiftLeft(last.bitLength()) : last.add(BigInteger.ONE));
  }

  private static Value member(Interpreter interpreter, ClassValue type, String name, Value value) {
    InstanceValue member = new InstanceValue(interpreter.heap, type);
    member.set("name", new StrValue(name));
    member.set("value", value);
    interpreter.calls.special(
        member,
        "__init__",
        value instanceof TupleValue tuple ? List.copyOf(tuple.elements()) : List.of(value));
    return member;
  }

  private static boolean isMember(Value value) {
    return !(value instanceof CallableValue);
  }

  private static Optional<Value> alias(Interpreter interpreter, ClassValue type, Value value) {
    return Iteration.members(type).stream()
        .filter(member -> sameValue(interpreter, (InstanceValue) member, value))
        .findFirst();
  }

  private static boolean sameValue(Interpreter interpreter, InstanceValue member, Value value) {
    interpreter.budget.step();
    Value own = member.field("value").orElse(Value.NONE);
    return interpreter.comparisons.same(own, value).orElse(false);
  }

  /** The member with a value, as a call of the class gives it. */
  static Value member(Interpreter interpreter, ClassValue type, Value value) {
    if (value instanceof InstanceValue instance && instance.type() == type) {
      return value;
    }
    Optional<Value> found = alias(interpreter, type, value);
    boolean clear = value.isKnown() && !isFlag(type) && type.attribute("_missing_").isEmpty();
    if (found.isEmpty() && !clear) {
      return value instanceof UnknownValue
          ? value
          : interpreter.unknown(
              "which member of " + type.name() + " has this value is not evaluated");
    }
    return found.orElseThrow(
        () ->
            interpreter.error(
                "ValueError", ValueText.repr(value) + " is not a valid " + type.name()));
  }
}
