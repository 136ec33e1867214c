package dev.orchlens.pass.deps;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Why the order of two accesses to the same memory matters. */
public enum Hazard {
  /** Read after write: the later task needs what the earlier one wrote. */
  RAW,
  /** Write after read: the later task must not overwrite what the earlier one still reads. */
  WAR,
  /** Write after write: the later task's value must be the one that stays. */
  WAW;

  /** Every set of hazards, at the index whose bits are the ordinals of its members. */
  private static final List<Set<Hazard>> SETS = allSets();

  /**
   * Returns the hazards between an access and an earlier one, in the order of this enumeration;
   * none for two reads.
   */
  static Set<Hazard> between(AccessKind later, AccessKind earlier) {
    int raw = later.reads() && earlier.writes() ? 1 << RAW.ordinal() : 0;
    int war = later.writes() && earlier.reads() ? 1 << WAR.ordinal() : 0;
    int waw = later.writes() && earlier.writes() ? 1 << WAW.ordinal() : 0;
    return SETS.get(raw | war | waw);
  }

  /** Returns an unmodifiable set of the same hazards, in the order of this enumeration. */
  static Set<Hazard> ordered(Set<Hazard> hazards) {
    int raw = hazards.contains(RAW) ? 1 << RAW.ordinal() : 0;
    int war = hazards.contains(WAR) ? 1 << WAR.ordinal() : 0;
    int waw = hazards.contains(WAW) ? 1 << WAW.ordinal() : 0;
    return SETS.get(raw | war | waw);
  }

  private static List<Set<Hazard>> allSets() {
    List<Set<Hazard>> sets = new ArrayList<>();
    for (int bits = 0; bits < 1 << values().length; bits++) {
      Set<Hazard> set = EnumSet.noneOf(Hazard.class);
      for (Hazard hazard : values()) {
        if ((bits & 1 << hazard.ordinal()) != 0) {
          set.add(hazard);
        }
      }
      sets.add(Collections.unmodifiableSet(set));
    }
    return List.copyOf(sets);
  }
}
