package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.util.List;

/** Builds dictionaries and sets. */
public final class Containers {
  private Containers() {}

  /**
   * The key that a value is in a dictionary or set.
   *
   * @throws UnknownAnswerException when the value is unknown
   * @throws PythonException (TypeError) when it cannot be hashed
   */
  public static Key key(Interpreter interpreter, Value value) {
    return Key.of(interpreter.budget, value).orElseThrow(() -> unhashed(interpreter, value));
  }

  private static RuntimeException unhashed(Interpreter interpreter, Value value) {
    if (value instanceof UnknownValue unknown) {
      return new UnknownAnswerException(unknown);
    }
    boolean unhashable =
        value instanceof ListValue
            || value instanceof DictValue
            || value instanceof SetValue
            || value instanceof SliceValue
            || value instanceof InstanceValue instance
                && instance.type().attribute("__hash__").isEmpty()
                && (instance.type().attribute("__eq__").isPresent()
                    || !instance.type().traits().frozen());
    return unhashable
        ? interpreter.error("TypeError", "unhashable type: " + ValueText.typeName(value))
        : value instanceof TupleValue tuple
            ? ofElements(interpreter, tuple)
            : new UnknownAnswerException(
                interpreter.unknown("the hash of " + Operators.what(value) + " is not evaluated"));
  }

  private static RuntimeException ofElements(Interpreter interpreter, TupleValue tuple) {
    return tuple.elements().stream()
        .filter(each -> Key.of(interpreter.budget, each).isEmpty())
        .findFirst()
        .map(each -> unhashed(interpreter, each))
        .orElseGet(
            () ->
                new UnknownAnswerException(
                    interpreter.unknown("the hash of a tuple is not evaluated")));
  }

  public static SetValue set(Interpreter interpreter, Iterable<Value> members, boolean frozen) {
    SetValue set = new SetValue(interpreter.heap, frozen);
    for (Value member : members) {
      interpreter.budget.step();
      Budget.size(set.members().size() + 1L);
      set.add(key(interpreter, member), member);
    }
    return set;
  }

  /** Whether a value behaves as a set: it is one, or shows the keys or items of a dictionary. */
  static boolean isSet(Value value) {
    return value instanceof SetValue || value instanceof DictViewValue view && view.isSet();
  }

  /** A value as a set: itself, or the set of its elements. */
  public static SetValue asSet(Interpreter interpreter, Value value) {
    return value instanceof SetValue set
        ? set
        : set(interpreter, interpreter.iteration.members(value), false);
  }

  /** Whether one set holds all members of another one. */
  public static boolean holds(Interpreter interpreter, SetValue set, SetValue other) {
    interpreter.budget.work(other.members().size());
    return set.keys().containsAll(other.keys());
  }

  /** {@code dict.fromkeys}: a dictionary with the elements of an iterable as keys of one value. */
  public static DictValue fromKeys(Interpreter interpreter, List<Value> arguments) {
    DictValue dict = interpreter.dict();
    for (Value key : interpreter.iteration.elements(arguments.get(0))) {
      interpreter.budget.step();
      dict.put(key(interpreter, key), key, arguments.get(1));
    }
    return dict;
  }

  /** The key of what is looked for in a set: a set counts as a frozen one there. */
  public static Key wanted(Interpreter interpreter, Value value) {
    if (value instanceof SetValue set && !set.isFrozen()) {
      interpreter.budget.work(set.members().size());
      return Key.ofMembers(set);
    }
    return key(interpreter, value);
  }

  /** Adds all entries of {@code source} to {@code target}. */
  static void putAll(Interpreter interpreter, DictValue target, DictValue source) {
    for (DictValue.Entry entry : List.copyOf(source.entries())) {
      interpreter.budget.work(1);
      target.put(key(interpreter, entry.key()), entry.key(), entry.value());
    }
  }

  /** A dictionary of the same class with the same entries. */
  public static DictValue copy(Interpreter interpreter, DictValue dict) {
    DictValue copy =
        new DictValue(interpreter.heap, dict.kind(), dict.defaultFactory(), (_, _) -> {});
    putAll(interpreter, copy, dict);
    return copy;
  }

  /** Adds the entries of a dictionary, or of an iterable of pairs. */
  public static void update(Interpreter interpreter, DictValue target, Value source) {
    if (source instanceof DictValue dict) {
      interpreter.budget.work(dict.size());
      putAll(interpreter, target, dict);
      return;
    }
    if (source instanceof InstanceValue instance && instance.type().attribute("keys").isPresent()) {
      throw new UnknownAnswerException(
          interpreter.unknown("mappings of the program are not evaluated"));
    }
    for (Value pair : interpreter.iteration.elements(source)) {
      interpreter.budget.step();
      List<Value> parts = interpreter.iteration.list(pair);
      if (parts.size() != 2) {
        throw interpreter.error(
            "ValueError",
            "a dictionary entry needs a key and a value, got " + parts.size() + " elements");
      }
      target.put(key(interpreter, parts.get(0)), parts.get(0), parts.get(1));
    }
  }

  /** The union, intersection, difference or symmetric difference of two sets. */
  public static SetValue combine(
      Interpreter interpreter, Operator.Binary operator, SetValue a, SetValue b) {
    interpreter.budget.work((long) a.members().size() + b.members().size());
    SetValue result = new SetValue(interpreter.heap, a.isFrozen());
    boolean keepCommon = operator == Operator.Binary.BIT_AND || operator == Operator.Binary.BIT_OR;
    boolean keepFirst = operator != Operator.Binary.BIT_AND;
    a.each(
        (key, member) -> {
          if (b.contains(key) ? keepCommon : keepFirst) {
            result.add(key, member);
          }
        });
    if (operator == Operator.Binary.BIT_OR || operator == Operator.Binary.BIT_XOR) {
      b.each(
          (key, member) -> {
            if (!a.contains(key)) {
              result.add(key, member);
            }
          });
    }
    Budget.size(result.members().size());
    return result;
  }
}
