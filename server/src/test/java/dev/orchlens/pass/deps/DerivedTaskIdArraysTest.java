package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** What the TaskIds in arrays cover. */
class DerivedTaskIdArraysTest {
  @Test
  void anArrayOfAllIterationsCoversTheLoop() {
    check(
        """
        ids = pl.array.create(4, pl.TASK_ID)
        for i in pl.parallel(4):
            _r, t = pl.submit(self.at, a, i, b)
            ids[i] = t
        c, tc = pl.submit(self.copy, b, c, deps=[ids])
        return c
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 copy(b Input, c OutputExisting) deps ids__rv_v2
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void allSlotsOneByOneCoverTheLoopAndRelaxAnInOut() {
    check(
        """
        ids = pl.array.create(2, pl.TASK_ID)
        for i in pl.parallel(2):
            _r, t = pl.submit(self.at, a, i, b)
            ids[i] = t
        b, tb = pl.submit(self.add, a, b, deps=[ids[0], ids[1]])
        return b
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 add(a Input, b OutputExisting) deps _submit_deps_buf__ssa_v0
            b InOut -> OutputExisting covered by t__ssa_v0 (user)
        {applied=1}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void someSlotsDoNotCoverTheLoop() {
    check(
        """
        ids = pl.array.create(2, pl.TASK_ID)
        for i in pl.parallel(2):
            _r, t = pl.submit(self.at, a, i, b)
            ids[i] = t
        b, tb = pl.submit(self.add, a, b, deps=[ids[0]])
        return b
        """,
        """
        0 at(a Input, i Scalar, b InOut)
        1 add(a Input, b InOut) deps _submit_deps_buf__ssa_v0
        fallback 1 add(b): dynamic_prior_producer_requires_scope_lift, BODY_LOSES_REWRITES
            b Full after 0 b Full, waits for t__ssa_v0
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void anOverwrittenSlotIsNotCovered() {
    check(
        """
        ids = pl.array.create(2, pl.TASK_ID)
        c, t0 = pl.submit(self.copy, a, c)
        ids[0] = t0
        d, t1 = pl.submit(self.copy, a, d)
        ids[0] = t1
        ids[1] = t1
        b, tb = pl.submit(self.add, c, b, deps=[ids])
        b, tb = pl.submit(self.add, d, b, deps=[ids])
        return b
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(a Input, d OutputExisting)
        2 add(c NoDep, b InOut) deps ids__ssa_v3 <- t0__ssa_v0
            t0__ssa_v0: RAW c Full after 0 c Full
            c Input -> NoDep covered by t0__ssa_v0
        3 add(d NoDep, b OutputExisting) deps ids__ssa_v3 <- tb__ssa_v0
            tb__ssa_v0: RAW+WAR+WAW b Full after 2 b Full
            d Input -> NoDep covered by t1__ssa_v0 (user)
            b InOut -> OutputExisting covered by tb__ssa_v0
        {applied=3}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void aBarrierCoversALoopButNotATask() {
    check(
        """
        c, tc = pl.submit(self.copy, a, c)
        _r, tl = pl.submit(self.look, a)
        joined = pl.system.task_dummy(deps=[tc, tl])
        for i in pl.range(4):
            _s, t = pl.submit(self.at, a, i, b)
        d, td = pl.submit(self.copy, c, d, deps=[joined])
        d, te = pl.submit(self.add, b, d, deps=[joined])
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 look(a Input)
        2 at(a Input, i Scalar, b InOut)
        3 copy(c NoDep, d OutputExisting) deps joined__ssa_v0 <- tc__ssa_v0
            tc__ssa_v0: RAW c Full after 0 c Full
            c Input -> NoDep covered by tc__ssa_v0
        4 add(b Input, d OutputExisting) deps joined__ssa_v0 <- td__ssa_v0
            td__ssa_v0: RAW+WAW d Full after 3 d Full
            d InOut -> OutputExisting covered by td__ssa_v0
        {applied=2}
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.lowered(program)));
  }
}
