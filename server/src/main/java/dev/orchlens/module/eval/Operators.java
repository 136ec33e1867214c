package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BuiltinValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Python's operators on values (Python language reference, "Expressions"). */
public final class Operators {
  private static final Map<Operator.Binary, String> METHODS =
      Map.ofEntries(
          Map.entry(Operator.Binary.ADD, "add"),
          Map.entry(Operator.Binary.SUBTRACT, "sub"),
          Map.entry(Operator.Binary.MULTIPLY, "mul"),
          Map.entry(Operator.Binary.MATRIX_MULTIPLY, "matmul"),
          Map.entry(Operator.Binary.DIVIDE, "truediv"),
          Map.entry(Operator.Binary.FLOOR_DIVIDE, "floordiv"),
          Map.entry(Operator.Binary.MODULO, "mod"),
          Map.entry(Operator.Binary.POWER, "pow"),
          Map.entry(Operator.Binary.LEFT_SHIFT, "lshift"),
          Map.entry(Operator.Binary.RIGHT_SHIFT, "rshift"),
          Map.entry(Operator.Binary.BIT_AND, "and"),
          Map.entry(Operator.Binary.BIT_OR, "or"),
          Map.entry(Operator.Binary.BIT_XOR, "xor"));

  private final Interpreter interpreter;

  Operators(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** The value of {@code left operator right}. */
  public Value binary(Operator.Binary operator, Value left, Value right) {
    if (left instanceof UnknownValue || right instanceof UnknownValue) {
      return left instanceof UnknownValue ? left : right;
    }
    if (isFlag(left) || isFlag(right)) {
      return interpreter.unknown("combinations of flags are not evaluated");
    }
    Value a = InstanceValue.plain(left);
    Value b = InstanceValue.plain(right);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Numbers.binary(interpreter, operator, a, b);
    }
    if (a instanceof InstanceValue || b instanceof InstanceValue) {
      return ofInstances(operator, a, b);
    }
    boolean ofSets =
        operator == Operator.Binary.BIT_AND
            || operator == Operator.Binary.BIT_OR
            || operator == Operator.Binary.BIT_XOR
            || operator == Operator.Binary.SUBTRACT;
    if (ofSets && a instanceof DictViewValue view && view.isSet()) {
      return Containers.combine(
          interpreter,
          operator,
          Containers.asSet(interpreter, a),
          Containers.asSet(interpreter, b));
    }
    if (a instanceof DictViewValue || b instanceof DictViewValue) {
      return interpreter.unknown(
          "the result of " + operator.symbol() + " on a view of a dictionary is not evaluated");
    }
    if (operator == Operator.Binary.DIVIDE && (a instanceof PathValue || b instanceof PathValue)) {
      return Paths.of(interpreter, List.of(a, b));
    }
    if (isForeign(a) || isForeign(b)) {
      return interpreter.unknown(
          "the result of "
              + operator.symbol()
              + " on "
              + what(isForeign(a) ? a : b)
              + " is not evaluated");
    }
    return collections(operator, a, b)
        .orElseThrow(
            () ->
                interpreter.error(
                    "TypeError",
                    "unsupported operand types for "
                        + operator.symbol()
                        + ": "
                        + ValueText.typeName(a)
                        + " and "
                        + ValueText.typeName(b)));
  }

