package dev.orchlens.pass.tools;

import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What passes made of the places that they came to in one run over a program, and in the run
 * before. A place is a region, or a call that is inlined; who comes to one again asks what was kept
 * there the last time and takes it over if all that was read for it is still the same. What was
 * kept at a place that a run does not come to is forgotten with the next run. For one run and one
 * thread.
 */
public final class Visits {
  private final Map<Kind<?>, Map<Object, List<Object>>> before;
  private final Map<Kind<?>, Map<Object, List<Object>>> now = new HashMap<>();

  /** To how many places the last run came that went through all of the program. */
  private final int whole;

  /** What one pass keeps. An object of it is itself the key, so there is one for all runs. */
  public static final class Kind<V> {
    /** Only what belongs to a kind is kept under it. */
    @SuppressWarnings("unchecked")
    private V kept(Object value) {
      return (V) value;
    }
  }

  /** Makes visits of a program that no run has seen before. */
  Visits() {
    this(Map.of(), 0);
  }

  private Visits(Map<Kind<?>, Map<Object, List<Object>>> before, int whole) {
    this.before = before;
    this.whole = whole;
  }

  /**
   * Returns whether a statement is a region that passes take over as a whole: what is inside is no
   * control flow of the function around it, and becomes a function of its own.
   */
  public static boolean isRegion(Stmt stmt) {
    return stmt instanceof Stmt.Scope
        && !(stmt instanceof Stmt.RuntimeScope)
        && !(stmt instanceof Stmt.SplitAivScope);
  }

  /**
   * Returns what the last run kept when it was at a place as often as this run is now, or null. The
   * place counts as visited with {@link #keep}.
   */
  public <V> V earlier(Kind<V> kind, Object place) {
    List<Object> known = before.getOrDefault(kind, Map.of()).get(place);
    if (known == null) {
      return null;
    }
    Map<Object, List<Object>> kept = now.get(kind);
    List<Object> visits = kept == null ? null : kept.get(place);
    int visit = visits == null ? 0 : visits.size();
    return visit < known.size() ? kind.kept(known.get(visit)) : null;
  }

  /** Keeps something for the next run; null where nothing can be taken over. */
  public <V> void keep(Kind<V> kind, Object place, V value) {
    now.computeIfAbsent(kind, _ -> HashMap.newHashMap(before.getOrDefault(kind, Map.of()).size()))
        .computeIfAbsent(place, _ -> new ArrayList<>(1))
        .add(value);
  }

  /**
   * Returns whether any statement in {@code body} is a wanted one, those inside others included; of
   * regions that is remembered.
   *
   * @param wanted depends on nothing but the statement
   */
  public boolean anywhere(List<Stmt> body, Predicate<? super Stmt> wanted, Kind<Boolean> kind) {
    boolean found = false;
    for (Stmt stmt : body) {
      if (isRegion(stmt)) {
        Boolean known = earlier(kind, stmt);
        boolean inRegion = known == null ? holds(stmt, wanted) : known;
        keep(kind, stmt, inRegion);
        found |= inRegion;
      } else {
        found |= wanted.test(stmt);
        for (List<Stmt> inner : stmt.bodies()) {
          found |= anywhere(inner, wanted, kind);
        }
      }
    }
    return found;
  }

  private static boolean holds(Stmt region, Predicate<? super Stmt> wanted) {
    boolean[] found = {false};
    Walk.statements(List.of(region), stmt -> found[0] |= wanted.test(stmt));
    return found[0];
  }

  /** Returns whether this run and those before it kept more than whole runs would. */
  boolean isFull() {
    int own = size(now);
    return own + size(before) > 2 * Math.max(whole, own);
  }

  private static int size(Map<Kind<?>, Map<Object, List<Object>>> places) {
    return places.values().stream().mapToInt(Map::size).sum();
  }

  /**
   * Returns the visits of the next run, which knows this one.
   *
   * @param isWhole whether this run went through all of the program
   */
  Visits next(boolean isWhole) {
    return new Visits(now, isWhole ? size(now) : whole);
  }

  /** Returns the visits of the next run, which knows the last one where this one did not come. */
  Visits nextOfBoth() {
    Map<Kind<?>, Map<Object, List<Object>>> both = new HashMap<>();
    before.forEach((kind, places) -> both.put(kind, new HashMap<>(places)));
    now.forEach((kind, places) -> both.computeIfAbsent(kind, _ -> new HashMap<>()).putAll(places));
    return new Visits(both, whole);
  }
}
