package dev.orchlens.module.eval;

import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.RangeValue;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.module.value.ValueText;
import dev.orchlens.syntax.Operator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Python's comparisons, identity and membership tests. */
public final class Comparisons {
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
    return Value.of(isSame(left, right) == wanted);
  }

  private static boolean isSame(Value left, Value right) {
    return switch (left) {
      case ListValue _, DictValue _, SetValue _, InstanceValue _, IteratorValue _, TensorSampleValue _ -> left == right;
      case TupleValue tuple -> left == right || tuple.size() == 0 && left.equals(right);
      default -> left.equals(right);
    };
  }

  private Value equality(Value left, Value right, boolean wanted) {
    Optional<Boolean> same = same(left, right);
    return same.isPresent() ? Value.of(same.get() == wanted) : unclear(left, right);
  }

  private UnknownValue unclear(Value left, Value right) {
    if (left instanceof UnknownValue unknown) {
      return unknown;
    }
    if (right instanceof UnknownValue unknown) {
      return unknown;
    }
    return interpreter.unknown("the comparison of " + Operators.what(left) + " with " + Operators.what(right)
        + " is not evaluated");
  }

  /** Whether two values are equal; empty where that is not known. */
  public Optional<Boolean> same(Value left, Value right) {
    if (left == right && !(left instanceof FloatValue) && !(left instanceof UnknownValue)) {
      return Optional.of(true);
    }
    if (left instanceof UnknownValue || right instanceof UnknownValue) {
      return Optional.empty();
    }
    Value a = Operators.plain(left);
    Value b = Operators.plain(right);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Optional.of(Numbers.compare(a, b).equals(Optional.of(0)));
    }
    if (a instanceof SequenceValue x && b instanceof SequenceValue y) {
      boolean sameType = x.getClass() == y.getClass();
      return sameType ? sameElements(x, y) : Optional.of(false);
    }
    if (a instanceof DictValue x && b instanceof DictValue y) {
      return sameEntries(x, y);
    }
    if (a instanceof SetValue x && b instanceof SetValue y) {
      return Optional.of(x.keys().equals(y.keys()));
    }
    if (a instanceof InstanceValue || b instanceof InstanceValue) {
      return sameInstances(a, b);
    }
    boolean clear = !(a instanceof TensorSampleValue || b instanceof TensorSampleValue)
        && !(a instanceof OpaqueValue && b instanceof OpaqueValue && !a.equals(b));
    return clear ? Optional.of(a.equals(b)) : Optional.empty();
  }

  private Optional<Boolean> sameElements(SequenceValue a, SequenceValue b) {
    if (a.size() != b.size()) {
      return Optional.of(false);
    }
    boolean clear = true;
    for (int i = 0; i < a.size(); i++) {
      interpreter.budget.step();
      Optional<Boolean> same = same(a.get(i), b.get(i));
      if (same.equals(Optional.of(false))) {
        return same;
      }
      clear &= same.isPresent();
    }
    return clear ? Optional.of(true) : Optional.empty();
  }

  private Optional<Boolean> sameEntries(DictValue a, DictValue b) {
    if (a.size() != b.size()) {
      return Optional.of(false);
    }
    interpreter.budget.work(a.size());
    boolean clear = true;
    for (DictValue.Entry entry : a.entries()) {
      Optional<Value> other = Key.of(entry.key()).flatMap(b::get);
      Optional<Boolean> same = other.isEmpty() ? Optional.of(false) : same(entry.value(), other.get());
      if (same.equals(Optional.of(false))) {
        return same;
      }
      clear &= same.isPresent();
    }
    return clear ? Optional.of(true) : Optional.empty();
  }

  private Optional<Boolean> sameInstances(Value a, Value b) {
    Optional<Value> special = interpreter.calls.special(a, "__eq__", List.of(b))
        .or(() -> interpreter.calls.special(b, "__eq__", List.of(a)));
    if (special.isPresent()) {
      return interpreter.operators.truth(special.get());
    }
    boolean comparable = a instanceof InstanceValue x && b instanceof InstanceValue y && x.type() == y.type()
        && x.type().isValueType();
    if (!comparable) {
      return Optional.of(a == b);
    }
    return sameElements(compared((InstanceValue) a), compared((InstanceValue) b));
  }

  private static TupleValue compared(InstanceValue instance) {
    return new TupleValue(instance.type().comparedFields().stream()
        .map(field -> instance.field(field.name()).orElse(Value.NONE)).toList());
  }

  private Value ordering(Operator.Comparison operator, Value left, Value right) {
    Optional<Value> special = left instanceof InstanceValue
        ? interpreter.calls.special(left, method(operator), List.of(right))
        : Optional.empty();
    if (special.isPresent()) {
      return special.get();
    }
    if (left instanceof SetValue a && right instanceof SetValue b) {
      return Value.of(subset(operator, a, b));
    }
    if (left instanceof UnknownValue || right instanceof UnknownValue || Operators.isForeign(left)
        || Operators.isForeign(right)) {
      return unclear(left, right);
    }
    if (isNan(left) || isNan(right)) {
      return Value.FALSE;
    }
    Optional<Integer> order = order(left, right);
    if (order.isEmpty()) {
      return unclear(left, right);
    }
    int sign = order.get();
    return Value.of(switch (operator) {
      case LESS -> sign < 0;
      case LESS_EQUAL -> sign <= 0;
      case GREATER -> sign > 0;
      default -> sign >= 0;
    });
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

  private static boolean subset(Operator.Comparison operator, SetValue a, SetValue b) {
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
    Value a = Operators.plain(left);
    Value b = Operators.plain(right);
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      return Numbers.compare(a, b);
    }
    if (a instanceof StrValue(String x) && b instanceof StrValue(String y)) {
      return Optional.of(compareCodePoints(x, y));
    }
    if (a instanceof SequenceValue x && b instanceof SequenceValue y) {
      return orderElements(x, y);
    }
    if (a instanceof InstanceValue x && b instanceof InstanceValue y && x.type() == y.type()) {
      Optional<Value> less = interpreter.calls.special(a, "__lt__", List.of(b));
      return less.isPresent()
          ? interpreter.operators.truth(less.get()).map(isLess -> isLess ? -1 : 1)
          : orderElements(compared(x), compared(y));
    }
    if (Operators.isForeign(a) || Operators.isForeign(b)) {
      return Optional.empty();
    }
    throw interpreter.error("TypeError", "values of type " + ValueText.typeName(left) + " and "
        + ValueText.typeName(right) + " have no order");
  }

  private static int compareCodePoints(String a, String b) {
    int[] x = a.codePoints().toArray();
    int[] y = b.codePoints().toArray();
    return Arrays.compare(x, y);
  }

  private Optional<Integer> orderElements(SequenceValue a, SequenceValue b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      Optional<Boolean> same = same(a.get(i), b.get(i));
      if (same.isEmpty()) {
        return Optional.empty();
      }
      if (!same.get()) {
        return order(a.get(i), b.get(i));
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
    switch (container) {
      case StrValue(String text) when member instanceof StrValue(String part):
        interpreter.budget.text(text.length());
        return Optional.of(text.contains(part));
      case DictValue dict:
        return Key.of(member).map(dict::contains);
      case SetValue set:
        return Key.of(member).map(set::contains);
      case RangeValue range when Numbers.integer(member).isPresent():
        return Optional.of(inRange(range, member));
      default:
        break;
    }
    Optional<Value> special = interpreter.calls.special(container, "__contains__", List.of(member));
    if (special.isPresent()) {
      return interpreter.operators.truth(special.get());
    }
    boolean clear = true;
    for (Value each : interpreter.iteration.elements(container)) {
      interpreter.budget.step();
      Optional<Boolean> same = same(each, member);
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
    boolean inside = range.step() > 0
        ? range.start() <= number && number < range.stop()
        : range.stop() < number && number <= range.start();
    return inside && (number - range.start()) % range.step() == 0;
  }
}
