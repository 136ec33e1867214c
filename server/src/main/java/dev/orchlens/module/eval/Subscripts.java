package dev.orchlens.module.eval;

import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.Exceptions;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.LanguageIndexed;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.LanguageValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads, writes and deletes {@code value[index]}. */
public final class Subscripts {
  private final Interpreter interpreter;

  Subscripts(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** The value of {@code base[index]}. */
  public Value get(Value base, Value index) {
    if (base instanceof UnknownValue) {
      return base;
    }
    if (base instanceof LanguageObject object) {
      return object instanceof LanguageValue || object instanceof LanguageIndexed
          ? new LanguageIndexed(object, index)
          : interpreter.unknown("the elements of " + Operators.what(base) + " are not evaluated");
    }
    if (index instanceof UnknownValue) {
      return index;
    }
    return switch (base) {
      case StrValue(String text) -> text(text, index);
      case SequenceValue sequence -> element(sequence, index);
      case DictValue dict -> entry(dict, index);
      case ClassValue type when Iteration.isEnum(type) -> type.attribute(ValueText.str(index))
          .orElseThrow(() -> interpreter.error("KeyError", ValueText.str(index)));
      case ClassValue _, BuiltinValue _ -> base;
      case OpaqueValue(String path) -> path.startsWith("typing.") || path.startsWith("collections.abc.")
          ? base
          : interpreter.unknown("the elements of " + path + " are not evaluated");
      case TensorSampleValue _ -> interpreter.unknown("the elements of a tensor are not evaluated");
      default -> interpreter.calls.special(base, "__getitem__", List.of(index))
          .orElseThrow(() -> interpreter.error("TypeError",
              "a value of type " + ValueText.typeName(base) + " has no elements"));
    };
  }

  private Value entry(DictValue dict, Value index) {
    Key key = Containers.key(interpreter, index);
    Optional<Value> found = dict.get(key);
    if (found.isPresent()) {
      return found.get();
    }
    if (dict.defaultFactory().isPresent()) {
      Value made = interpreter.calls.call(dict.defaultFactory().get(), List.of());
      dict.put(key, index, made);
      return made;
    }
    InstanceValue error = Exceptions.make(interpreter.heap, Exceptions.type("KeyError"), List.of(index));
    throw new PythonException(error, interpreter.position());
  }

  private Value text(String text, Value index) {
    interpreter.budget.text(text.length());
    int[] points = text.codePoints().toArray();
    if (index instanceof SliceValue slice) {
      StringBuilder part = new StringBuilder();
      for (int i : positions(slice, points.length)) {
        part.appendCodePoint(points[i]);
      }
      return new StrValue(part.toString());
    }
    return new StrValue(Character.toString(points[position(index, points.length, "string")]));
  }

  private Value element(SequenceValue sequence, Value index) {
    if (!(index instanceof SliceValue slice)) {
      return sequence.get(position(index, sequence.size(), ValueText.typeName(sequence)));
    }
    return switch (sequence) {
      case ListValue _ -> interpreter.list(part(sequence, slice));
      case TupleValue _ -> new TupleValue(part(sequence, slice));
      case RangeValue range -> subrange(range, slice);
    };
  }

  private List<Value> part(SequenceValue sequence, SliceValue slice) {
    int[] positions = positions(slice, sequence.size());
    interpreter.budget.work(positions.length);
    return Arrays.stream(positions).mapToObj(sequence::get).toList();
  }

  private Value subrange(RangeValue range, SliceValue slice) {
    int[] bounds = bounds(slice, range.size());
    return new RangeValue(range.start() + bounds[0] * range.step(), range.start() + bounds[1] * range.step(),
        range.step() * bounds[2]);
  }

  /** The position from 0 that an index, which may be negative, stands for. */
  private int position(Value index, int size, String what) {
    Optional<BigInteger> number = Numbers.integer(index);
    if (number.isEmpty()) {
      throw interpreter.error("TypeError", what + " indices must be integers, not " + ValueText.typeName(index));
    }
    BigInteger position = number.get().signum() < 0 ? number.get().add(BigInteger.valueOf(size)) : number.get();
    if (position.signum() < 0 || position.compareTo(BigInteger.valueOf(size)) >= 0) {
      throw interpreter.error("IndexError", what + " index " + number.get() + " is out of range: the length is "
          + size);
    }
    return position.intValue();
  }

  /** The positions that a slice selects from a sequence of this size. */
  int[] positions(SliceValue slice, int size) {
    int[] bounds = bounds(slice, size);
    int count = new RangeValue(bounds[0], bounds[1], bounds[2]).size();
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = bounds[0] + i * bounds[2];
    }
    return positions;
  }

