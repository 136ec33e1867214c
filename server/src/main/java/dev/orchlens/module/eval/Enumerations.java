package dev.orchlens.module.eval;

import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Enumeration classes (library reference, "enum"). */
public final class Enumerations {
  private static final ClassValue AUTO = ClassValue.builtin("auto");

  private Enumerations() {}

  /** What {@code enum.auto()} gives inside a class body. */
  public static Value auto(Interpreter interpreter) {
    return new InstanceValue(interpreter.heap, AUTO);
  }

  /** The enumeration class whose body is that of a plain class. */
  static ClassValue build(Interpreter interpreter, ClassValue plain, ClassValue.Form form) {
    ClassValue type = new ClassValue(interpreter.heap, plain.name(), form, false, plain.bases(), List.of(), List.of(),
        plain.attributes(), plain.site());
    BigInteger last = BigInteger.ZERO;
    for (Map.Entry<String, Value> attribute : plain.attributes().entrySet()) {
      Value written = attribute.getValue();
      if (attribute.getKey().startsWith("_") || !isMember(written)) {
        continue;
      }
      boolean isAuto = written instanceof InstanceValue instance && instance.type() == AUTO;
      Value value = isAuto ? new IntValue(last.add(BigInteger.ONE)) : written;
      last = Numbers.integer(value).orElse(last);
      InstanceValue member = new InstanceValue(interpreter.heap, type);
      member.set("name", new StrValue(attribute.getKey()));
      member.set("value", value);
      type.setAttribute(attribute.getKey(), alias(interpreter, type, value).orElse(member));
    }
    return type;
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
    Value own = member.field("value").orElse(Value.NONE);
    return new Comparisons(interpreter).same(own, value).orElse(false);
  }

  /** The member with a value, as a call of the class gives it. */
  static Value member(Interpreter interpreter, ClassValue type, Value value) {
    return alias(interpreter, type, value).orElseThrow(() ->
        interpreter.error("ValueError", ValueText.repr(value) + " is not a valid " + type.name()));
  }
}
