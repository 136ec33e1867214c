package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.tools.ProgramPass;
import org.junit.jupiter.api.Test;

/** {@link LowerPipelineLoops} and {@link CanonicalizeIOOrder}. */
class PipelineLoopsTest {

  private static String lowered(String body, ProgramPass... after) {
    ProgramPass[] passes = new ProgramPass[2 + after.length];
    passes[0] = new ConvertToSSA();
    passes[1] = new LowerPipelineLoops();
    System.arraycopy(after, 0, passes, 2, after.length);
    return PassText.body(body, passes);
  }

  @Test
  void theBodyIsReplicatedPerStageAndForTheIterationsLeftOver() {
    assertThat(
            lowered(
                """
                for i in pl.pipeline(5, stage=2):
                    w = pl.slice(x, [8], [i * 8])
                return o
                """))
        .isEqualTo(
            """
            for i__idx_v0 in pl.pipeline(0, 4, 2, stage=1):
                w__ssa_v0 = pl.tensor.slice(x__ssa_v0, [8], [i__idx_v0 * 8])
                w__ssa_v0_1 = pl.tensor.slice(x__ssa_v0, [8], [(i__idx_v0 + 1) * 8])
            w__ssa_v0_2 = pl.tensor.slice(x__ssa_v0, [8], [4 * 8])
            return o__ssa_v0
            """);
  }

  @Test
  void carriedValuesGoThroughTheCopies() {
    assertThat(
            lowered(
                """
                for i in pl.pipeline(3, stage=2):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            for i__idx_v0, (o__iter_v1,) in pl.pipeline(0, 2, 2, stage=1, init_values=(o__ssa_v0,)):
                o__ssa_v3 = self.copy(x__ssa_v0, o__iter_v1)
                o__ssa_v3_1 = self.copy(x__ssa_v0, o__ssa_v3)
                o__rv_v2_main = pl.yield_(o__ssa_v3_1)
            o__ssa_v3_2 = self.copy(x__ssa_v0, o__rv_v2_main)
            o__rv_v2 = o__ssa_v3_2
            return o__rv_v2
            """);
  }

  @Test
  void aTripCountOfTheRunTimeIsCountedOutByBranches() {
    assertThat(
            lowered(
                """
                for i in pl.pipeline(0, n, 2, stage=3):
                    w = pl.slice(x, [8], [i])
                return o
                """))
        .isEqualTo(
            """
            unroll_main_end = 0 + (n__ssa_v0 - 0 + 1) // 2 // 3 * 6
            for i__idx_v0 in pl.pipeline(0, unroll_main_end, 6, stage=1):
                w__ssa_v0 = pl.tensor.slice(x__ssa_v0, [8], [i__idx_v0])
                w__ssa_v0_1 = pl.tensor.slice(x__ssa_v0, [8], [i__idx_v0 + 2])
                w__ssa_v0_2 = pl.tensor.slice(x__ssa_v0, [8], [i__idx_v0 + 4])
            unroll_rem = (n__ssa_v0 - 0 + 1) // 2 - (n__ssa_v0 - 0 + 1) // 2 // 3 * 3
            if unroll_rem == 1:
                w__ssa_v0_3 = pl.tensor.slice(x__ssa_v0, [8], [unroll_main_end])
            else:
                if unroll_rem == 2:
                    w__ssa_v0_4 = pl.tensor.slice(x__ssa_v0, [8], [unroll_main_end])
                    w__ssa_v0_5 = pl.tensor.slice(x__ssa_v0, [8], [unroll_main_end + 2])
            return o__ssa_v0
            """);
  }

  @Test
  void scalarsMoveUpInPipelinedBodies() {
    assertThat(
            lowered(
                """
                for i in pl.pipeline(4, stage=2):
                    at = i * 8
                    w = pl.slice(x, [8], [at])
                for j in pl.range(4):
                    v = pl.slice(x, [8], [j])
                    k = j + 1
                return o
                """,
                new CanonicalizeIOOrder()))
        .isEqualTo(
            """
            for i__idx_v0 in pl.range(0, 4, 2):
                at__ssa_v0 = i__idx_v0 * 8
                at__ssa_v0_1 = (i__idx_v0 + 1) * 8
                w__ssa_v0 = pl.tensor.slice(x__ssa_v0, [8], [at__ssa_v0])
                w__ssa_v0_1 = pl.tensor.slice(x__ssa_v0, [8], [at__ssa_v0_1])
            for j__idx_v0 in pl.range(4):
                v__ssa_v0 = pl.tensor.slice(x__ssa_v0, [8], [j__idx_v0])
                k__ssa_v0 = j__idx_v0 + 1
            return o__ssa_v0
            """);
  }
}
