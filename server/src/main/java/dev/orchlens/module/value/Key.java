package dev.orchlens.module.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of a value as a dictionary key or set member: equal keys stand for equal Python values, so that
 * {@code 1}, {@code 1.0} and {@code True} are one key.
 */
public record Key(Object identity) {

  /** The key of a value; empty where the value cannot be hashed or is not known. */
  public static Optional<Key> of(Value value) {
    return of(value, new int[1]);
  }

  /** The same, for a value inside one of which some parts have been looked at; a part may be there many times. */
  private static Optional<Key> of(Value value, int[] parts) {
    Budget.size(++parts[0]);
    return switch (value) {
      case IntValue(BigInteger number) -> Optional.of(new Key(number));
      case BoolValue(boolean flag) -> Optional.of(new Key(flag ? BigInteger.ONE : BigInteger.ZERO));
      case FloatValue(double number) -> Optional.of(ofFloat(number));
      case TupleValue tuple -> ofTuple(tuple, parts);
      case SetValue set -> set.isFrozen() ? Optional.of(new Key(Set.copyOf(set.keys()))) : Optional.empty();
      case InstanceValue instance when instance.type().isValueType() -> ofFields(instance, parts);
      case ListValue _, DictValue _, SliceValue _, UnknownValue _, TensorSampleValue _ -> Optional.empty();
      default -> Optional.of(new Key(value));
    };
  }

  private static Key ofFloat(double number) {
    boolean whole = Double.isFinite(number) && number == Math.rint(number);
    return new Key(whole ? new BigDecimal(number).toBigInteger() : (Object) number);
  }

  private static Optional<Key> ofTuple(TupleValue tuple, int[] seen) {
    List<Key> keys = new ArrayList<>(tuple.size());
    for (Value element : tuple.elements()) {
      Optional<Key> key = of(element, seen);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      keys.add(key.get());
    }
    return Optional.of(new Key(keys));
  }

  private static Optional<Key> ofFields(InstanceValue instance, int[] seen) {
    List<Object> parts = new ArrayList<>();
    parts.add(instance.type());
    for (ClassValue.Field field : instance.type().comparedFields()) {
      Optional<Key> key = instance.field(field.name()).flatMap(part -> of(part, seen));
      if (key.isEmpty()) {
        return Optional.empty();
      }
      parts.add(key.get());
    }
    return Optional.of(new Key(parts));
  }
}
