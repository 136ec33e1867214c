package dev.orchlens.module.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** An instance of a class of the program: its attributes by name. */
public final class InstanceValue implements Value {
  private final Heap heap;
  private final ClassValue type;
  private final Map<String, Value> fields = new LinkedHashMap<>();

  public InstanceValue(Heap heap, ClassValue type) {
    this.heap = heap;
    this.type = type;
  }

  /** A value, or the data that a member of an enumeration is at the same time. */
  public static Value plain(Value value) {
    boolean data =
        value instanceof InstanceValue instance
            && instance.type.form() == ClassValue.Form.DATA_ENUM;
    return data ? ((InstanceValue) value).field("value").orElse(value) : value;
  }

  /** The class. */
  public ClassValue type() {
    return type;
  }

  /**
   * The instance's own attributes, in the order in which they were set, as a view that cannot be
   * changed.
   */
  public Map<String, Value> fields() {
    return Collections.unmodifiableMap(fields);
  }

  /** One of the instance's own attributes. */
  public Optional<Value> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  public void set(String name, Value value) {
    heap.beforeChange("an object of class " + type.name());
    fields.put(name, value);
  }

  public boolean remove(String name) {
    heap.beforeChange("an object of class " + type.name());
    return fields.remove(name) != null;
  }
}
