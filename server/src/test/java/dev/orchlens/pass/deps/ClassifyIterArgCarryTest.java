package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.Programs;
import dev.orchlens.rule.Code;
import org.junit.jupiter.api.Test;

/**
 * Which carries of loops are other names of their initial values, and how many slots a carried
 * TaskId needs.
 */
class ClassifyIterArgCarryTest {
  @Test
  void aBufferUpdatedInPlaceIsAnAlias() {
    check(
        """
        for i in pl.range(4):
            b = self.at(a, i, b)
        return b
        """,
        """
        i: b an alias
        """);
  }

  @Test
  void aFreshBufferIsAVariableOfItsOwn() {
    check(
        """
        for i in pl.range(4):
            s = pl.create_tensor([8, 16], dtype=pl.FP32)
            s = self.copy(b, s)
            b = s
        return b
        """,
        """
        i: b of its own
        """);
  }

  @Test
  void theBufferThatTheKernelReturnsCounts() {
    check(
        """
        for i in pl.range(4):
            c, b = self.both(a, c, b)
        return b
        """,
        """
        i: b an alias, c an alias
        """);
  }

  @Test
  void aNestedLoopPassesAnAliasOnButNotAnArray() {
    check(
        """
        ids = pl.array.create(2, pl.TASK_ID)
        for i in pl.range(4):
            for j in pl.parallel(2):
                b, t = pl.submit(self.at, a, j, b)
                ids[j] = t
        return b
        """,
        """
        i: b an alias, ids of its own
        j: b an alias, ids of its own
        """);
  }

  @Test
  void aTaskIdInAManualScopeNeedsASlotForEachParallelIteration() {
    check(
        """
        last = None
        with pl.manual_scope():
            for i, (b, last) in pl.parallel(4, 0, -1, init_values=(b, last)):
                b, last = pl.submit(self.at, a, i, b, deps=[last])
                b, last = pl.yield_(b, last)
        return b
        """,
        """
        i: b an alias, last of its own with 4 slots
        """);
  }

  @Test
  void aTaskIdOutsideIsOneValue() {
    check(
        """
        last = None
        for i, (b, last) in pl.parallel(4, init_values=(b, last)):
            b, last = pl.submit(self.at, a, i, b)
            b, last = pl.yield_(b, last)
        return b
        """,
        """
        i: b an alias, last of its own
        """);
  }

  @Test
  void aParallelLoopThatCarriesATaskIdNeedsAFixedTripCount() {
    Program program =
        Programs.lowered(
            """
            last = None
            with pl.manual_scope():
                for i, (b, last) in pl.parallel(n, init_values=(b, last)):
                    b, last = pl.submit(self.at, a, i, b, deps=[last])
                    b, last = pl.yield_(b, last)
            return b
            """);
    Rejection rejection = assertThrows(Rejection.class, () -> text(program));
    assertEquals(Code.LOOP_PARALLEL_NEEDS_FIXED_TRIP_COUNT, rejection.problem().code());
  }

  private static void check(String program, String expected) {
    assertEquals(expected, text(Programs.lowered(program)));
  }

  /** Returns a line for each loop with its carries. */
  static String text(Program program) {
    Derivation derivation =
        AutoDeriveTaskDependencies.run(Programs.beforeDerivation(program), false);
    Program scoped =
        MaterializeRuntimeScopes.run(derivation.program(), derivation, false).program();
    StringBuilder out = new StringBuilder();
    Walk.statements(
        ClassifyIterArgCarry.run(scoped).function("run").orElseThrow().body(),
        stmt -> {
          if (stmt instanceof Stmt.For loop) {
            out.append(loop.var().sourceName()).append(':').append(carries(loop)).append('\n');
          }
        });
    return out.toString();
  }

  private static String carries(Stmt.For loop) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < loop.carries().size(); i++) {
      var plan = loop.attrs().carryPlans().get(i);
      text.append(i == 0 ? " " : ", ")
          .append(loop.carries().get(i).var().sourceName())
          .append(plan.rebind() ? " of its own" : " an alias")
          .append(plan.arraySize() > 0 ? " with " + plan.arraySize() + " slots" : "");
    }
    return text.toString();
  }
}
