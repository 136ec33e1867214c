package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A program: functions by name. Iteration is in the order of the names, which the reference's
 * passes and its kernel numbering depend on (docs/en/dev/ir/01-hierarchy.md, "Program").
 */
public record Program(String name, Map<String, Function> functions) {
  private static final String SPECIALIZED = "_jit_";

  public Program {
    functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
  }

  /**
   * Returns a program of the given functions; a later one replaces an earlier one of the same name.
   */
  public static Program of(String name, Collection<Function> functions) {
    Map<String, Function> byName = new TreeMap<>();
    functions.forEach(f -> byName.put(f.name(), f));
    return new Program(name, byName);
  }

  /**
   * Returns the name of the program that specialising makes of a function (reference:
   * python/pypto/jit).
   */
  public static String specializedName(String entry) {
    return SPECIALIZED + entry;
  }

  /** Returns whether specialising made this program. */
  public boolean isSpecialized() {
    return name.startsWith(SPECIALIZED);
  }

  /** Returns the function called {@code functionName}. */
  public Optional<Function> function(String functionName) {
    return Optional.ofNullable(functions.get(functionName));
  }

  /** Returns the function that {@code callee} names, or nothing for an operator. */
  public Optional<Function> function(Callee callee) {
    return callee instanceof Callee.Function f ? function(f.name()) : Optional.empty();
  }

  /**
   * Returns this program with every function replaced by what {@code change} makes of it; itself if
   * none changes.
   */
  public Program mapFunctions(UnaryOperator<Function> change) {
    List<Function> mapped = new ArrayList<>(functions.size());
    boolean changed = false;
    boolean renamed = false;
    for (Map.Entry<String, Function> entry : functions.entrySet()) {
      Function next = change.apply(entry.getValue());
      changed |= next != entry.getValue();
      renamed |= !next.name().equals(entry.getKey());
      mapped.add(next);
    }
    if (!changed) {
      return this;
    }
    if (renamed) {
      return of(name, mapped);
    }
    // A copy of a sorted map needs no comparison of names.
    Map<String, Function> byName = new TreeMap<>(functions);
    Iterator<Function> next = mapped.iterator();
    byName.replaceAll((_, _) -> next.next());
    return new Program(name, byName);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
