package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.outline.OutlineClusterScopes;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import org.junit.jupiter.api.Test;

class CheckSyncAllTest {
  private static Program checked(String barrier, String launch) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def work(
                    self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]
                ) -> pl.Tensor[[64], pl.FP32]:
                    t = pl.load(x, [0], [64])
                    pl.system.syncall(%s)
                    return pl.store(pl.exp(t), [0], o)

                @pl.function(type=pl.FunctionType.Orchestration)
                def run(
                    self,
                    x: pl.Tensor[[64], pl.FP32],
                    o: pl.Out[pl.Tensor[[64], pl.FP32]],
                    n: pl.Scalar[pl.INDEX],
                ) -> pl.Tensor[[64], pl.FP32]:
            """
                    .formatted(barrier)
                + launch.indent(8)
                + "        return o\n"),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new OutlineIncoreScopes(),
        new OutlineClusterScopes(),
        new ExpandMixedKernel(),
        new CheckSyncAll());
  }

  private static void rejects(String barrier, String launch, String message) {
    assertThatThrownBy(() -> checked(barrier, launch))
        .isInstanceOf(Rejection.class)
        .hasMessage(message);
  }

  private static String over(String spmd) {
    return "with pl.spmd(" + spmd + "):\n    o = self.work(x, o)\n";
  }

  @Test
  void aLaunchThatFillsTheDeviceAtOnceIsAccepted() {
    String vector = "core_type=\"aiv_only\"";
    assertThat(checked(vector, over("48, sync_start=True"))).isNotNull();
    assertThat(checked(vector, over("72, sync_start=True"))).isNotNull();
    assertThat(checked(vector, over("pl.system.available_aiv_count(), sync_start=True")))
        .isNotNull();
    assertThat(
            checked(
                vector,
                "blocks = pl.system.available_aiv_count()\n" + over("blocks, sync_start=True")))
        .isNotNull();
  }

  @Test
  void whatIsNotKnownOrWaitsInSoftwareIsAccepted() {
    assertThat(checked("core_type=\"aiv_only\"", over("n"))).isNotNull();
    assertThat(checked("", "o = self.work(x, o)\n")).isNotNull();
  }

  @Test
  void theLaunchFillsAllCores() {
    String message =
        "This barrier waits for all vector cores of the device, but the kernel is not launched on"
            + " all of them. Launch it over pl.system.available_aiv_count() blocks (48 on an Ascend"
            + " 910B, 72 on an Ascend 950), or write mode=\"soft\".";
    rejects("core_type=\"aiv_only\"", over("24, sync_start=True"), message);
    rejects(
        "core_type=\"aiv_only\"",
        over("pl.system.available_cluster_count(), sync_start=True"),
        message);
    rejects(
        "core_type=\"aiv_only\"",
        "o, done = pl.spmd_submit(self.work, x, o, core_num=8, sync_start=True)\n",
        message);
  }

  @Test
  void theBlocksOfTheLaunchStartTogether() {
    rejects(
        "core_type=\"aiv_only\"",
        over("48"),
        "This barrier waits for all blocks of the launch, which may not all run at a time. Add"
            + " sync_start=True to the launch, or write mode=\"soft\".");
  }

  @Test
  void theBarrierWaitsForTheCoresOfTheKernel() {
    rejects(
        "",
        over("48, sync_start=True"),
        "This barrier waits for cores that the launch does not have (core_type=\"mix\"): the kernel"
            + " runs on vector cores only. Write core_type=\"aiv_only\".");
  }
}
