package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.front.Simplify;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import org.junit.jupiter.api.Test;

class CheckKernelsTest {
  private static String rejection(String body) {
    return PassText.rejection(
        body,
        new ConvertToSSA(),
        new Simplify(),
        new FlattenCallExpr(),
        new OutlineIncoreScopes(),
        new ExpandMixedKernel(),
        new CheckKernels());
  }

  @Test
  void aLoopOfAKernelShouldCountUpwards() {
    assertThat(
            rejection(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    for i in pl.range(8, 0, -1):
                        o[i : i + 1] = pl.exp(x[i : i + 1])
                return o
                """))
        .isEqualTo("accepted, kernel/loop-step at: for i in pl.range(8, 0, -1):");
  }

  @Test
  void aLoopThatLaunchesMayCountDown() {
    assertThat(
            rejection(
                """
                for i in pl.range(8, 0, -1):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo("accepted");
  }

  @Test
  void theLayoutOfTilesIsNoneOfTensors() {
    assertThat(
            rejection(
                """
                t = pl.create_tensor([64], dtype=pl.FP32, layout=pl.TensorLayout.NZ)
                return o
                """))
        .isEqualTo(
            "kernel/tensor-layout at: t = pl.create_tensor([64], dtype=pl.FP32,"
                + " layout=pl.TensorLayout.NZ)");
  }
}