  private int[] bounds(SliceValue slice, int size) {
    int step = part(slice.step(), 1);
    if (step == 0) {
      throw interpreter.error("ValueError", "slice step cannot be zero");
    }
    int lowest = step > 0 ? 0 : -1;
    int highest = step > 0 ? size : size - 1;
    int start = clamp(slice.lower(), step > 0 ? lowest : highest, size, lowest, highest);
    int stop = clamp(slice.upper(), step > 0 ? highest : lowest, size, lowest, highest);
    return new int[] {start, stop, step};
  }

  private int clamp(Value value, int otherwise, int size, int lowest, int highest) {
    if (value instanceof NoneValue) {
      return otherwise;
    }
    long position = part(value, 0);
    return Math.clamp(position < 0 ? position + size : position, lowest, highest);
  }

  private int part(Value value, int otherwise) {
    return switch (value) {
      case NoneValue _ -> otherwise;
      case UnknownValue unknown -> throw new UnknownAnswerException(unknown);
      default -> Numbers.integer(value)
          .map(number -> number.max(BigInteger.valueOf(-Integer.MAX_VALUE)).min(BigInteger.valueOf(Integer.MAX_VALUE))
              .intValue())
          .orElseThrow(() -> interpreter.error("TypeError", "slice indices must be integers or None"));
    };
  }

  /** Does {@code base[index] = value}. */
  void set(Value base, Value index, Value value) {
    switch (base) {
      case UnknownValue _, OpaqueValue _, TensorSampleValue _, LanguageObject _ -> { }
      case DictValue dict -> dict.put(Containers.key(interpreter, index), index, value);
      case ListValue list when index instanceof SliceValue slice -> setSlice(list, slice, value);
      case ListValue list -> {
        if (index instanceof UnknownValue unknown) {
          list.change(elements -> {
            elements.replaceAll(_ -> unknown);
            return elements;
          });
        } else {
          list.set(position(index, list.size(), "list"), value);
        }
      }
      default -> interpreter.calls.special(base, "__setitem__", List.of(index, value))
          .orElseThrow(() -> interpreter.error("TypeError",
              "a value of type " + ValueText.typeName(base) + " does not support item assignment"));
    }
  }

  private void setSlice(ListValue list, SliceValue slice, Value value) {
    List<Value> added = interpreter.iteration.list(value);
    int[] bounds = bounds(slice, list.size());
    int[] positions = positions(slice, list.size());
    interpreter.budget.work(list.size());
    if (bounds[2] != 1 && positions.length != added.size()) {
      throw interpreter.error("ValueError", "the slice has " + positions.length + " elements, the value "
          + added.size());
    }
    list.change(elements -> {
      if (bounds[2] == 1) {
        elements.subList(bounds[0], Math.max(bounds[0], bounds[1])).clear();
        elements.addAll(bounds[0], added);
      } else {
        for (int i = 0; i < positions.length; i++) {
          elements.set(positions[i], added.get(i));
        }
      }
      return elements;
    });
  }

  /** Does {@code del base[index]}. */
  public void delete(Value base, Value index) {
    switch (base) {
      case UnknownValue _, OpaqueValue _ -> { }
      case DictValue dict -> {
        if (dict.remove(Containers.key(interpreter, index)).isEmpty()) {
          throw interpreter.error("KeyError", ValueText.str(index));
        }
      }
      case ListValue list when index instanceof SliceValue slice -> {
        Set<Integer> positions = Arrays.stream(positions(slice, list.size())).boxed().collect(Collectors.toSet());
        interpreter.budget.work(list.size());
        list.change(elements -> {
          List<Value> kept = new ArrayList<>();
          for (int i = 0; i < elements.size(); i++) {
            if (!positions.contains(i)) {
              kept.add(elements.get(i));
            }
          }
          return kept;
        });
      }
      case ListValue list -> {
        int position = position(index, list.size(), "list");
        interpreter.budget.work(list.size() - position);
        list.remove(position);
      }
      default -> interpreter.calls.special(base, "__delitem__", List.of(index))
          .orElseThrow(() -> interpreter.error("TypeError",
              "a value of type " + ValueText.typeName(base) + " does not support item deletion"));
    }
  }
}
