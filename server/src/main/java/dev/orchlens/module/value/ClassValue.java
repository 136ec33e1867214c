package dev.orchlens.module.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A class of the program: plain, data class, enumeration, named tuple or exception. */
public final class ClassValue implements CallableValue {
  /** How instances are made. */
  public enum Form {
    /** By {@code __init__}. */
    PLAIN,
    /** From fields, as {@code dataclasses.dataclass} says. */
    DATA,
    /** Only the members of the body exist, as {@code enum.Enum} says. */
    ENUM,
    /** Members that behave as integers, as {@code enum.IntEnum} says. */
    INT_ENUM,
    /** Tuples with named elements. */
    NAMED_TUPLE
  }

  /**
   * A field of a data class or named tuple.
   *
   * @param name its name
   * @param defaultValue the value that instances start with
   * @param factory the callable that makes that value
   * @param init whether the constructor takes it
   * @param compare whether it counts when instances are compared
   * @param keywordOnly whether the constructor takes it only by name
   */
  public record Field(
      String name,
      Optional<Value> defaultValue,
      Optional<Value> factory,
      boolean init,
      boolean compare,
      boolean keywordOnly) {}

  private final Heap heap;
  private final String name;
  private final Form form;
  private final boolean frozen;
  private final List<Value> bases;
  private final List<Field> fields;
  private final List<String> annotated;
  private final Map<String, Value> attributes;
  private final Optional<Site> site;

  public ClassValue(
      Heap heap,
      String name,
      Form form,
      boolean frozen,
      List<Value> bases,
      List<Field> fields,
      List<String> annotated,
      Map<String, Value> attributes,
      Optional<Site> site) {
    this.heap = heap;
    this.name = name;
    this.form = form;
    this.frozen = frozen;
    this.bases = List.copyOf(bases);
    this.fields = List.copyOf(fields);
    this.annotated = List.copyOf(annotated);
    this.attributes = new LinkedHashMap<>(attributes);
    this.site = site;
  }

  /** A class of Python that objects of a special kind belong to; it never changes. */
  public static ClassValue builtin(String name) {
    Heap heap = new Heap();
    heap.close();
    return new ClassValue(
        heap, name, Form.PLAIN, false, List.of(), List.of(), List.of(), Map.of(), Optional.empty());
  }

  /** The name in the definition. */
  public String name() {
    return name;
  }

  /** How instances are made. */
  public Form form() {
    return form;
  }

  /** Whether instances of the data class reject assignment. */
  public boolean isFrozen() {
    return frozen;
  }

  /** The base classes as evaluated; those that are no {@link ClassValue} are not of the program. */
  public List<Value> bases() {
    return bases;
  }

  /** The fields of a data class or named tuple, those of its bases first. */
  public List<Field> fields() {
    return fields;
  }

  /** The names that the class body itself annotates, those of class variables left out. */
  public List<String> annotated() {
    return annotated;
  }

  /** The attributes of the class body, as a view that cannot be changed. */
  public Map<String, Value> attributes() {
    return Collections.unmodifiableMap(attributes);
  }

  /** Where it is defined; empty for classes that Python brings along. */
  public Optional<Site> site() {
    return site;
  }

  /** This class and the program's classes it derives from, nearest first, each once. */
  public List<ClassValue> lineage() {
    Set<ClassValue> seen = new LinkedHashSet<>();
    collectLineage(seen);
    return new ArrayList<>(seen);
  }

  private void collectLineage(Set<ClassValue> seen) {
    seen.add(this);
    for (Value base : bases) {
      if (base instanceof ClassValue parent) {
        parent.collectLineage(seen);
      }
    }
  }

  /** An attribute of this class or of the nearest base that has it. */
  public Optional<Value> attribute(String wanted) {
    for (ClassValue each : lineage()) {
      Value found = each.attributes.get(wanted);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Whether this class is {@code other} or derives from it. */
  public boolean isA(ClassValue other) {
    return lineage().contains(other);
  }

  /** Whether two instances with equal fields are equal. */
  public boolean isValueType() {
    return form == Form.DATA;
  }

  public List<Field> comparedFields() {
    return fields.stream().filter(Field::compare).toList();
  }

  public void setAttribute(String attribute, Value value) {
    heap.beforeChange("class " + name);
    attributes.put(attribute, value);
  }
}
