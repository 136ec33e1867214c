package dev.orchlens.module.eval;

import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.util.List;
import java.util.Optional;

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
    Optional<Key> key = Key.of(value);
    if (key.isPresent()) {
      return key.get();
    }
    if (value instanceof UnknownValue unknown) {
      throw new UnknownAnswerException(unknown);
    }
    if (value instanceof ListValue || value instanceof DictValue || value instanceof SetValue) {
      throw interpreter.error("TypeError", "unhashable type: " + ValueText.typeName(value));
    }
    throw new UnknownAnswerException(interpreter.unknown("a key that holds an unknown value is not evaluated"));
  }

  public static SetValue set(Interpreter interpreter, Iterable<Value> members, boolean frozen) {
    SetValue set = new SetValue(interpreter.heap, frozen);
    for (Value member : members) {
      interpreter.budget.step();
      set.add(key(interpreter, member), member);
    }
    return set;
  }

  /** Adds all entries of {@code source} to {@code target}. */
  public static void putAll(DictValue target, DictValue source) {
    for (DictValue.Entry entry : List.copyOf(source.entries())) {
      target.put(Key.of(entry.key()).orElseThrow(), entry.key(), entry.value());
    }
  }

  /** Adds the entries of a dictionary, or of an iterable of pairs. */
  public static void update(Interpreter interpreter, DictValue target, Value source) {
    if (source instanceof DictValue dict) {
      interpreter.budget.work(dict.size());
      putAll(target, dict);
      return;
    }
    for (Value pair : interpreter.iteration.elements(source)) {
      interpreter.budget.step();
      List<Value> parts = interpreter.iteration.list(pair);
      if (parts.size() != 2) {
        throw interpreter.error("ValueError", "a dictionary entry needs a key and a value, got " + parts.size()
            + " elements");
      }
      target.put(key(interpreter, parts.get(0)), parts.get(0), parts.get(1));
    }
  }

  /** The union, intersection, difference or symmetric difference of two sets. */
  public static SetValue combine(Interpreter interpreter, Operator.Binary operator, SetValue a, SetValue b) {
    interpreter.budget.work((long) a.members().size() + b.members().size());
    SetValue result = new SetValue(interpreter.heap, a.isFrozen());
    boolean keepCommon = operator == Operator.Binary.BIT_AND || operator == Operator.Binary.BIT_OR;
    boolean keepFirst = operator != Operator.Binary.BIT_AND;
    for (Value member : a.members()) {
      Key key = Key.of(member).orElseThrow();
      if (b.contains(key) ? keepCommon : keepFirst) {
        result.add(key, member);
      }
    }
    if (operator == Operator.Binary.BIT_OR || operator == Operator.Binary.BIT_XOR) {
      for (Value member : b.members()) {
        Key key = Key.of(member).orElseThrow();
        if (!a.contains(key)) {
          result.add(key, member);
        }
      }
    }
    return result;
  }
}
