package dev.orchlens.module.eval;

import dev.orchlens.module.value.Budget;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Walking over values as {@code for} does. */
public final class Iteration {
  private final Interpreter interpreter;

  Iteration(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /**
   * The elements of a value, one after the other.
   *
   * @throws UnknownAnswerException when the elements cannot be known
   * @throws PythonException (TypeError) when the value cannot be walked over
   */
  public Iterable<Value> elements(Value value) {
    return switch (value) {
      case ListValue list -> () -> live(list);
      case TupleValue tuple -> tuple.elements();
      case RangeValue range -> () -> numbers(range);
      case DictValue dict -> dict.entries().stream().map(DictValue.Entry::key).toList();
      case SetValue set -> List.copyOf(set.members());
      case StrValue(String text) -> text.codePoints().mapToObj(c -> Value.of(Character.toString(c))).toList();
      case BytesValue(String bytes) -> bytes.chars().mapToObj(c -> Value.of((long) c)).toList();
      case IteratorValue iterator -> iterator::elements;
      case ClassValue type when isEnum(type) -> members(type);
      case InstanceValue instance -> ofInstance(instance);
      case UnknownValue unknown -> throw new UnknownAnswerException(unknown);
      default -> {
        if (Operators.isForeign(value)) {
          throw new UnknownAnswerException(
              interpreter.unknown("the elements of " + Operators.what(value) + " are not evaluated"));
        }
        throw interpreter.error("TypeError", "a value of type " + ValueText.typeName(value) + " cannot be iterated");
      }
    };
  }

  /** All elements of a value at once. */
  public List<Value> list(Value value) {
    if (value instanceof RangeValue range) {
      Budget.size(range.length());
    }
    List<Value> all = new ArrayList<>();
    for (Value each : elements(value)) {
      interpreter.budget.step();
      all.add(each);
      Budget.size(all.size());
    }
    return all;
  }

  public static boolean isEnum(ClassValue type) {
    return type.form() == ClassValue.Form.ENUM || type.form() == ClassValue.Form.INT_ENUM;
  }

  /** The members of an enumeration in the order of their definition. */
  public static List<Value> members(ClassValue type) {
    List<Value> members = new ArrayList<>();
    for (Value value : type.attributes().values()) {
      if (value instanceof InstanceValue member && member.type() == type) {
        members.add(member);
      }
    }
    return members;
  }

  private static Iterator<Value> live(ListValue list) {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < list.size();
      }

      @Override
      public Value next() {
        return list.get(next++);
      }
    };
  }

  private static Iterator<Value> numbers(RangeValue range) {
    return new Iterator<>() {
      private final long count = range.length();
      private long next;

      @Override
      public boolean hasNext() {
        return next < count;
      }

      @Override
      public Value next() {
        return IntValue.of(range.start() + next++ * range.step());
      }
    };
  }

  private Iterable<Value> ofInstance(InstanceValue instance) {
    Optional<Value> iterator = interpreter.calls.special(instance, "__iter__", List.of());
    if (iterator.isEmpty()) {
      throw interpreter.error("TypeError", "an object of class " + instance.type().name() + " cannot be iterated");
    }
    if (iterator.get() == instance) {
      throw new UnknownAnswerException(
          interpreter.unknown("objects that are their own iterator are not evaluated"));
    }
    return elements(iterator.get());
  }

  /** An iterator value over the elements of a value. */
  public IteratorValue iterator(Value value) {
    return value instanceof IteratorValue iterator
        ? iterator
        : new IteratorValue(interpreter.heap, elements(value).iterator());
  }

  /** A reversed copy of a value's elements. */
  public List<Value> reversed(Value value) {
    List<Value> all = list(value);
    Collections.reverse(all);
    return all;
  }
}
