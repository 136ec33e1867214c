package dev.orchlens.pass.outline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckSplitRegionsTest {
  private static Program checked(String type, String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.%s)
                def run(
                    self,
                    a: pl.Tensor[[128, 128], pl.FP32],
                    b: pl.Tensor[[128, 128], pl.FP32],
                    o: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
                ) -> pl.Tensor[[128, 128], pl.FP32]:
            """
                    .formatted(type)
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new OutlineIncoreScopes(),
        new CheckSplitRegions());
  }

  private static void rejects(String type, String body, String message) {
    assertThatThrownBy(() -> checked(type, body)).isInstanceOf(Rejection.class).hasMessage(message);
  }

  @Test
  void whatTheCubeCoreComputesIsHandedToTheLanes() {
    assertThat(
            checked(
                "Orchestration",
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    product = pl.matmul(a, b)
                    for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                        half = pl.aiv_shard(product)
                        o[lane * 64 : lane * 64 + 64, 0:128] = pl.exp(half)
                return o
                """))
        .isNotNull();
  }

  @Test
  void aKernelOpensNoRegion() {
    rejects(
        "InCore",
        """
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            o = pl.store(pl.exp(pl.load(a, [0, 0], [128, 128])), [0, 0], o)
        return o
        """,
        "'run' is a kernel, which runs on its cores already, so it cannot open a pl.split_aiv"
            + " region. Open it in a pl.at(level=pl.Level.CORE_GROUP) region of a function that is"
            + " no kernel.");
  }

  @Test
  void valuesCrossInRegionsOnly() {
    rejects(
        "InCore",
        """
        loaded = pl.load(a, [0, 0], [128, 128])
        half = pl.tile.aiv_shard(loaded, split=1)
        return pl.store(half, [0, 0], o)
        """,
        "pl.aiv_shard hands a value from one core to the other, which it can do in a pl.split_aiv"
            + " region only. Write it there, without 'split='.");
  }

  @Test
  void whatTheLanesHaveIsNotHandedToThem() {
    String message =
        "pl.aiv_shard hands the vector lanes what the cube core has computed, but this value is in"
            + " the vector buffer already. Use it as it is: in the region, each lane works on its"
            + " own part.";
    rejects(
        "Orchestration",
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                half = pl.aiv_shard(a)
                o[lane * 64 : lane * 64 + 64, 0:128] = half
        return o
        """,
        message);
    rejects(
        "Orchestration",
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                computed = pl.exp(a)
                half = pl.aiv_shard(computed)
                o[lane * 64 : lane * 64 + 64, 0:128] = half
        return o
        """,
        message);
  }

  @Test
  void theLanesMultiplyNoMatrices() {
    rejects(
        "Orchestration",
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                o[0:128, 0:128] = pl.matmul(a, b)
        return o
        """,
        "A pl.split_aiv region is the work of the vector lanes, but pl.matmul runs on the cube"
            + " core. Move it out of the region; each lane has only half of a tile.");
    rejects(
        "Orchestration",
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                o[0:128, 0:128] = pl.matmul(a, b)
        return o
        """,
        "A pl.split_aiv region is the work of the vector lanes, but pl.matmul runs on the cube"
            + " core. Move it out of the region.");
  }
}
