package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** What stands for the launches of a loop. */
class DerivedLoopsTest {
  @Test
  void behindALoopWithFixedTripsItsResultIsAwaited() {
    check(
        """
        for i in pl.range(4):
            b = self.at(a, i, b)
        c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b NoDep, c OutputExisting) <- b__rv_v2
            b__rv_v2: RAW b Conservative after 0 b Full
            b Input -> NoDep covered by b__rv_v2
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void behindALoopThatCarriesATaskIdItIsAwaited() {
    check(
        """
        last = None
        for i, (b, last) in pl.range(4, init_values=(b, last)):
            b, last = pl.submit(self.at, a, i, b)
            b, last = pl.yield_(b, last)
        c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b NoDep, c OutputExisting) <- last
            last: RAW b Conservative after 0 b Full
            b Input -> NoDep covered by last
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void twoStagesOfOneFixedIterationFallBack() {
    check(
        """
        for i in pl.range(4):
            b = self.at(a, i, b)
            c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b Input, c InOut)
        fallback 1 copy(b): dynamic_prior_producer_requires_scope_lift, BODY_LOSES_REWRITES
            b Full after 0 b Full, waits for b__ssa_v3
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void twoStagesOfOneRuntimeIterationAreLinked() {
    check(
        """
        for i in pl.range(n):
            b = self.at(a, i, b)
            c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b NoDep, c InOut) <- b__ssa_v3
            b__ssa_v3: RAW b Full after 0 b Full
            b Input -> NoDep covered by b__ssa_v3
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void behindASequentialRuntimeLoopAReaderFallsBack() {
    check(
        """
        for i in pl.range(n):
            b = self.at(a, i, b)
        c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b Input, c OutputExisting)
        fallback 1 copy(b): prior_from_inactive_dynamic_loop, BODY_LOSES_REWRITES
            b Conservative after 0 b Full, waits for b__ssa_v3
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void behindAParallelRuntimeLoopItsResultIsAwaited() {
    check(
        """
        for i in pl.parallel(n):
            b = self.at(a, i, b)
        c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b NoDep, c OutputExisting) <- b__rv_v2
            b__rv_v2: RAW b Conservative after 0 b Full
            b Input -> NoDep covered by b__rv_v2
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void aDescendingLoopCountsAsARuntimeLoop() {
    check(
        """
        for i in pl.range(4, 0, -1):
            b = self.at(a, i, b)
        c = self.copy(b, c)
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b Input, c OutputExisting)
        fallback 1 copy(b): prior_from_inactive_dynamic_loop, BODY_LOSES_REWRITES
            b Conservative after 0 b Full, waits for b__ssa_v3
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void behindAWhileLoopNothingIsKnown() {
    check(
        """
        i = 0
        while i < n:
            b = self.add(a, b)
            i = i + 1
        c = self.copy(b, c)
        return c
        """,
        """
        0 add(a Input, b InOut)
        1 copy(b Input, c OutputExisting)
        fallback 1 copy(b): prior_from_inactive_dynamic_loop, BODY_LOSES_REWRITES
            b Unknown after 0 b Full, waits for b__ssa_v3
        {unknown_region=1}
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.lowered(program)));
  }
}
