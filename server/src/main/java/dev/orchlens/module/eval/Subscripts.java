package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.LanguageObject;
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
      return object instanceof LanguageObject.Name || object instanceof LanguageObject.Indexed
          ? new LanguageObject.Indexed(object, index)
          : interpreter.unknown("the elements of " + Operators.what(base) + " are not evaluated");
    }
    if (index instanceof UnknownValue) {
      return index;
    }
    return switch (base) {
      case StrValue(String text) -> text(text, index);
      case BytesValue(String bytes) -> bytes(bytes, index);
      case SequenceValue sequence -> element(sequence, index);
      case DictValue dict -> entry(dict, index);
      case ClassValue type when Iteration.isEnum(type) ->
          Iteration.members(type).stream()
              .filter(member -> ((InstanceValue) member).field("name").equals(Optional.of(index)))
              .findFirst()
              .orElseThrow(() -> interpreter.missing(index));
      case ClassValue _ -> base;
      case BuiltinValue _ -> base;
      case OpaqueValue(String path) ->
          path.startsWith("typing.") || path.startsWith("collections.abc.")
              ? base
              : interpreter.unknown("the elements of " + path + " are not evaluated");
      case TensorSampleValue _ -> interpreter.unknown("the elements of a tensor are not evaluated");
      default ->
          interpreter
              .calls
              .special(base, "__getitem__", List.of(index))
              .orElseThrow(
                  () ->
                      interpreter.error(
                          "TypeError",
                          "a value of type " + ValueText.typeName(base) + " has no elements"));
    };
  }

  private Value entry(DictValue dict, Value index) {
    Key key = Containers.key(interpreter, index);
    Optional<Value> found = dict.get(key);
    if (found.isPresent()) {
      return found.get();
    }
    if (dict.kind() == DictValue.Kind.COUNTER) {
      return IntValue.of(0);
    }
    if (dict.defaultFactory().isPresent()) {
      Value made = interpreter.calls.call(dict.defaultFactory().get(), List.of());
      dict.put(key, index, made);
      return made;
    }
    throw dict == interpreter.imports().environment()
        ? new UnknownAnswerException(
            interpreter.unknown(
                "the environment variable " + ValueText.repr(index) + " is not known here"))
        : interpreter.missing(index);
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
    return new StrValue(Character.toString(points[(int) position(index, points.length, "string")]));
  }

  private Value bytes(String bytes, Value index) {
    interpreter.budget.text(bytes.length());
    if (index instanceof SliceValue slice) {
      StringBuilder part = new StringBuilder();
      for (int i : positions(slice, bytes.length())) {
        part.append(bytes.charAt(i));
      }
      return new BytesValue(part.toString());
    }
    return Value.of((long) bytes.charAt((int) position(index, bytes.length(), "bytes")));
  }

  private Value element(SequenceValue sequence, Value index) {
    if (!(index instanceof SliceValue slice)) {
      return sequence instanceof RangeValue range
          ? range.at(position(index, range.length(), "range"))
          : sequence.get((int) position(index, sequence.size(), ValueText.typeName(sequence)));
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
    BigInteger[] bounds = bounds(slice, range.length());
    BigInteger start = BigInteger.valueOf(range.start());
    BigInteger step = BigInteger.valueOf(range.step());
    return new RangeValue(
        limited(start.add(bounds[0].multiply(step))),
        limited(start.add(bounds[1].multiply(step))),
        limited(step.multiply(bounds[2])));
  }

  private static long limited(BigInteger number) {
    if (number.bitLength() > 62) {
      throw new BudgetExceededException("it makes a range with numbers of more than 62 bits");
    }
    return number.longValue();
  }

  /** The position from 0 that an index, which may be negative, stands for. */
  private long position(Value index, long size, String what) {
    BigInteger number =
        Arguments.integer(interpreter, index, "an integer as an index of a " + what);
    BigInteger position = number.signum() < 0 ? number.add(BigInteger.valueOf(size)) : number;
    if (position.signum() < 0 || position.compareTo(BigInteger.valueOf(size)) >= 0) {
      throw interpreter.error(
          "IndexError", what + " index " + number + " is out of range: the length is " + size);
    }
    return position.longValue();
  }

  /** The positions that a slice selects from a sequence of this size. */
  int[] positions(SliceValue slice, int size) {
    BigInteger[] bounds = bounds(slice, size);
    BigInteger span = bounds[1].subtract(bounds[0]);
    BigInteger step = bounds[2];
    boolean some = span.signum() == step.signum();
    int count =
        some ? span.subtract(BigInteger.valueOf(step.signum())).divide(step).intValue() + 1 : 0;
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = bounds[0].intValue() + i * step.intValue();
    }
    return positions;
  }

  /**
   * Where a slice starts and stops in a sequence of this size, and its step: all that it selects
   * lies inside.
   */
  private BigInteger[] bounds(SliceValue slice, long size) {
    BigInteger step = slice.step() instanceof NoneValue ? BigInteger.ONE : part(slice.step());
    if (step.signum() == 0) {
      throw interpreter.error("ValueError", "slice step cannot be zero");
    }
    BigInteger length = BigInteger.valueOf(size);
    boolean up = step.signum() > 0;
    BigInteger lowest = up ? BigInteger.ZERO : BigInteger.ONE.negate();
    BigInteger highest = up ? length : length.subtract(BigInteger.ONE);
    BigInteger start = clamp(slice.lower(), up ? lowest : highest, length, lowest, highest);
    BigInteger stop = clamp(slice.upper(), up ? highest : lowest, length, lowest, highest);
    return new BigInteger[] {start, stop, step};
  }

  private BigInteger clamp(
      Value value, BigInteger otherwise, BigInteger size, BigInteger lowest, BigInteger highest) {
    if (value instanceof NoneValue) {
      return otherwise;
    }
    BigInteger position = part(value);
    return (position.signum() < 0 ? position.add(size) : position).max(lowest).min(highest);
  }

  /**
   * Where a search starts or ends in a string of this length: from 0 on, and beyond the length
   * where that is asked for.
   */
  public int bound(Value value, int otherwise, int length) {
    BigInteger most = BigInteger.valueOf(Integer.MAX_VALUE);
    return clamp(
            value, BigInteger.valueOf(otherwise), BigInteger.valueOf(length), BigInteger.ZERO, most)
        .intValue();
  }

  private BigInteger part(Value value) {
    return Arguments.integer(interpreter, value, "an integer or None in a slice");
  }

  /** Does {@code base[index] = value}. */
  void set(Value base, Value index, Value value) {
    switch (base) {
      case UnknownValue _, OpaqueValue _, TensorSampleValue _, LanguageObject _ -> {}
      case DictValue dict -> dict.put(Containers.key(interpreter, index), index, value);
      case ListValue list when index instanceof SliceValue slice -> setSlice(list, slice, value);
      case ListValue list -> {
        if (index instanceof UnknownValue unknown) {
          list.change(
              elements -> {
                elements.replaceAll(_ -> unknown);
                return elements;
              });
        } else {
          list.set((int) position(index, list.size(), "list"), value);
        }
      }
      default -> {
        if (interpreter.calls.special(base, "__setitem__", List.of(index, value)).isEmpty()) {
          throw interpreter.error(
              "TypeError",
              "a value of type " + ValueText.typeName(base) + " does not support item assignment");
        }
      }
    }
  }

  private void setSlice(ListValue list, SliceValue slice, Value value) {
    List<Value> added = interpreter.iteration.list(value);
    BigInteger[] bounds = bounds(slice, list.size());
    int[] positions = positions(slice, list.size());
    boolean oneByOne = bounds[2].equals(BigInteger.ONE);
    interpreter.budget.work(list.size());
    Budget.size(list.size() + (long) added.size());
    if (!oneByOne && positions.length != added.size()) {
      throw interpreter.error(
          "ValueError",
          "the slice has " + positions.length + " elements, the value " + added.size());
    }
    list.change(
        elements -> {
          if (oneByOne) {
            int start = bounds[0].intValue();
            elements.subList(start, Math.max(start, bounds[1].intValue())).clear();
            elements.addAll(start, added);
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
      case UnknownValue _, OpaqueValue _, TensorSampleValue _, LanguageObject _ -> {}
      case DictValue dict -> {
        if (dict.remove(Containers.key(interpreter, index)).isEmpty()) {
          throw interpreter.missing(index);
        }
      }
      case ListValue list when index instanceof SliceValue slice -> {
        Set<Integer> positions =
            Arrays.stream(positions(slice, list.size())).boxed().collect(Collectors.toSet());
        interpreter.budget.work(list.size());
        list.change(
            elements -> {
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
        int position = (int) position(index, list.size(), "list");
        interpreter.budget.work(list.size() - position);
        list.remove(position);
      }
      default -> {
        if (interpreter.calls.special(base, "__delitem__", List.of(index)).isEmpty()) {
          throw interpreter.error(
              "TypeError",
              "a value of type " + ValueText.typeName(base) + " does not support item deletion");
        }
      }
    }
  }
}