  /** The value of {@code left operator= right}: what can change is changed in place. */
  Value inPlace(Operator.Binary operator, Value left, Value right) {
    switch (left) {
      case ListValue list when operator == Operator.Binary.ADD -> {
        List<Value> added = interpreter.iteration.list(right);
        Budget.size(list.size() + (long) added.size());
        list.addAll(added);
        return list;
      }
      case ListValue list when operator == Operator.Binary.MULTIPLY && right.isKnown() -> {
        if (binary(operator, left, right) instanceof ListValue repeated) {
          list.change(_ -> new ArrayList<>(repeated.elements()));
          return list;
        }
      }
      case SetValue set when !set.isFrozen() && right instanceof SetValue other -> {
        if (binary(operator, left, other) instanceof SetValue result) {
          set.clear();
          result.each(set::add);
          return set;
        }
      }
      case DictValue dict
          when dict.isPlain() && operator == Operator.Binary.BIT_OR && right.isKnown() -> {
        Containers.update(interpreter, dict, right);
        return dict;
      }
      case InstanceValue instance -> {
        Optional<Value> own =
            interpreter.calls.operation(
                instance, "__i" + METHODS.get(operator) + "__", List.of(right));
        if (own.isPresent()) {
          return own.get();
        }
      }
      default -> {}
    }
    return binary(operator, left, right);
  }

  /**
   * What to throw where a value of another type is needed: Python's exception, or why nobody knows
   * whether there is one.
   */
  public RuntimeException unfit(Value value, String needed) {
    if (value instanceof UnknownValue unknown) {
      return new UnknownAnswerException(unknown);
    }
    return isForeign(value)
        ? new UnknownAnswerException(
            interpreter.unknown(what(value) + " as " + needed + " is not evaluated"))
        : interpreter.error(
            "TypeError", needed + " is needed, not a value of type " + ValueText.typeName(value));
  }

  private static boolean isFlag(Value value) {
    return value instanceof InstanceValue instance && Enumerations.isFlag(instance.type());
  }

  /** Whether a value is of one of Python's own types that hold data. */
  public static boolean isData(Value value) {
    return Numbers.isNumber(value)
        || value instanceof StrValue
        || value instanceof BytesValue
        || value instanceof NoneValue
        || value instanceof SequenceValue
        || value instanceof DictValue
        || value instanceof SetValue;
  }

  /** Whether only a library or the DSL knows how to compute with a value. */
  public static boolean isForeign(Value value) {
    return value instanceof OpaqueValue
        || value instanceof LanguageObject
        || value instanceof TensorSampleValue
        || value instanceof BuiltinValue
        || value instanceof ClassValue;
  }

  /** What a value is, in the words of a reason. */
  public static String what(Value value) {
    return switch (value) {
      case OpaqueValue opaque -> opaque.path();
      case LanguageObject.Name language -> language.path();
      case LanguageObject.DynamicDim dim -> "the dynamic dimension " + dim.name();
      case Definition definition -> definition.name();
      case LanguageObject _ -> "a value of the DSL";
      case TensorSampleValue _ -> "a tensor";
      default -> "a value of type " + ValueText.typeName(value);
    };
  }

  private Value ofInstances(Operator.Binary operator, Value a, Value b) {
    String method = METHODS.get(operator);
    Optional<Value> result =
        interpreter
            .calls
            .operation(a, "__" + method + "__", List.of(b))
            .or(() -> interpreter.calls.operation(b, "__r" + method + "__", List.of(a)));
    if (result.isPresent()) {
      return result.get();
    }
    if (operator == Operator.Binary.MODULO && a instanceof StrValue format) {
      return interpreter.library.percent(interpreter, format.value(), b);
    }
    if (operator == Operator.Binary.MULTIPLY) {
      Optional<Value> repeated =
          Arguments.whole(interpreter, b)
              .map(IntValue::new)
              .flatMap(count -> repeat(a, count))
              .or(
                  () ->
                      Arguments.whole(interpreter, a)
                          .map(IntValue::new)
                          .flatMap(count -> repeat(b, count)));
      if (repeated.isPresent()) {
        return repeated.get();
      }
    }
    if (isForeign(a) || isForeign(b)) {
      return interpreter.unknown(
          "the result of "
              + operator.symbol()
              + " on "
              + what(isForeign(a) ? a : b)
              + " is not evaluated");
    }
    throw interpreter.error(
        "TypeError",
        "unsupported operand types for "
            + operator.symbol()
            + ": "
            + ValueText.typeName(a)
            + " and "
            + ValueText.typeName(b));
  }

