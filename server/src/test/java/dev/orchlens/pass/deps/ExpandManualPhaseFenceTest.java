package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Program;
import dev.orchlens.pass.Programs;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where barriers are put in MANUAL scopes, who waits for them, and what they save. */
class ExpandManualPhaseFenceTest {
  @Test
  void aLoopThatWaitsForAnArrayWaitsForABarrier() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            for i in pl.parallel(4):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.range(3):
                b, u = pl.submit(self.at, a, j, b, deps=[ids])
        return b
        """,
        """
            for i, (b, ids) in pl.parallel(4, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            phase_fence_barrier_0_tid = pl.system.task_dummy(deps=[ids])
            for j, (b,) in pl.range(3, init_values=(b,)):
                _submit_tmp = pl.submit(self.at, a, j, b, deps=[phase_fence_barrier_0_tid])
        phase_fence_barrier_0_tid: 4 producers, 3 consumers (launches 1): 12 -> 7 entries
        """);
  }

  @Test
  void aBarrierThatSavesNothingIsNotPut() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(2, pl.TASK_ID)
            for i in pl.parallel(2):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.range(2):
                b, u = pl.submit(self.at, a, j, b, deps=[ids])
        return b
        """,
        """
            for i, (b, ids) in pl.parallel(2, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            for j, (b,) in pl.range(2, init_values=(b,)):
                _submit_tmp = pl.submit(self.at, a, j, b, deps=[ids])
        """);
  }

  @Test
  void nestedSequentialLoopsMultiplyAndShareOneBarrier() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(3, pl.TASK_ID)
            for i in pl.parallel(3):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.range(2):
                for k in pl.parallel(2):
                    b, u = pl.submit(self.at, a, k, b, deps=[ids])
        return b
        """,
        """
            for i, (b, ids) in pl.parallel(3, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            phase_fence_barrier_0_tid = pl.system.task_dummy(deps=[ids])
            for j, (b,) in pl.range(2, init_values=(b,)):
                for k, (b,) in pl.parallel(2, init_values=(b,)):
                    _submit_tmp = pl.submit(self.at, a, k, b, deps=[phase_fence_barrier_0_tid])
        phase_fence_barrier_0_tid: 3 producers, 4 consumers (launches 1): 12 -> 7 entries
        """);
  }

  @Test
  void underAParallelLoopEachInnerLoopHasItsBarrier() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(3, pl.TASK_ID)
            for i in pl.parallel(3):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.parallel(4):
                for k in pl.range(4):
                    b, u = pl.submit(self.at, a, k, b, deps=[ids])
        return b
        """,
        """
            for i, (b, ids) in pl.parallel(3, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            for j, (b,) in pl.parallel(4, init_values=(b,)):
                phase_fence_barrier_0_tid = pl.system.task_dummy(deps=[ids])
                for k, (b,) in pl.range(4, init_values=(b,)):
                    _submit_tmp = pl.submit(self.at, a, k, b, deps=[phase_fence_barrier_0_tid])
        phase_fence_barrier_0_tid: 3 producers, 4 consumers (launches 1): 12 -> 7 entries
        """);
  }

  @Test
  void anArrayStoredIntoInTheLoopIsAwaitedDirectly() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            for i in pl.range(4):
                b, t = pl.submit(self.at, a, i, b, deps=[ids])
                ids[i] = t
        return b
        """,
        """
            for i, (b, ids) in pl.range(4, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b, deps=[ids])
        """);
  }

  @Test
  void moreThanOneDependencyStaysDirect() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            c, first = pl.submit(self.copy, a, c)
            for i in pl.parallel(4):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.range(3):
                b, u = pl.submit(self.at, a, j, b, deps=[ids, first])
        return b
        """,
        """
            _submit_tmp = pl.submit(self.copy, a, c)
            for i, (b, ids) in pl.parallel(4, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            for j, (b,) in pl.range(3, init_values=(b,)):
                _submit_tmp = pl.submit(self.at, a, j, b, deps=[ids, first])
        """);
  }

  @Test
  void outsideOfManualScopesNothingChanges() {
    check(
        """
        ids = pl.array.create(4, pl.TASK_ID)
        for i in pl.parallel(4):
            b, t = pl.submit(self.at, a, i, b)
            ids[i] = t
        for j in pl.range(3):
            b, u = pl.submit(self.at, a, j, b, deps=[ids])
        return b
        """,
        """
        for i, (b, ids) in pl.parallel(4, init_values=(b, ids)):
            _submit_tmp = pl.submit(self.at, a, i, b)
        for j, (b,) in pl.range(3, init_values=(b,)):
            _submit_tmp = pl.submit(self.at, a, j, b, deps=[ids])
        """);
  }

  @Test
  void aParallelLoopOfUnknownLengthStaysDirectAndASequentialOneCountsOnce() {
    check(
        """
        with pl.manual_scope():
            ids = pl.array.create(4, pl.TASK_ID)
            for i in pl.parallel(4):
                b, t = pl.submit(self.at, a, i, b)
                ids[i] = t
            for j in pl.parallel(n):
                b, u = pl.submit(self.at, a, j, b, deps=[ids])
            for k in pl.range(n):
                b, v = pl.submit(self.at, a, k, b, deps=[ids])
                b, w = pl.submit(self.at, a, k, b, deps=[ids])
        return b
        """,
        """
            for i, (b, ids) in pl.parallel(4, init_values=(b, ids)):
                _submit_tmp = pl.submit(self.at, a, i, b)
            for j, (b,) in pl.parallel(n, init_values=(b,)):
                _submit_tmp = pl.submit(self.at, a, j, b, deps=[ids])
            phase_fence_barrier_0_tid = pl.system.task_dummy(deps=[ids])
            for k, (b,) in pl.range(n, init_values=(b,)):
                _submit_tmp = pl.submit(self.at, a, k, b, deps=[phase_fence_barrier_0_tid])
                _submit_tmp = pl.submit(self.at, a, k, b, deps=[phase_fence_barrier_0_tid])
        phase_fence_barrier_0_tid: 4 producers, 2 consumers (launches 2, 3): 8 -> 6 entries
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, text(Programs.lowered(program)));
  }

  /** Returns the loops, barriers and launches with what they wait for, then the fences. */
  static String text(Program program) {
    ExpandManualPhaseFence.Result result =
        ExpandManualPhaseFence.run(Programs.beforeDerivation(program));
    String statements =
        Programs.body(result.program())
            .lines()
            .filter(line -> line.matches(" *(for |if |else).*|.*(pl.submit|task_dummy)\\(.*"))
            .map(
                line ->
                    line.replaceAll(", attrs=.*\\)", ")")
                        .replaceAll("__(idx|ssa|rv|iter)_v\\d+(_\\d+)?", ""))
            .collect(Collectors.joining("\n", "", "\n"));
    return statements
        + result.fences().stream()
            .map(ExpandManualPhaseFenceTest::fence)
            .collect(Collectors.joining());
  }

  private static String fence(Fence fence) {
    String launches =
        fence.launches().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return fence.barrier()
        + ": "
        + fence.producers()
        + " producers, "
        + fence.consumers()
        + " consumers (launches "
        + launches
        + "): "
        + fence.before()
        + " -> "
        + fence.after()
        + " entries\n";
  }
}
