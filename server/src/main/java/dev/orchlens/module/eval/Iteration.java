package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Walking over values as {@code for} does. */
public final class Iteration {
  /** Why what depends on the order of a set is unknown: it is another one in each run of Python. */
  public static final String NO_ORDER = "the order of a set's members is not defined";

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
      case DictValue dict -> () -> entries(new DictViewValue(dict, DictViewValue.Kind.KEYS));
      case DictViewValue view -> () -> entries(view);
      case SetValue set -> {
        if (set.members().size() > 1) {
          throw new UnknownAnswerException(interpreter.unknown(NO_ORDER));
        }
        yield List.copyOf(set.members());
      }
      case StrValue(String text) -> () -> characters(text);
      case BytesValue(String bytes) ->
          () -> bytes.chars().mapToObj(c -> Value.of((long) c)).iterator();
      case IteratorValue iterator -> iterator::elements;
      case ClassValue type when isEnum(type) -> members(type);
      case InstanceValue instance -> ofInstance(instance);
      case UnknownValue unknown -> throw new UnknownAnswerException(unknown);
      default -> throw interpreter.operators.unfit(value, "something that can be iterated");
    };
  }

  /** The elements of a value where their order does not count, so that a set has some. */
  public Iterable<Value> members(Value value) {
    if (value instanceof SetValue set) {
      interpreter.budget.work(set.members().size());
      return List.copyOf(set.members());
    }
    return elements(value);
  }

  /** All elements of a value at once. */
  public List<Value> list(Value value) {
    return all(value, elements(value));
  }

  /** All elements of a value at once where their order does not count. */
  public List<Value> membersList(Value value) {
    return all(value, members(value));
  }

  private List<Value> all(Value value, Iterable<Value> elements) {
    if (value instanceof RangeValue range) {
      Budget.size(range.length());
    }
    List<Value> all = new ArrayList<>();
    for (Value each : elements) {
      interpreter.budget.step();
      all.add(each);
      Budget.size(all.size());
    }
    return all;
  }

  public static boolean isEnum(ClassValue type) {
    return type.form() == ClassValue.Form.ENUM || type.form() == ClassValue.Form.DATA_ENUM;
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

  private Iterator<Value> characters(String text) {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < text.length();
      }

      @Override
      public Value next() {
        int point = text.codePointAt(next);
        next += Character.charCount(point);
        return Value.of(Character.toString(point));
      }
    };
  }

  /** What a view shows, for as long as the keys of its dictionary stay. */
  private Iterator<Value> entries(DictViewValue view) {
    DictValue dict = view.dict();
    interpreter.budget.work(dict.size());
    Iterator<DictValue.Entry> entries = List.copyOf(dict.entries()).iterator();
    int size = dict.size();
    long changes = dict.changes();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (dict.size() != size) {
          throw interpreter.error(
              "RuntimeError", "the dictionary changed its size while it was iterated");
        }
        if (dict.changes() != changes) {
          throw new UnknownAnswerException(
              interpreter.unknown(
                  "the order of a dictionary that changes while it is iterated is not defined"));
        }
        return entries.hasNext();
      }

      @Override
      public Value next() {
        Value key = entries.next().key();
        Value now = dict.get(Containers.key(interpreter, key)).orElse(Value.NONE);
        return view.element(new DictValue.Entry(key, now));
      }
    };
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
    if (iterator.isEmpty() && instance.type().attribute("__getitem__").isPresent()) {
      throw new UnknownAnswerException(
          interpreter.unknown("objects that are iterated by their index are not evaluated"));
    }
    if (iterator.isEmpty()) {
      throw interpreter.error(
          "TypeError", "an object of class " + instance.type().name() + " cannot be iterated");
    }
    if (iterator.get() instanceof InstanceValue) {
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

  /** A reversed copy of a value's elements; only what has an order can be reversed. */
  public List<Value> reversed(Value value) {
    boolean ordered =
        value instanceof SequenceValue
            || value instanceof StrValue
            || value instanceof BytesValue
            || value instanceof DictValue
            || value instanceof DictViewValue
            || value instanceof ClassValue type && isEnum(type);
    if (!ordered) {
      throw value instanceof InstanceValue instance
              && (instance.type().attribute("__reversed__").isPresent()
                  || instance.type().attribute("__getitem__").isPresent())
          ? new UnknownAnswerException(
              interpreter.unknown("reversed() of this object is not evaluated"))
          : interpreter.operators.unfit(value, "a sequence");
    }
    List<Value> all = list(value);
    Collections.reverse(all);
    return all;
  }
}
