package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.BoundMethodValue;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.DictViewValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Python's comparisons, identity and membership tests. */
public final class Comparisons {
  /** The methods of which {@code functools.total_ordering} makes the others. */
  private static final Set<String> ORDERS = Set.of("__lt__", "__le__", "__gt__", "__ge__");

  private final Interpreter interpreter;

  public Comparisons(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  Value compare(Operator.Comparison operator, Value left, Value right) {
    return switch (operator) {
      case IS -> identity(left, right, true);
      case IS_NOT -> identity(left, right, false);
      case IN -> contains(right, left, true);
      case NOT_IN -> contains(right, left, false);
      case EQUAL -> equality(left, right, true);
      case NOT_EQUAL -> equality(left, right, false);
      case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL -> ordering(operator, left, right);
    };
  }

  private Value identity(Value left, Value right, boolean wanted) {
    if (left instanceof UnknownValue || right instanceof UnknownValue) {
      return left instanceof UnknownValue ? left : right;
    }
    Optional<Boolean> same = isSame(left, right);
    return same.isPresent()
        ? Value.of(same.get() == wanted)
        : interpreter.unknown("whether two equal values are the same object is not evaluated");
  }

  /** Whether two values are one object; empty where equal ones may or may not be. */
  private static Optional<Boolean> isSame(Value left, Value right) {
    boolean mutable =
        left instanceof ListValue
            || left instanceof DictValue
            || left instanceof SetValue
            || left instanceof InstanceValue
            || left instanceof IteratorValue
            || left instanceof TensorSampleValue
            || left instanceof FunctionValue
            || left instanceof ClassValue;
    if (mutable || left == right) {
      return Optional.of(left == right);
    }
    boolean single =
        left instanceof BoolValue || left instanceof NoneValue || left instanceof EllipsisValue;
    return single || left.getClass() != right.getClass()
        ? Optional.of(left.equals(right))
        : shared(left, right);
  }

  private static Optional<Boolean> shared(Value left, Value right) {
    return switch (left) {
      // Python has one object for each of the small integers, and for the empty tuple and string.
      case IntValue(BigInteger number) ->
          !left.equals(right)
              ? Optional.of(false)
              : number.bitLength() < 8 ? Optional.of(true) : Optional.empty();
      case StrValue(String text) ->
          !left.equals(right)
              ? Optional.of(false)
              : text.length() < 2 ? Optional.of(true) : Optional.empty();
      case TupleValue tuple ->
          tuple.size() == 0 && right instanceof TupleValue other && other.size() == 0
              ? Optional.of(true)
              : Optional.empty();
      case FloatValue _,
          BytesValue _,
          RangeValue _,
          SliceValue _,
          PathValue _,
          BoundMethodValue _,
          DictViewValue _ ->
          Optional.empty();
      default -> Optional.of(left.equals(right));
    };
  }

  private Value equality(Value left, Value right, boolean wanted) {
    Optional<Boolean> same = same(left, right);
    if (!wanted) {
      Optional<Value> special = interpreter.calls.special(left, "__ne__", List.of(right));
      if (special.isPresent()) {
        return special.get();
      }
    }
    return same.isPresent() ? Value.of(same.get() == wanted) : unclear(left, right);
  }

  public UnknownValue unclear(Value left, Value right) {
    if (left instanceof UnknownValue unknown) {
      return unknown;
    }
    if (right instanceof UnknownValue unknown) {
      return unknown;
    }
    return interpreter.unknown(
        "the comparison of "
            + Operators.what(left)
            + " with "
            + Operators.what(right)
            + " is not evaluated");
  }

  /**
   * Whether two values are the same object or equal, as collections compare what they hold; empty
   * where that is not known.
   */
  public Optional<Boolean> sameOrEqual(Value left, Value right) {
    boolean nan = isNan(left) && isNan(right);
    return nan
        ? (left == right ? Optional.of(true) : Optional.empty())
        : left == right && left.isKnown() ? Optional.of(true) : same(left, right);
  }

  /** Whether two values are equal; empty where that is not known. */
  public Optional<Boolean> same(Value left, Value right) {
    interpreter.budget.inwards();
    try {
      return whole(left, right);
    } finally {
      interpreter.budget.outwards();
    }
  }

  private Optional<Boolean> whole(Value left, Value right) {
    boolean own =
        left instanceof InstanceValue instance && instance.type().attribute("__eq__").isPresent();
    if (left == right && !(left instanceof FloatValue) && !own && left.isKnown()) {
      return Optional.of(true);
    }
    if (left instanceof UnknownValue || right instanceof UnknownValue) {
      return Optional.empty();
    }
    Value a = InstanceValue.plain(left);
    Value b = InstanceValue.plain(right);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Optional.of(Numbers.compare(interpreter, a, b).equals(Optional.of(0)));
    }
    if (a instanceof InstanceValue || b instanceof InstanceValue) {
      return sameInstances(a, b);
    }
    if (a instanceof DictViewValue || b instanceof DictViewValue) {
      return Optional.of(
          Containers.isSet(a) && Containers.isSet(b)
              ? Containers.asSet(interpreter, a)
                  .keys()
                  .equals(Containers.asSet(interpreter, b).keys())
              : a.equals(b));
    }
    return switch (a) {
      case StrValue(String x) when b instanceof StrValue(String y) -> Optional.of(sameText(x, y));
      case BytesValue(String x) when b instanceof BytesValue(String y) ->
          Optional.of(sameText(x, y));
      case RangeValue x when b instanceof RangeValue y ->
          Optional.of(Key.of(interpreter.budget, x).equals(Key.of(interpreter.budget, y)));
      case SequenceValue x when b instanceof SequenceValue y ->
          x.getClass() == y.getClass() ? sameElements(x, y) : Optional.of(false);
      case DictValue x when b instanceof DictValue y -> sameEntries(x, y);
      case SetValue x when b instanceof SetValue y -> {
        interpreter.budget.work((long) x.members().size() + y.members().size());
        yield Optional.of(x.keys().equals(y.keys()));
      }
      case SliceValue(Value lower, Value upper, Value step) when b instanceof SliceValue y ->
          sameElements(
              new TupleValue(List.of(lower, upper, step)),
              new TupleValue(List.of(y.lower(), y.upper(), y.step())));
      default ->
          foreign(a) || foreign(b)
              ? Optional.of(a.equals(b)).filter(same -> same)
              : Optional.of(a.equals(b));
    };
  }

