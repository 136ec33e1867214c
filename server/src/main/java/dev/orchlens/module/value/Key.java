package dev.orchlens.module.value;

import dev.orchlens.module.budget.Budget;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a value as a dictionary key or set member: equal keys stand for equal Python
 * values, so that {@code 1}, {@code 1.0} and {@code True} are one key.
 */
public record Key(Object identity) {

  /**
   * The key of a value; empty where the value cannot be hashed or is not known. What it takes to
   * make it is spent.
   */
  public static Optional<Key> of(Budget budget, Value value) {
    return of(value, new Spending(budget));
  }

  /** The key of a frozen set with these members. */
  public static Key ofMembers(SetValue set) {
    return new Key(Set.copyOf(set.keys()));
  }

  /** What making one key may take: a part may be in a value many times. */
  private static final class Spending {
    private final Budget budget;
    private long parts;

    Spending(Budget budget) {
      this.budget = budget;
    }

    void part(Value value) {
      Budget.size(++parts);
      budget.work(4);
      budget.text(value instanceof StrValue(String text) ? text.length() : 0);
    }
  }

  private static Optional<Key> of(Value whole, Spending spending) {
    Value value = InstanceValue.plain(whole);
    spending.part(value);
    spending.budget.inwards();
    try {
      return ofPlain(value, spending);
    } finally {
      spending.budget.outwards();
    }
  }

  private static Optional<Key> ofPlain(Value value, Spending spending) {
    return switch (value) {
      case IntValue(BigInteger number) -> Optional.of(new Key(number));
      case BoolValue(boolean flag) -> Optional.of(new Key(flag ? BigInteger.ONE : BigInteger.ZERO));
      case FloatValue(double number) -> ofFloat(number);
      case TupleValue tuple -> ofTuple(tuple, spending);
      case RangeValue range ->
          Optional.of(
              new Key(
                  range.length() == 0
                      ? "empty range"
                      : range.length() == 1
                          ? List.of(range.start())
                          : List.of(range.start(), range.step(), range.length())));
      case SetValue set -> set.isFrozen() ? Optional.of(ofMembers(set)) : Optional.empty();
      case InstanceValue instance -> ofInstance(instance, spending);
      case ListValue _,
          DictValue _,
          DictViewValue _,
          SliceValue _,
          UnknownValue _,
          TensorSampleValue _ ->
          Optional.empty();
      default -> Optional.of(new Key(value));
    };
  }

  private static Optional<Key> ofFloat(double number) {
    // A float that is not a number equals nothing, but the very object is found again.
    boolean whole = Double.isFinite(number) && number == Math.rint(number);
    return Double.isNaN(number)
        ? Optional.empty()
        : Optional.of(new Key(whole ? new BigDecimal(number).toBigInteger() : (Object) number));
  }

  private static Optional<Key> ofTuple(TupleValue tuple, Spending spending) {
    List<Key> keys = new ArrayList<>(tuple.size());
    for (Value element : tuple.elements()) {
      Optional<Key> key = of(element, spending);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      keys.add(key.get());
    }
    return Optional.of(new Key(keys));
  }

  private static Optional<Key> ofInstance(InstanceValue instance, Spending spending) {
    ClassValue type = instance.type();
    boolean own = type.attribute("__eq__").isPresent() || type.attribute("__hash__").isPresent();
    if (own || type.isValueType() && !type.traits().frozen()) {
      return Optional.empty();
    }
    return type.isValueType() ? ofFields(instance, spending) : Optional.of(new Key(instance));
  }

  private static Optional<Key> ofFields(InstanceValue instance, Spending spending) {
    List<Object> parts = new ArrayList<>();
    parts.add(instance.type());
    for (ClassValue.Field field : instance.type().comparedFields()) {
      Optional<Key> key = instance.field(field.name()).flatMap(part -> of(part, spending));
      if (key.isEmpty()) {
        return Optional.empty();
      }
      parts.add(key.get());
    }
    return Optional.of(new Key(parts));
  }
}
