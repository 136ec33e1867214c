package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** Scopes that the user placed. */
class DerivedPlacedScopesTest {
  @Test
  void aPlacedScopeLosesItsEdgesWhenItFallsBackAndTheNextDoesNotSeeIt() {
    check(
        """
        with pl.scope():
            c, tc = pl.submit(self.copy, a, c)
            d, td = pl.submit(self.copy, c, d)
            self.look(b)
            b = self.add(a, b)
        with pl.scope():
            d = self.copy(c, d)
            c = self.copy(d, c)
        return c
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(c Input, d OutputExisting)
        2 look(b Input)
        3 add(a Input, b InOut)
        4 copy(c Input, d InOut)
        5 copy(d NoDep, c OutputExisting) <- d__ssa_v2
            d__ssa_v2: RAW d Full after 4 d Full
            d__ssa_v2: WAR c Full after 4 c Full
            d Input -> NoDep covered by d__ssa_v2
            c InOut -> OutputExisting covered by d__ssa_v2
        fallback 3 add(b): missing_prior_task_id, SCOPE_LOSES_EDGES
            b Full after 2 b Full, waits for nothing
        {applied=3}
        PLACED AUTO FELL_BACK
        PLACED AUTO WRITTEN_AUTO_ANALYSED
        """);
  }

  @Test
  void anOuterFallbackTakesTheEdgesOfTheScopesInside() {
    check(
        """
        with pl.scope():
            with pl.scope():
                c = self.copy(a, c)
                d = self.copy(c, d)
            self.look(b)
            b = self.add(a, b)
        return b
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(c Input, d OutputExisting)
        2 look(b Input)
        3 add(a Input, b InOut)
        fallback 3 add(b): missing_prior_task_id, SCOPE_LOSES_EDGES
            b Full after 2 b Full, waits for nothing
        {applied=1}
        PLACED AUTO FELL_BACK
        PLACED AUTO FELL_BACK
        """);
  }

  @Test
  void aManualScopeIsLeftAloneAndNotSeen() {
    check(
        """
        with pl.scope():
            c = self.copy(a, c)
        with pl.manual_scope():
            c = self.copy(b, c)
            d = self.copy(c, d)
        with pl.scope():
            d = self.copy(c, d)
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(b Input, c InOut)
        2 copy(c Input, d OutputExisting)
        3 copy(c NoDep, d InOut) <- c__ssa_v1
            c__ssa_v1: RAW c Full after 0 c Full
            c Input -> NoDep covered by c__ssa_v1
        {applied=1}
        PLACED AUTO WRITTEN_AUTO_ANALYSED
        PLACED MANUAL WRITTEN_MANUAL
        PLACED AUTO WRITTEN_AUTO_ANALYSED
        """);
  }

  @Test
  void tasksOutsideOfScopesAreNotAnalysed() {
    check(
        """
        c = self.copy(a, c)
        with pl.scope():
            d = self.copy(c, d)
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(c Input, d OutputExisting)
        PLACED AUTO WRITTEN_AUTO_ANALYSED
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.loweredWithPlacedScopes(program)));
  }
}
