package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The derived edges of a program with their reasons. There may be as many as pairs of launches, so
 * the reasons are told launch by launch, from what is kept of the accesses before each.
 */
public final class DerivedEdges {
  /** No edges. */
  public static final DerivedEdges NONE = new DerivedEdges(Map.of());

  /** A launch: its function and its number there. */
  private record Key(String function, int launch) {}

  private record Entry(List<Var> values, List<Conflicts> conflicts) {}

  private final Map<Key, Entry> entries;

  private DerivedEdges(Map<Key, Entry> entries) {
    this.entries = entries;
  }

  /** Gathers edges launch by launch. */
  static final class Builder {
    private final Map<Key, Entry> entries = new LinkedHashMap<>();

    void add(String function, int launch, List<Var> values, List<Conflicts> conflicts) {
      entries.put(new Key(function, launch), new Entry(values, List.copyOf(conflicts)));
    }

    DerivedEdges build() {
      return entries.isEmpty() ? NONE : new DerivedEdges(new LinkedHashMap<>(entries));
    }
  }

  /**
   * Returns the values that a launch waits for, each once, in the order in which they were found.
   */
  public List<Var> values(String function, int launch) {
    Entry entry = entries.get(new Key(function, launch));
    return entry == null ? List.of() : entry.values;
  }

  /** Returns the reasons of the edges of one launch, in the order in which they were found. */
  public List<DerivedEdge> of(String function, int launch) {
    Entry entry = entries.get(new Key(function, launch));
    List<DerivedEdge> edges = new ArrayList<>();
    if (entry != null) {
      entry.conflicts.forEach(conflicts -> conflicts.edges(edges::add));
    }
    return edges;
  }

  /**
   * Returns the reasons why one launch waits for {@code value}, in the order in which they were
   * found.
   */
  public List<DerivedEdge> of(String function, int launch, Var value) {
    Entry entry = entries.get(new Key(function, launch));
    List<DerivedEdge> edges = new ArrayList<>();
    if (entry != null) {
      entry.conflicts.forEach(conflicts -> conflicts.edges(value, edges::add));
    }
    return edges;
  }
}
