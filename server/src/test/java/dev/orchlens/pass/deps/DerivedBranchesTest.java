package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** What the values behind a branch stand for. */
class DerivedBranchesTest {
  @Test
  void aMergeOfTwoBuffersWaitsForBoth() {
    check(
        """
        c, tc = pl.submit(self.copy, a, c)
        d, td = pl.submit(self.copy, a, d)
        if flag:
            best = pl.yield_(c)
        else:
            best = pl.yield_(d)
        b = self.add(best, b)
        return b
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(a Input, d OutputExisting)
        2 add(best NoDep, b InOut) <- tc__ssa_v0, td__ssa_v0
            tc__ssa_v0: RAW best Full after 0 c Full
            td__ssa_v0: RAW best Full after 1 d Full
            best Input -> NoDep covered by tc__ssa_v0, td__ssa_v0
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void aMergeOfTwoWindowsOfOneBufferIsUnknown() {
    check(
        """
        if flag:
            half = pl.yield_(pl.slice(b, [4, 16], [0, 0]))
        else:
            half = pl.yield_(pl.slice(b, [4, 16], [4, 0]))
        rest = pl.slice(b, [4, 16], [0, 0])
        rest = self.row(pl.slice(c, [4, 16], [0, 0]), rest)
        d4 = self.row(half, pl.slice(d, [4, 16], [0, 0]))
        return d
        """,
        """
        0 row(t Input, rest OutputExisting)
        1 row(half Input, t OutputExisting) <- rest__ssa_v1
            rest__ssa_v1: RAW half Unknown after 0 rest Box[0, 0]+[4, 16]
        {unknown_region=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void theElseBranchWaitsForTheThenBranch() {
    check(
        """
        if flag:
            b = self.add(a, b)
        else:
            b = self.copy(a, b)
        c = self.copy(b, c)
        return c
        """,
        """
        0 add(a Input, b InOut)
        1 copy(a Input, b OutputExisting) <- b__ssa_v1
            b__ssa_v1: RAW+WAR+WAW b Full after 0 b Full
            b InOut -> OutputExisting covered by b__ssa_v1
        2 copy(b NoDep, c OutputExisting) <- b__ssa_v1, b__ssa_v2
            b__ssa_v1: RAW b Full after 0 b Full
            b__ssa_v2: RAW b Full after 1 b Full
            b Input -> NoDep covered by b__ssa_v1, b__ssa_v2
        {applied=2}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.lowered(program)));
  }
}
