package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.front.Simplify;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import org.junit.jupiter.api.Test;

class CheckTilesTest {
  private static String rejection(String body) {
    return PassText.rejection(
        body,
        new ConvertToSSA(),
        new Simplify(),
        new FlattenCallExpr(),
        new OutlineIncoreScopes(),
        new ConvertTensorToTileOps(),
        new CheckTiles());
  }

  @Test
  void aTileHasElements() {
    assertThat(
            rejection(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    part = pl.exp(pl.full([0], dtype=pl.FP32, value=1.0))
                return o
                """))
        .isEqualTo("memory/empty-tile at: part = pl.exp(pl.full([0], dtype=pl.FP32, value=1.0))");
  }

  @Test
  void theExtentsOfATileAreKnownWhileCompiling() {
    assertThat(
            rejection(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    o[0:8] = pl.exp(x[0:8])
                    part = pl.exp(x[0:n])
                return o
                """))
        .isEqualTo("memory/dynamic-tile at: part = pl.exp(x[0:n])");
  }

  @Test
  void theOperandsOfAnOperationFitTheVectorBuffer() {
    assertThat(
            rejection(
                """
                t = pl.create_tensor([128, 256], dtype=pl.FP32)
                with pl.at(level=pl.Level.CORE_GROUP):
                    a = pl.exp(t)
                    t[:] = pl.add(a, t)
                return o
                """))
        .isEqualTo("memory/vector-buffer at: t[:] = pl.add(a, t)");
  }

  @Test
  void whatTheCompilerCutsIntoPartsIsNotMeasured() {
    assertThat(
            rejection(
                """
                a = pl.create_tensor([256, 128], dtype=pl.BF16)
                b = pl.create_tensor([128, 256], dtype=pl.BF16)
                c = pl.create_tensor([256, 256], dtype=pl.BF16)
                with pl.at(level=pl.Level.CORE_GROUP):
                    product = pl.matmul(a, b, out_dtype=pl.FP32)
                    c[:] = pl.cast(product, pl.BF16, mode="rint")
                return o
                """))
        .isEqualTo("accepted");
  }

  @Test
  void aTensorThatTheKernelHasWrittenIsNoOperand() {
    assertThat(
            rejection(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    o[0:32] = pl.exp(x[0:32])
                    t = pl.exp(o)
                return o
                """))
        .isEqualTo("memory/tensor-operand at: t = pl.exp(o)");
  }

  @Test
  void windowsOfAConstantSizeAreFine() {
    assertThat(
            rejection(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    o[n : n + 8] = pl.exp(x[n : n + 8])
                return o
                """))
        .isEqualTo("accepted");
  }
}