  private static boolean foreign(Value value) {
    return value instanceof TensorSampleValue || value instanceof OpaqueValue;
  }

  private boolean sameText(String x, String y) {
    interpreter.budget.text(x.length() == y.length() ? x.length() : 0);
    return x.equals(y);
  }

  private Optional<Boolean> sameElements(SequenceValue a, SequenceValue b) {
    if (a.size() != b.size()) {
      return Optional.of(false);
    }
    boolean clear = true;
    for (int i = 0; i < a.size(); i++) {
      interpreter.budget.work(8);
      Optional<Boolean> same = sameOrEqual(a.get(i), b.get(i));
      if (same.equals(Optional.of(false))) {
        return same;
      }
      clear &= same.isPresent();
    }
    return clear ? Optional.of(true) : Optional.empty();
  }

  private Optional<Boolean> sameEntries(DictValue a, DictValue b) {
    if (a.kind() == DictValue.Kind.ORDERED && b.kind() == DictValue.Kind.ORDERED
        || a.kind() == DictValue.Kind.COUNTER
        || b.kind() == DictValue.Kind.COUNTER) {
      return Optional.empty();
    }
    if (a.size() != b.size()) {
      return Optional.of(false);
    }
    boolean clear = true;
    for (DictValue.Entry entry : a.entries()) {
      interpreter.budget.step();
      Optional<Value> other = Key.of(interpreter.budget, entry.key()).flatMap(b::get);
      Optional<Boolean> same =
          other.isEmpty() ? Optional.of(false) : sameOrEqual(entry.value(), other.get());
      if (same.equals(Optional.of(false))) {
        return same;
      }
      clear &= same.isPresent();
    }
    return clear ? Optional.of(true) : Optional.empty();
  }

  private Optional<Boolean> sameInstances(Value a, Value b) {
    Optional<Value> special =
        interpreter
            .calls
            .operation(a, "__eq__", List.of(b))
            .or(() -> interpreter.calls.operation(b, "__eq__", List.of(a)));
    if (special.isPresent()) {
      return interpreter.operators.truth(special.get());
    }
    boolean comparable =
        a instanceof InstanceValue x
            && b instanceof InstanceValue y
            && x.type() == y.type()
            && x.type().isValueType();
    if (!comparable) {
      return foreign(a) || foreign(b) ? Optional.empty() : Optional.of(a == b);
    }
    return sameElements(compared((InstanceValue) a), compared((InstanceValue) b));
  }

  private static TupleValue compared(InstanceValue instance) {
    return new TupleValue(
        instance.type().comparedFields().stream()
            .map(field -> instance.field(field.name()).orElse(Value.NONE))
            .toList());
  }