  private Optional<Value> collections(Operator.Binary operator, Value a, Value b) {
    return switch (operator) {
      case ADD -> concatenate(a, b);
      case MULTIPLY ->
          a instanceof IntValue || a instanceof BoolValue ? repeat(b, a) : repeat(a, b);
      case MODULO ->
          a instanceof BytesValue
              ? Optional.of(interpreter.unknown("% of bytes is not evaluated"))
              : a instanceof StrValue format
                  ? Optional.of(interpreter.library.percent(interpreter, format.value(), b))
                  : Optional.empty();
      case BIT_OR, BIT_AND, BIT_XOR, SUBTRACT -> sets(operator, a, b);
      default -> Optional.empty();
    };
  }

  private Optional<Value> concatenate(Value a, Value b) {
    spend(a, Budget.size(Math.max(0, size(a)) + Math.max(0, size(b))));
    if (a instanceof StrValue x && b instanceof StrValue y) {
      return Optional.of(new StrValue(x.value() + y.value()));
    }
    if (a instanceof BytesValue x && b instanceof BytesValue y) {
      return Optional.of(new BytesValue(x.value() + y.value()));
    }
    if (a instanceof ListValue x && b instanceof ListValue y) {
      List<Value> all = new ArrayList<>(x.elements());
      all.addAll(y.elements());
      return Optional.of(interpreter.list(all));
    }
    if (a instanceof TupleValue x && b instanceof TupleValue y) {
      List<Value> all = new ArrayList<>(x.elements());
      all.addAll(y.elements());
      return Optional.of(new TupleValue(all));
    }
    return Optional.empty();
  }

  private void spend(Value sequence, int size) {
    if (sequence instanceof StrValue || sequence instanceof BytesValue) {
      interpreter.budget.text(size);
    } else {
      interpreter.budget.work(size);
    }
  }

  /** The length of what can be concatenated and repeated; -1 for all other values. */
  private static long size(Value sequence) {
    return switch (sequence) {
      case StrValue text -> text.value().length();
      case BytesValue bytes -> bytes.value().length();
      case ListValue list -> list.size();
      case TupleValue tuple -> tuple.size();
      default -> -1;
    };
  }

  private Optional<Value> repeat(Value sequence, Value count) {
    Optional<BigInteger> times = Numbers.integer(count);
    if (times.isEmpty()) {
      return Optional.empty();
    }
    long size = size(sequence);
    if (size < 0) {
      return Optional.empty();
    }
    BigInteger total = times.get().max(BigInteger.ZERO).multiply(BigInteger.valueOf(size));
    spend(sequence, Budget.size(total.bitLength() > 40 ? Long.MAX_VALUE : total.longValue()));
    int n = size == 0 ? 0 : times.get().max(BigInteger.ZERO).intValue();
    return Optional.of(
        switch (sequence) {
          case StrValue text -> new StrValue(text.value().repeat(n));
          case BytesValue bytes -> new BytesValue(bytes.value().repeat(n));
          case ListValue list -> interpreter.list(repeated(list.elements(), n));
          case TupleValue tuple -> new TupleValue(repeated(tuple.elements(), n));
          default -> sequence;
        });
  }

  private static List<Value> repeated(List<Value> elements, int times) {
    List<Value> all = new ArrayList<>(elements.size() * times);
    for (int i = 0; i < times; i++) {
      all.addAll(elements);
    }
    return all;
  }

