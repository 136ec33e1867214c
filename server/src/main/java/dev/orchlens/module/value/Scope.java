package dev.orchlens.module.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of one module, function call, class body or comprehension. A scope remembers what its
 * names stood for at each definition with DSL decorators, counted by ticks.
 */
public final class Scope {
  /** What the names belong to. */
  public enum Kind {
    MODULE,
    FUNCTION,
    CLASS,
    COMPREHENSION
  }

  /** The tick of those who see the latest value of every name. */
  public static final long LATEST = Long.MAX_VALUE;

  /**
   * What a name stands for from a tick on.
   *
   * @param value the value; null where the name was deleted
   * @param site the place that bound it; null for names that exist from the start
   * @param since the first tick at which it counts
   * @param previous what the name stood for before that tick, or null
   */
  public record Entry(Value value, Site site, long since, Entry previous) {}

  private final Heap heap;
  private final Kind kind;
  private final Scope parent;
  private final ModuleEnvironment module;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Scope> redirects = new HashMap<>();
  private Value starSource;
  private Set<String> locals = Set.of();

  public Scope(Heap heap, Kind kind, Scope parent, ModuleEnvironment module) {
    this.heap = heap;
    this.kind = kind;
    this.parent = parent;
    this.module = module;
  }

  public Kind kind() {
    return kind;
  }

  /** The scope around this one; null for a module. */
  public Scope parent() {
    return parent;
  }

  public ModuleEnvironment module() {
    return module;
  }

  /** The names bound at a tick, in the order in which they were first bound. */
  public Set<String> names(long tick) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : entries.keySet()) {
      if (entry(name, tick) != null) {
        names.add(name);
      }
    }
    return names;
  }

  /** Says which names belong to the function whose scope this is, also before they are bound. */
  public void own(Set<String> names) {
    locals = names;
  }

  /** Whether a name belongs to this scope though nothing is bound to it yet. */
  public boolean isUnbound(String name) {
    return locals.contains(name) && !redirects.containsKey(name) && entry(name, LATEST) == null;
  }

  /** What a name stands for in this scope alone at a tick; null where it is not bound. */
  public Entry entry(String name, long tick) {
    Entry entry = entries.get(name);
    while (entry != null && entry.since() > tick) {
      entry = entry.previous();
    }
    return entry == null || entry.value() == null ? null : entry;
  }

  /**
   * What a name stood for before its latest value, the latest of them first; deletions are left
   * out.
   */
  List<Value> earlierValues(String name) {
    List<Value> earlier = new ArrayList<>();
    Entry latest = entries.get(name);
    for (Entry each = latest == null ? null : latest.previous();
        each != null;
        each = each.previous()) {
      if (each.value() != null) {
        earlier.add(each.value());
      }
    }
    return earlier;
  }

  /**
   * Says that all names of a library or of the DSL, which are not listed here, were imported as
   * well.
   */
  public void importAll(Value source) {
    heap.beforeChange("the names of a module");
    starSource = source;
  }

  /**
   * What a name that is not bound here may stand for since all names of some library were imported.
   */
  public Optional<Value> starred(String name) {
    return switch (starSource) {
      case null -> Optional.empty();
      case LanguageObject.Name(String path) ->
          Optional.of(new LanguageObject.Name(path + "." + name));
      case OpaqueValue(String path) -> Optional.of(new OpaqueValue(path + "." + name));
      default -> Optional.of(starSource);
    };
  }

  /**
   * Binds a name, in the scope that a {@code global} or {@code nonlocal} statement has named for
   * it, else here.
   */
  public void set(String name, Value value, Site site, long tick) {
    Scope target = redirects.getOrDefault(name, this);
    target.put(name, value, site, tick);
  }

  /** Unbinds a name; returns whether it was bound. */
  public boolean delete(String name, long tick) {
    Scope target = redirects.getOrDefault(name, this);
    if (target.entry(name, LATEST) == null) {
      return false;
    }
    target.put(name, null, null, tick);
    return true;
  }

  /** From now on, assignments to this name go to another scope. */
  public void redirect(String name, Scope target) {
    redirects.put(name, target);
  }

  private void put(String name, Value value, Site site, long tick) {
    heap.beforeChange("the name " + name);
    Entry old = entries.get(name);
    Entry kept = old != null && old.since() == tick ? old.previous() : old;
    entries.put(name, new Entry(value, site, tick, kept));
  }
}
