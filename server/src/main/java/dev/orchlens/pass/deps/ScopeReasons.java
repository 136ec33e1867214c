package dev.orchlens.pass.deps;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says for each scope of a function why it is AUTO or MANUAL. */
final class ScopeReasons {
  private record Region(ScopeMode.Place place, Origin origin) {}

  private final Function function;
  private final boolean analysed;
  private final Map<Region, ScopeMode.Why> derived = new HashMap<>();
  private final Map<Region, ScopeMode.Why> decided = new HashMap<>();

  ScopeReasons(Function function, Derivation derivation, boolean analysed) {
    this.function = function;
    this.analysed = analysed;
    for (ScopeMode mode : derivation.scopes()) {
      if (mode.function().equals(function.name())) {
        derived.put(new Region(mode.place(), mode.scope()), mode.why());
      }
    }
  }

  /** Notes why the scope placed at {@code origin} got its mode. */
  void decide(Origin origin, ScopeMode.Place place, ScopeMode.Why why) {
    boolean bodyFellBack = bodyReason() == ScopeMode.Why.FELL_BACK;
    ScopeMode.Why shown = why;
    if (why == ScopeMode.Why.TASK_WITHOUT_DERIVED_EDGE && !analysed) {
      shown = ScopeMode.Why.ANALYSIS_OFF;
    } else if (why == ScopeMode.Why.TASK_WITHOUT_DERIVED_EDGE && bodyFellBack) {
      shown = ScopeMode.Why.FELL_BACK;
    }
    decided.put(new Region(place, origin), shown);
  }

  private ScopeMode.Why bodyReason() {
    return derived.getOrDefault(
        new Region(ScopeMode.Place.FUNCTION_BODY, function.origin()), ScopeMode.Why.ANALYSIS_OFF);
  }

  /**
   * Returns the mode of every scope in {@code body}, the function's body with its scopes placed.
   */
  List<ScopeMode> modes(List<Stmt> body, boolean placedByCompiler) {
    List<ScopeMode> modes = new ArrayList<>();
    List<Stmt> inside = body;
    if (placedByCompiler
        && body.size() == 1
        && body.getFirst() instanceof Stmt.RuntimeScope outer) {
      modes.add(mode(ScopeMode.Place.FUNCTION_BODY, outer, bodyReason()));
      inside = outer.body();
    }
    walk(inside, modes);
    return modes;
  }

  private void walk(List<Stmt> body, List<ScopeMode> modes) {
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.RuntimeScope scope) {
        modes.add(mode(ScopeMode.Place.PLACED, scope, writtenReason(scope)));
      }
      List<List<Stmt>> inner = stmt.bodies();
      for (int i = 0; i < inner.size(); i++) {
        walkInner(stmt, inner.get(i), i, modes);
      }
    }
  }

  private void walkInner(Stmt outer, List<Stmt> body, int index, List<ScopeMode> modes) {
    ScopeMode.Place place =
        switch (outer) {
          case Stmt.Loop _ -> ScopeMode.Place.LOOP_BODY;
          case Stmt.If _ -> index == 0 ? ScopeMode.Place.THEN_BRANCH : ScopeMode.Place.ELSE_BRANCH;
          default -> ScopeMode.Place.PLACED;
        };
    ScopeMode.Why why = decided.get(new Region(place, outer.origin()));
    if (why != null && body.size() == 1 && body.getFirst() instanceof Stmt.RuntimeScope scope) {
      modes.add(mode(place, scope, why));
      walk(scope.body(), modes);
    } else {
      walk(body, modes);
    }
  }

  private ScopeMode.Why writtenReason(Stmt.RuntimeScope scope) {
    if (scope.manual()) {
      return ScopeMode.Why.WRITTEN_MANUAL;
    }
    return derived.getOrDefault(
        new Region(ScopeMode.Place.PLACED, scope.origin()), ScopeMode.Why.WRITTEN_AUTO);
  }

  private ScopeMode mode(ScopeMode.Place place, Stmt.RuntimeScope scope, ScopeMode.Why why) {
    return new ScopeMode(function.name(), place, scope.origin(), scope.manual(), why);
  }
}
