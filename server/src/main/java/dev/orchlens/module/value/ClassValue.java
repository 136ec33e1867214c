package dev.orchlens.module.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    /**
     * Members that are integers, strings or floats at the same time, as {@code enum.IntEnum} says.
     */
    DATA_ENUM,
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
   * @param shown whether {@code repr()} shows it
   */
  public record Field(
      String name,
      Optional<Value> defaultValue,
      Optional<Value> factory,
      boolean init,
      boolean compare,
      boolean keywordOnly,
      boolean shown) {}

  /**
   * What the decorator of a data class asks for.
   *
   * @param frozen whether instances reject assignment
   * @param eq whether instances with equal fields are equal
   * @param order whether instances have an order
   * @param repr whether {@code repr()} shows the fields
   */
  public record Traits(boolean frozen, boolean eq, boolean order, boolean repr) {
    /** Those of a data class without options, and of every other class. */
    public static final Traits USUAL = new Traits(false, true, false, true);
  }

  private final Heap heap;
  private final String name;
  private final Form form;
  private final Traits traits;
  private final List<Value> bases;
  private final List<Field> fields;
  private final List<String> annotated;
  private final Map<String, Value> attributes;
  private final Optional<Site> site;
  private final List<ClassValue> lineage;

  public ClassValue(
      Heap heap,
      String name,
      Form form,
      Traits traits,
      List<Value> bases,
      List<Field> fields,
      List<String> annotated,
      Map<String, Value> attributes,
      Optional<Site> site) {
    this.heap = heap;
    this.name = name;
    this.form = form;
    this.traits = traits;
    this.bases = List.copyOf(bases);
    this.fields = List.copyOf(fields);
    this.annotated = List.copyOf(annotated);
    this.attributes = new LinkedHashMap<>(attributes);
    this.site = site;
    this.lineage = linearized();
  }

  /** A class of Python that objects of a special kind belong to; it never changes. */
  public static ClassValue builtin(String name) {
    Heap heap = new Heap();
    heap.close();
    return new ClassValue(
        heap,
        name,
        Form.PLAIN,
        Traits.USUAL,
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty());
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
    return traits.frozen();
  }

  /** What the decorator of the data class asks for. */
  public Traits traits() {
    return traits;
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

  /**
   * This class and the program's classes it derives from, in the order in which attributes are
   * looked for.
   */
  public List<ClassValue> lineage() {
    return lineage;
  }

  /**
   * The order of Python (Python language reference, "The Python 2.3 Method Resolution Order", C3).
   */
  private List<ClassValue> linearized() {
    List<ClassValue> parents = new ArrayList<>();
    bases.forEach(
        base -> {
          if (base instanceof ClassValue parent) {
            parents.add(parent);
          }
        });
    List<List<ClassValue>> waiting = new ArrayList<>();
    parents.forEach(parent -> waiting.add(new ArrayList<>(parent.lineage)));
    waiting.add(new ArrayList<>(parents));
    List<ClassValue> order = new ArrayList<>(List.of(this));
    while (true) {
      waiting.removeIf(List::isEmpty);
      if (waiting.isEmpty()) {
        return List.copyOf(order);
      }
      ClassValue next =
          waiting.stream()
              .map(List::getFirst)
              .filter(head -> waiting.stream().noneMatch(row -> row.indexOf(head) > 0))
              .findFirst()
              .orElse(waiting.getFirst().getFirst());
      order.add(next);
      waiting.forEach(row -> row.remove(next));
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
    return form == Form.DATA && traits.eq();
  }

  public List<Field> comparedFields() {
    return fields.stream().filter(Field::compare).toList();
  }

  public void setAttribute(String attribute, Value value) {
    heap.beforeChange("class " + name);
    attributes.put(attribute, value);
  }
}
