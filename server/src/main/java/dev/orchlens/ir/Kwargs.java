package dev.orchlens.ir;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The keyword values of an operator call, in the order they were written. */
public record Kwargs(Map<String, Attr> values) {
  private static final Kwargs NONE = new Kwargs(Map.of());

  public Kwargs {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns the empty set of keyword values. */
  public static Kwargs none() {
    return NONE;
  }

  /** Returns the value of {@code key}. */
  public Optional<Attr> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Returns whether {@code key} holds the truth value true. */
  public boolean isTrue(String key) {
    return values.get(key) instanceof Attr.Bool b && b.value();
  }

  /** Returns these values with {@code key} set. */
  public Kwargs with(String key, Attr value) {
    Map<String, Attr> copy = new LinkedHashMap<>(values);
    copy.put(key, value);
    return new Kwargs(copy);
  }
}
