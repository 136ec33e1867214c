package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** Which accesses are ordered, and which arguments the runtime then need not look up. */
class DerivedEdgesTest {
  @Test
  void readAfterWriteGetsAnEdgeAndTheReadIsRelaxed() {
    check(
        """
        c, t = pl.submit(self.copy, a, c)
        d = self.copy(c, d)
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(c NoDep, d OutputExisting) <- t__ssa_v0
            t__ssa_v0: RAW c Full after 0 c Full
            c Input -> NoDep covered by t__ssa_v0
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void writeAfterReadAndWriteAfterWriteGetEdges() {
    check(
        """
        t, seen = pl.submit(self.look, b)
        b, first = pl.submit(self.add, a, b)
        b = self.copy(a, b)
        return b
        """,
        """
        0 look(b Input)
        1 add(a Input, b OutputExisting) <- seen__ssa_v0
            seen__ssa_v0: WAR b Full after 0 b Full
            b InOut -> OutputExisting covered by seen__ssa_v0
        2 copy(a Input, b OutputExisting) <- seen__ssa_v0, first__ssa_v0
            seen__ssa_v0: WAR b Full after 0 b Full
            first__ssa_v0: RAW+WAR+WAW b Full after 1 b Full
            b InOut -> OutputExisting covered by seen__ssa_v0, first__ssa_v0
        {applied=2}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void readsOfOneBufferAreNotOrdered() {
    check(
        """
        c = self.copy(a, c)
        d = self.copy(a, d)
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(a Input, d OutputExisting)
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void windowsThatCannotTouchAreNotOrdered() {
    check(
        """
        top = pl.slice(b, [4, 16], [0, 0])
        bottom = pl.slice(b, [4, 16], [4, 0])
        top = self.row(bottom, top)
        low = pl.slice(b, [4, 16], [4, 0])
        low = self.row(top, low)
        middle = pl.slice(b, [4, 16], [2, 0])
        low = self.row(middle, low)
        return b
        """,
        """
        0 row(bottom Input, top OutputExisting)
        1 row(top NoDep, low OutputExisting) <- top__ssa_v1
            top__ssa_v1: RAW top Box[0, 0]+[4, 16] after 0 top Box[0, 0]+[4, 16]
            top__ssa_v1: WAR low Box[4, 0]+[4, 16] after 0 bottom Box[4, 0]+[4, 16]
            top Input -> NoDep covered by top__ssa_v1
        2 row(middle NoDep, low OutputExisting) <- top__ssa_v1, low__ssa_v1
            top__ssa_v1: RAW middle Box[2, 0]+[4, 16] after 0 top Box[0, 0]+[4, 16]
            low__ssa_v1: RAW middle Box[2, 0]+[4, 16] after 1 low Box[4, 0]+[4, 16]
            top__ssa_v1: WAR low Box[4, 0]+[4, 16] after 0 bottom Box[4, 0]+[4, 16]
            low__ssa_v1: RAW+WAW low Box[4, 0]+[4, 16] after 1 low Box[4, 0]+[4, 16]
            middle Input -> NoDep covered by top__ssa_v1, low__ssa_v1
            low InOut -> OutputExisting covered by top__ssa_v1, low__ssa_v1
        {applied=3, inout_or_output=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void aWindowWithARuntimeOffsetOverlapsEverythingAndIsNeverRelaxed() {
    check(
        """
        top = pl.slice(b, [4, 16], [0, 0])
        c4 = pl.slice(c, [4, 16], [0, 0])
        top = self.row(c4, top)
        moving = pl.slice(b, [4, 16], [n, 0])
        d4 = pl.slice(d, [4, 16], [0, 0])
        d4 = self.row(moving, d4)
        return d
        """,
        """
        0 row(c4 Input, top OutputExisting)
        1 row(moving Input, d4 OutputExisting) <- top__ssa_v1
            top__ssa_v1: RAW moving Dynamic after 0 top Box[0, 0]+[4, 16]
        {dynamic_region=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void edgesFollowTheArgumentsAndNameAProducerOnce() {
    check(
        """
        b, tb = pl.submit(self.add, a, b)
        (c, d), tcd = pl.submit(self.both, a, c, d)
        c, d = self.both(b, c, d)
        return d
        """,
        """
        0 add(a Input, b InOut)
        1 both(a Input, c OutputExisting, d InOut)
        2 both(b NoDep, c OutputExisting, d OutputExisting) <- tb__ssa_v0, tcd__ssa_v0
            tb__ssa_v0: RAW b Full after 0 b Full
            tcd__ssa_v0: RAW+WAW c Full after 1 c Full
            tcd__ssa_v0: RAW+WAR+WAW d Full after 1 d Full
            b Input -> NoDep covered by tb__ssa_v0
            c InOut -> OutputExisting covered by tcd__ssa_v0
            d InOut -> OutputExisting covered by tcd__ssa_v0
        {applied=3}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void userEdgesCoverAndAreNotRepeated() {
    check(
        """
        b, tb = pl.submit(self.add, a, b)
        c, tc = pl.submit(self.copy, b, c, deps=[tb])
        d = self.copy(c, d)
        return d
        """,
        """
        0 add(a Input, b InOut)
        1 copy(b NoDep, c OutputExisting) deps tb__ssa_v0
            b Input -> NoDep covered by tb__ssa_v0 (user)
        2 copy(c NoDep, d OutputExisting) <- tc__ssa_v0
            tc__ssa_v0: RAW c Full after 1 c Full
            c Input -> NoDep covered by tc__ssa_v0
        {applied=2}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void anAliasOfATaskIdCoversItsProducer() {
    check(
        """
        b, tb = pl.submit(self.add, a, b)
        same = tb
        c, tc = pl.submit(self.copy, b, c, deps=[same])
        return c
        """,
        """
        0 add(a Input, b InOut)
        1 copy(b NoDep, c OutputExisting) deps same__ssa_v0
            b Input -> NoDep covered by tb__ssa_v0 (user)
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.lowered(program)));
  }
}