  private Value ordering(Operator.Comparison operator, Value left, Value right) {
    Optional<Value> special =
        interpreter
            .calls
            .operation(left, method(operator), List.of(right))
            .or(
                () ->
                    interpreter.calls.operation(right, method(mirrored(operator)), List.of(left)));
    if (special.isPresent()) {
      return special.get();
    }
    if (left instanceof SetValue a && right instanceof SetValue b) {
      return Value.of(subset(operator, a, b));
    }
    if (left instanceof UnknownValue
        || right instanceof UnknownValue
        || Operators.isForeign(left)
        || Operators.isForeign(right)
        || left instanceof DictViewValue
        || right instanceof DictViewValue) {
      return unclear(left, right);
    }
    if (isNan(left) && Numbers.isNumber(right) || isNan(right) && Numbers.isNumber(left)) {
      return Value.FALSE;
    }
    Optional<Integer> order = order(left, right);
    if (order.isEmpty()) {
      return unclear(left, right);
    }
    int sign = order.get();
    return Value.of(
        switch (operator) {
          case LESS -> sign < 0;
          case LESS_EQUAL -> sign <= 0;
          case GREATER -> sign > 0;
          default -> sign >= 0;
        });
  }

  private static Operator.Comparison mirrored(Operator.Comparison operator) {
    return switch (operator) {
      case LESS -> Operator.Comparison.GREATER;
      case LESS_EQUAL -> Operator.Comparison.GREATER_EQUAL;
      case GREATER -> Operator.Comparison.LESS;
      default -> Operator.Comparison.LESS_EQUAL;
    };
  }

  private static boolean isNan(Value value) {
    return value instanceof FloatValue(double number) && Double.isNaN(number);
  }

  private static String method(Operator.Comparison operator) {
    return switch (operator) {
      case LESS -> "__lt__";
      case LESS_EQUAL -> "__le__";
      case GREATER -> "__gt__";
      default -> "__ge__";
    };
  }

  private boolean subset(Operator.Comparison operator, SetValue a, SetValue b) {
    interpreter.budget.work((long) a.members().size() + b.members().size());
    boolean below = b.keys().containsAll(a.keys());
    boolean above = a.keys().containsAll(b.keys());
    return switch (operator) {
      case LESS -> below && !above;
      case LESS_EQUAL -> below;
      case GREATER -> above && !below;
      default -> above;
    };
  }

