package dev.orchlens.order;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Stmt;
import dev.orchlens.order.OrderHazard.Kind;

/** Says which rule leaves two accesses unordered. */
final class Causes {
  private Causes() {}

  /**
   * Returns the cause.
   *
   * @param sameIteration whether both belong to the same iteration of the loops around both
   */
  static RaceCause of(
      Touch a, Touch b, Site earlier, Site later, Kind kind, boolean sameIteration) {
    if (earlier.node() instanceof OrderNode.HostAccess
        || later.node() instanceof OrderNode.HostAccess) {
      return RaceCause.HOST_ACCESS;
    }
    if (isPredicate(a, earlier) || isPredicate(b, later)) {
      return RaceCause.PREDICATE;
    }
    if (earlier.manual() || later.manual()) {
      if (earlier.manual() && later.manual()) {
        return sameIteration ? RaceCause.IN_MANUAL_SCOPE : RaceCause.BETWEEN_ITERATIONS;
      }
      return later.manual() ? RaceCause.INTO_MANUAL_SCOPE : RaceCause.BEHIND_MANUAL_SCOPE;
    }
    if (isExcused(a, earlier) || isExcused(b, later)) {
      return RaceCause.NO_DEP;
    }
    if (!a.part().root().recorded()) {
      return RaceCause.MANUAL_DEP;
    }
    if (kind == Kind.WAR) {
      return RaceCause.OVERWRITES_INPUT;
    }
    return !sameIteration && isInParallel(earlier, later)
        ? RaceCause.PARALLEL_ITERATIONS
        : RaceCause.OVERLAPPING_WINDOWS;
  }

  private static boolean isPredicate(Touch touch, Site site) {
    return touch.part().via() < 0
        && site.uses().stream()
            .anyMatch(u -> u.direction().isEmpty() && u.parts().contains(touch.part()));
  }

  private static boolean isExcused(Touch touch, Site site) {
    return site.uses().stream()
        .anyMatch(
            u ->
                u.index() == touch.part().via()
                    && u.direction().filter(d -> d == ArgDirection.NO_DEP).isPresent());
  }

  private static boolean isInParallel(Site earlier, Site later) {
    for (int i = 0; i < Math.min(earlier.loops().size(), later.loops().size()); i++) {
      if (earlier.loops().get(i) != later.loops().get(i)) {
        return false;
      }
      boolean isParallel =
          earlier.loops().get(i) instanceof Stmt.For s && s.kind() == ForKind.PARALLEL;
      if (isParallel) {
        return true;
      }
    }
    return false;
  }
}
