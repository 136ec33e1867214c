package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** Accesses that no fixed edge can order. */
class DerivedFallbacksTest {
  @Test
  void aReshapedTensorHasNoLocation() {
    check(
        """
        c, tc = pl.submit(self.copy, a, c)
        flat = pl.reshape(pl.reshape(c, [128]), [8, 16])
        d = self.copy(flat, d)
        return d
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(flat Input, d OutputExisting)
        fallback 1 copy(flat): unresolved_location, BODY_LOSES_REWRITES
            UNTRACKED tensor.reshape
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void anUnknownReadIsExcusedByAnEdgeToItsProducer() {
    check(
        """
        flat = pl.reshape(pl.reshape(b, [128]), [8, 16])
        made, tm = pl.submit(self.add, a, pl.no_dep(flat))
        c, tc = pl.submit(self.copy, made, c, deps=[tm])
        d, td = pl.submit(self.copy, made, d)
        return d
        """,
        """
        0 add(a Input, flat NoDep)
        1 copy(made Input, c OutputExisting) deps tm__ssa_v0
        2 copy(made Input, d OutputExisting)
        fallback 1 copy(made): unresolved_location, EXCUSED
            UNTRACKED tensor.reshape
        fallback 2 copy(made): unresolved_location, BODY_LOSES_REWRITES
            UNTRACKED tensor.reshape
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void aBareStatementHasNoName() {
    check(
        """
        self.look(b)
        b = self.add(a, b)
        return b
        """,
        """
        0 look(b Input)
        1 add(a Input, b InOut)
        fallback 1 add(b): missing_prior_task_id, BODY_LOSES_REWRITES
            b Full after 0 b Full, waits for nothing
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  @Test
  void aManualScopeInADefaultBodyKeepsTheBodyAuto() {
    check(
        """
        c = self.copy(a, c)
        with pl.manual_scope():
            d = self.copy(c, d)
        b = self.add(c, b)
        return b
        """,
        """
        0 copy(a Input, c OutputExisting)
        1 copy(c Input, d OutputExisting)
        2 add(c NoDep, b InOut) <- c__ssa_v1
            c__ssa_v1: RAW c Full after 0 c Full
            c Input -> NoDep covered by c__ssa_v1
        {applied=1}
        PLACED MANUAL WRITTEN_MANUAL
        FUNCTION_BODY AUTO HOLDS_SCOPE
        """);
  }

  @Test
  void fiveBuffersAreTooMany() {
    check(
        """
        s = pl.create_tensor([8, 16], dtype=pl.FP32)
        if flag:
            x = pl.yield_(b)
        else:
            x = pl.yield_(c)
        if n > 1:
            y = pl.yield_(x)
        else:
            y = pl.yield_(d)
        if n > 2:
            z = pl.yield_(y)
        else:
            z = pl.yield_(s)
        if n > 3:
            w = pl.yield_(z)
        else:
            w = pl.yield_(a)
        e = pl.create_tensor([8, 16], dtype=pl.FP32)
        e = self.copy(z, e)
        e = self.copy(w, e)
        return e
        """,
        """
        0 copy(z Input, e OutputExisting)
        1 copy(w Input, e InOut)
        fallback 1 copy(w): unresolved_location, BODY_LOSES_REWRITES
            TOO_MANY_ROOTS 5
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, DerivationText.of(Programs.lowered(program)));
  }
}
