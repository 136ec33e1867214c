package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AutoTileMatmulL0Test {
  /**
   * A kernel {@code chain(a, b, e, bias, out)} of tensors with the given numbers of rows, inner
   * columns and columns.
   */
  private static Program chain(int rows, int inner, int columns, String body) {
    String text =
        """
        import pypto.language as pl


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def chain(
                self,
                a: pl.Tensor[[ROWS, INNER], pl.BF16],
                b: pl.Tensor[[INNER, COLUMNS], pl.BF16],
                e: pl.Tensor[[COLUMNS, 64], pl.BF16],
                bias: pl.Tensor[[1, COLUMNS], pl.FP32],
                out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]],
            ) -> pl.Tensor[[ROWS, 64], pl.FP32]:
        """;
    return PassText.run(
        PassText.lower(
            text.replace("ROWS", "" + rows)
                    .replace("INNER", "" + inner)
                    .replace("COLUMNS", "" + columns)
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new ConvertTensorToTileOps(),
        new AutoTileMatmulL0());
  }

  private static final String NARROWED =
      """
      c = pl.matmul(a, b, out_dtype=pl.FP32)
      n = pl.cast(c, pl.BF16, mode="rint")
      d = pl.matmul(n, e, out_dtype=pl.FP32)
      out = pl.assemble(out, d, [0, 0])
      return out
      """;

  /** Returns the kinds of the functions once the cores are known. */
  private static String cores(Program program) {
    return PassText.run(program, new ExpandMixedKernel()).functions().values().stream()
        .map(f -> f.type().label() + " " + f.name())
        .collect(Collectors.joining(", "));
  }

  private static String cores(int rows, int inner, int columns, String body) {
    return cores(chain(rows, inner, columns, body));
  }

  @Test
  void aProductThatFitsIntoTheAccumulatorsIsWrittenBackNarrowed() {
    Program program = chain(128, 64, 128, NARROWED);
    assertThat(PassText.bodyOf(program, "chain"))
        .isEqualTo(
            """
            c__ssa_v0 = pl.tensor.matmul(a__ssa_v0, b__ssa_v0, a_trans=False, b_trans=False, c_matrix_nz=False,\
             out_dtype=pl.FP32)
            c__ssa_v0_mat = pl.tile.create([128, 128], dtype=pl.BF16, target_memory=pl.MemorySpace.Mat)
            n__ssa_v0 = pl.tile.assemble(c__ssa_v0_mat, c__ssa_v0, [0, 0])
            d__ssa_v0 = pl.tensor.matmul(n__ssa_v0, e__ssa_v0, a_trans=False, b_trans=False, c_matrix_nz=False,\
             out_dtype=pl.FP32)
            out__ssa_v1 = pl.tensor.assemble(out__ssa_v0, d__ssa_v0, [0, 0])
            return out__ssa_v1
            """);
    assertThat(cores(program)).isEqualTo("AIC chain");
  }

  @Test
  void aLargerProductIsWrittenBackPartByPart() {
    assertThat(cores(256, 192, 256, NARROWED)).isEqualTo("AIC chain");
  }

  @Test
  void aProductThatFitsIntoNoMemoryOfTheCubeCoreIsNarrowedByTheVectorCore() {
    assertThat(cores(512, 64, 1024, NARROWED))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
  }

  @Test
  void aLargerProductOfOddInnerLengthIsNotCut() {
    assertThat(cores(256, 200, 256, NARROWED))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
    assertThat(cores(128, 200, 128, NARROWED))
        .as("one that fits need not be cut")
        .isEqualTo("AIC chain");
  }

  @Test
  void onlyRoundingToEvenIsWhatTheWriteBackDoes() {
    assertThat(cores(128, 64, 128, NARROWED.replace(", mode=\"rint\"", "")))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
    assertThat(cores(128, 64, 128, NARROWED.replace("rint", "floor")))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
  }

  @Test
  void aNarrowedProductThatAnythingElseUsesStaysWithTheVectorCore() {
    String alsoTransposed =
        """
        c = pl.matmul(a, b, out_dtype=pl.FP32)
        n = pl.cast(c, pl.BF16, mode="rint")
        s = pl.matmul(n, n, b_trans=True, out_dtype=pl.FP32)
        d = pl.matmul(n, e, out_dtype=pl.FP32)
        out = pl.assemble(out, d, [0, 0])
        return out
        """;
    assertThat(cores(128, 64, 128, alsoTransposed))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
  }

  @Test
  void aSumBegunWithAProductIsInTheAccumulatorsAndOneBegunWithATileIsNot() {
    String begun =
        """
        c = BEGIN
        for k in pl.range(64, 256, 64):
            x = a[0:128, k : k + 64]
            y = b[k : k + 64, 0:128]
            c = pl.matmul_acc(c, x, y)
        n = pl.cast(c, pl.BF16, mode="rint")
        d = pl.matmul(n, e, out_dtype=pl.FP32)
        out = pl.assemble(out, d, [0, 0])
        return out
        """;
    assertThat(
            cores(
                128,
                256,
                128,
                begun.replace(
                    "BEGIN", "pl.matmul(a[0:128, 0:64], b[0:64, 0:128], out_dtype=pl.FP32)")))
        .isEqualTo("AIC chain");
    assertThat(
            cores(
                128,
                256,
                128,
                begun.replace("BEGIN", "pl.create_tensor([128, 128], dtype=pl.FP32)")))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
  }

  @Test
  void aBiasIsCutWithTheProductWhenOnlyLoadsStandBetween() {
    String biased =
        """
        p = pl.load(a, [0, 0], [272, 192], target_memory=pl.Mem.Mat)
        q = pl.load(b, [0, 0], [192, 352], target_memory=pl.Mem.Mat)
        s = pl.load(bias, [0, 0], [1, 352], target_memory=pl.Mem.Mat)
        r = pl.load(e, [0, 0], [352, 64], target_memory=pl.Mem.Mat)
        BETWEEN
        c = pl.tile.matmul_bias(p, q, s)
        n = pl.cast(c, pl.BF16, mode="rint")
        d = pl.tile.matmul(n, r)
        out = pl.store(d, [0, 0], out)
        return out
        """;
    assertThat(cores(272, 192, 352, biased.replace("BETWEEN\n", ""))).isEqualTo("AIC chain");
    assertThat(
            cores(
                272,
                192,
                352,
                biased.replace("BETWEEN", "z = pl.tile.create([16, 16], dtype=pl.FP32)")))
        .isEqualTo("Group chain, AIC chain_aic, AIV chain_aiv");
  }

  @Test
  void kernelsForOneCoreAreLeftAlone() {
    Program program = chain(128, 64, 128, NARROWED);
    Function kernel = program.function("chain").orElseThrow();
    assertThat(PassText.run(program, new AutoTileMatmulL0()).function("chain").orElseThrow())
        .isSameAs(kernel);
  }
}
