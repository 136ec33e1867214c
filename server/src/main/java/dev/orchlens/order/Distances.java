package dev.orchlens.order;

import dev.orchlens.ir.Stmt;
import java.util.List;

/** Says how the iterations of two sites lie to each other. */
final class Distances {
  private Distances() {}

  /**
   * Returns the distance.
   *
   * @param bit the class of the earlier site
   */
  static Distance of(Site earlier, Site later, int bit) {
    List<Stmt.Loop> a = earlier.loops();
    List<Stmt.Loop> b = later.loops();
    int level = Classes.level(earlier, bit);
    int frames = 0;
    int common = 0;
    while (common < Math.min(a.size(), b.size()) && a.get(common) == b.get(common)) {
      long before = earlier.iteration()[common];
      long behind = later.iteration()[common];
      if (before >= 0 && behind != before) {
        return new Distance.Exactly(behind - before);
      }
      if (before < 0 && ++frames == level) {
        int distance = Classes.distance(earlier, bit);
        return distance == Classes.PER_LOOP
            ? new Distance.AtLeast(distance)
            : new Distance.Exactly(distance);
      }
      common++;
    }
    return a.size() > common ? new Distance.All() : new Distance.Same();
  }

  /** Returns one distance that holds for two pairs; nothing wider than needed is known of them. */
  static Distance either(Distance a, Distance b) {
    if (a.equals(b)) {
      return a;
    }
    if (a instanceof Distance.All || b instanceof Distance.All) {
      return new Distance.All();
    }
    return new Distance.AtLeast(Math.min(least(a), least(b)));
  }

  private static long least(Distance distance) {
    return switch (distance) {
      case Distance.Same _ -> 0;
      case Distance.Exactly(long count) -> count;
      case Distance.AtLeast(long count) -> count;
      case Distance.All _ -> 0;
    };
  }
}