  /**
   * The order of two values: negative, zero or positive; empty where it is not known.
   *
   * @throws PythonException (TypeError) when they have none
   */
  public Optional<Integer> order(Value left, Value right) {
    if (left instanceof UnknownValue || right instanceof UnknownValue) {
      return Optional.empty();
    }
    interpreter.budget.work(8);
    Value a = InstanceValue.plain(left);
    Value b = InstanceValue.plain(right);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Numbers.compare(interpreter, a, b);
    }
    if (a instanceof StrValue(String x) && b instanceof StrValue(String y)) {
      return Optional.of(compareCodePoints(x, y));
    }
    if (a instanceof BytesValue(String x) && b instanceof BytesValue(String y)) {
      return Optional.of(compareCodePoints(x, y));
    }
    boolean sequences =
        a instanceof ListValue && b instanceof ListValue
            || a instanceof TupleValue && b instanceof TupleValue;
    if (sequences) {
      return orderElements((SequenceValue) a, (SequenceValue) b);
    }
    if (a instanceof InstanceValue || b instanceof InstanceValue) {
      return orderInstances(a, b);
    }
    if (Operators.isForeign(a)
        || Operators.isForeign(b)
        || a instanceof SetValue && b instanceof SetValue) {
      return Optional.empty();
    }
    throw unordered(left, right);
  }

  private PythonException unordered(Value left, Value right) {
    return interpreter.error(
        "TypeError",
        "values of type "
            + ValueText.typeName(left)
            + " and "
            + ValueText.typeName(right)
            + " have no order");
  }

  private Optional<Integer> orderInstances(Value a, Value b) {
    Optional<Value> less = less(a, b);
    if (less.isPresent()) {
      Optional<Boolean> first = interpreter.operators.truth(less.get());
      Optional<Boolean> second =
          first.equals(Optional.of(false))
              ? less(b, a).flatMap(interpreter.operators::truth)
              : Optional.of(false);
      return first.flatMap(
          before -> before ? Optional.of(-1) : second.map(behind -> behind ? 1 : 0));
    }
    if (a instanceof InstanceValue x
        && b instanceof InstanceValue y
        && x.type() == y.type()
        && x.type().form() == ClassValue.Form.DATA
        && x.type().traits().order()) {
      return orderElements(compared(x), compared(y));
    }
    boolean total =
        a instanceof InstanceValue x
            && x.type().attributes().keySet().stream().anyMatch(ORDERS::contains);
    if (total || Operators.isForeign(a) || Operators.isForeign(b)) {
      return Optional.empty();
    }
    throw unordered(a, b);
  }

  private Optional<Value> less(Value a, Value b) {
    return interpreter
        .calls
        .operation(a, "__lt__", List.of(b))
        .or(() -> interpreter.calls.operation(b, "__gt__", List.of(a)));
  }

  private int compareCodePoints(String x, String y) {
    int length = Math.min(x.length(), y.length());
    int same = 0;
    while (same < length && x.charAt(same) == y.charAt(same)) {
      same++;
    }
    interpreter.budget.text(same);
    if (same == length) {
      return Integer.compare(x.length(), y.length());
    }
    boolean pair = same > 0 && Character.isHighSurrogate(x.charAt(same - 1));
    int at = pair ? same - 1 : same;
    return Integer.compare(x.codePointAt(at), y.codePointAt(at));
  }

  private Optional<Integer> orderElements(SequenceValue a, SequenceValue b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      interpreter.budget.work(8);
      Optional<Boolean> same = sameOrEqual(a.get(i), b.get(i));
      if (same.isEmpty()) {
        return Optional.empty();
      }
      if (!same.get()) {
        interpreter.budget.inwards();
        try {
          return order(a.get(i), b.get(i));
        } finally {
          interpreter.budget.outwards();
        }
      }
    }
    return Optional.of(Integer.compare(a.size(), b.size()));
  }

  private Value contains(Value container, Value member, boolean wanted) {
    if (container instanceof UnknownValue) {
      return container;
    }
    Optional<Boolean> found = contains(container, member);
    return found.isPresent() ? Value.of(found.get() == wanted) : unclear(member, container);
  }

  private Optional<Boolean> contains(Value container, Value member) {
    return switch (container) {
      case StrValue(String text) when member instanceof StrValue(String part) ->
          Optional.of(Occurrences.has(interpreter.budget, text, part));
      case StrValue _ when member.isKnown() ->
          throw interpreter.operators.unfit(member, "a string");
      case BytesValue(String bytes) when member instanceof BytesValue(String part) ->
          Optional.of(Occurrences.has(interpreter.budget, bytes, part));
      case BytesValue(String bytes) when member.isKnown() -> {
        int wanted = Arguments.integer(interpreter, member, "an integer or bytes").intValue();
        interpreter.budget.text(bytes.length());
        yield wanted < 0 || wanted > 0xff
            ? Optional.empty()
            : Optional.of(bytes.indexOf(wanted) >= 0);
      }
      case DictValue dict when member.isKnown() ->
          Optional.of(dict.contains(Containers.key(interpreter, member)));
      case DictViewValue(DictValue dict, var kind)
          when kind == DictViewValue.Kind.KEYS && member.isKnown() ->
          Optional.of(dict.contains(Containers.key(interpreter, member)));
      case SetValue set when member.isKnown() ->
          Optional.of(set.contains(Containers.wanted(interpreter, member)));
      case RangeValue range when Numbers.integer(member).isPresent() ->
          Optional.of(inRange(range, member));
      default -> asked(container, member);
    };
  }

  /** Asks the container's own method, else goes through its elements. */
  private Optional<Boolean> asked(Value container, Value member) {
    Optional<Value> special = interpreter.calls.special(container, "__contains__", List.of(member));
    if (special.isPresent()) {
      return interpreter.operators.truth(special.get());
    }
    boolean clear = true;
    for (Value each : interpreter.iteration.members(container)) {
      interpreter.budget.step();
      Optional<Boolean> same = sameOrEqual(each, member);
      if (same.equals(Optional.of(true))) {
        return same;
      }
      clear &= same.isPresent();
    }
    return clear ? Optional.of(false) : Optional.empty();
  }

  private static boolean inRange(RangeValue range, Value member) {
    var value = Numbers.integer(member).orElseThrow();
    if (value.bitLength() > 62) {
      return false;
    }
    long number = value.longValue();
    boolean inside =
        range.step() > 0
            ? range.start() <= number && number < range.stop()
            : range.stop() < number && number <= range.start();
    return inside && (number - range.start()) % range.step() == 0;
  }
}