  private Optional<Value> sets(Operator.Binary operator, Value a, Value b) {
    if (a instanceof DictValue x
        && b instanceof DictValue y
        && operator == Operator.Binary.BIT_OR) {
      DictValue union = interpreter.dict();
      if (!x.isPlain() || !y.isPlain()) {
        return Optional.of(interpreter.unknown("| of these dictionaries is not evaluated"));
      }
      Containers.putAll(interpreter, union, x);
      Containers.putAll(interpreter, union, y);
      return Optional.of(union);
    }
    if (a instanceof DictValue x && !x.isPlain() || b instanceof DictValue y && !y.isPlain()) {
      return Optional.of(interpreter.unknown("this operation on dictionaries is not evaluated"));
    }
    if (!(a instanceof SetValue x && b instanceof SetValue y)) {
      return Optional.empty();
    }
    return Optional.of(Containers.combine(interpreter, operator, x, y));
  }

  /** The value of {@code operator operand}. */
  Value unary(Operator.Unary operator, Value operand) {
    if (operator == Operator.Unary.NOT) {
      Optional<Boolean> truth = truth(operand);
      return truth.isPresent() ? Value.of(!truth.get()) : asUnknown(operand);
    }
    if (operand instanceof UnknownValue) {
      return operand;
    }
    if (isFlag(operand)) {
      return interpreter.unknown("combinations of flags are not evaluated");
    }
    Value value = InstanceValue.plain(operand);
    if (Numbers.isNumber(value)) {
      return Numbers.unary(interpreter, operator, value);
    }
    String method =
        switch (operator) {
          case NEGATE -> "__neg__";
          case PLUS -> "__pos__";
          case INVERT -> "__invert__";
          case NOT -> "__bool__";
        };
    Optional<Value> result = interpreter.calls.special(value, method, List.of());
    if (result.isPresent()) {
      return result.get();
    }
    if (isForeign(value)) {
      return interpreter.unknown(
          "the result of " + operator.symbol() + " on " + what(value) + " is not evaluated");
    }
    throw interpreter.error(
        "TypeError",
        "bad operand type for unary " + operator.symbol() + ": " + ValueText.typeName(value));
  }

  /** Whether a value counts as true; empty where that is not known. */
  public Optional<Boolean> truth(Value value) {
    return switch (value) {
      case BoolValue(boolean flag) -> Optional.of(flag);
      case NoneValue _ -> Optional.of(false);
      case IntValue number -> Optional.of(number.value().signum() != 0);
      case FloatValue(double number) -> Optional.of(number != 0);
      case StrValue text -> Optional.of(!text.value().isEmpty());
      case BytesValue bytes -> Optional.of(!bytes.value().isEmpty());
      case RangeValue range -> Optional.of(range.length() > 0);
      case SequenceValue sequence -> Optional.of(sequence.size() > 0);
      case DictValue dict -> Optional.of(dict.size() > 0);
      case SetValue set -> Optional.of(!set.members().isEmpty());
      case DictViewValue view -> Optional.of(view.dict().size() > 0);
      case InstanceValue instance -> truthOf(instance);
      case UnknownValue _,
          TensorSampleValue _,
          OpaqueValue _,
          LanguageObject.Call _,
          LanguageObject.DynamicDim _ ->
          Optional.empty();
      default -> Optional.of(true);
    };
  }

  private Optional<Boolean> truthOf(InstanceValue instance) {
    if (instance.type().form() == ClassValue.Form.DATA_ENUM) {
      return truth(InstanceValue.plain(instance));
    }
    Optional<Value> result =
        interpreter
            .calls
            .special(instance, "__bool__", List.of())
            .or(() -> interpreter.calls.special(instance, "__len__", List.of()));
    return result.isPresent() ? truth(result.get()) : Optional.of(true);
  }

  /** The unknown value that stands for what depends on a value whose truth is not known. */
  public UnknownValue asUnknown(Value value) {
    return value instanceof UnknownValue unknown
        ? unknown
        : interpreter.unknown("whether " + what(value) + " counts as true is not evaluated");
  }

  /** The value of {@code left operator right} for one link of a comparison chain. */
  Value compare(Operator.Comparison operator, Value left, Value right) {
    return interpreter.comparisons.compare(operator, left, right);
  }
}
