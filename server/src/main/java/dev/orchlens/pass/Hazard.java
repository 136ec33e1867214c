package dev.orchlens.pass;

import java.util.EnumSet;
import java.util.Set;

/** Why the order of two accesses to the same memory matters. */
public enum Hazard {
  /** Read after write: the later task needs what the earlier one wrote. */
  RAW,
  /** Write after read: the later task must not overwrite what the earlier one still reads. */
  WAR,
  /** Write after write: the later task's value must be the one that stays. */
  WAW;

  /** Returns the hazards between an access and an earlier one, in the order of this enumeration; none for two reads. */
  static Set<Hazard> between(AccessKind later, AccessKind earlier) {
    Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
    if (later.reads() && earlier.writes()) {
      hazards.add(RAW);
    }
    if (later.writes() && earlier.reads()) {
      hazards.add(WAR);
    }
    if (later.writes() && earlier.writes()) {
      hazards.add(WAW);
    }
    return hazards;
  }
}
