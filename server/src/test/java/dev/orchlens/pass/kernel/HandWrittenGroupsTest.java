package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.outline.OutlineClusterScopes;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HandWrittenGroupsTest {
  private static Program expanded(String split, String cubeCall, String rest) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.AIV)
                def feed(self, a: pl.Tensor[[16, 16], pl.FP16], o: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
                    pl.tpush_to_aic(pl.load(a, [0, 0], [16, 16]), split=SPLIT)

                @pl.function(type=pl.FunctionType.AIC)
                def drain(self, o: pl.Out[pl.Tensor[[16, 16], pl.FP16]]) -> pl.Tensor[[16, 16], pl.FP16]:
                    t: pl.Tile[[16, 16], pl.FP16, pl.MemorySpace.Mat] = pl.tpop_from_aiv(split=SPLIT)
                    return pl.store(t, [0, 0], o)

                @pl.function(type=pl.FunctionType.Group)
                def both(
                    self, a: pl.Tensor[[16, 16], pl.FP16], o: pl.Out[pl.Tensor[[16, 16], pl.FP16]]
                ) -> pl.Tensor[[16, 16], pl.FP16]:
                    o = CALL
                    self.feed(a, o)
                    return o
            """
                    .replace("SPLIT", split)
                    .replace("CALL", cubeCall)
                + rest),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new ExpandMixedKernel(),
        new SplitVectorKernel());
  }

  /**
   * Prints each function with its parameters and, for a vector kernel, on how many lanes it runs.
   */
  private static String functions(Program program) {
    return program.functions().values().stream()
        .map(
            f ->
                f.type().label()
                    + " "
                    + f.name()
                    + f.params().stream()
                        .map(p -> p.var().name())
                        .collect(Collectors.joining(", ", "(", ")"))
                    + lanes(f))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String lanes(Function f) {
    return switch (f.type()) {
      case AIV -> f.attrs().dualAiv() ? " on both lanes" : " on one lane";
      default -> "";
    };
  }

  @Test
  void bothMembersTakeTheParametersOfTheGroup() {
    Program program = expanded("1", "self.drain(o)", "");
    assertThat(functions(program))
        .isEqualTo(
            """
            Group both(a__ssa_v0, o__ssa_v0)
            AIC drain(a__ssa_v0, o__ssa_v0)
            AIV feed(a__ssa_v0, o__ssa_v0) on both lanes
            """);
    assertThat(PassText.bodyOf(program, "both")).contains("self.drain(a__ssa_v0, o__ssa_v0)");
  }

  @Test
  void exchangesThatAreNotSplitNeedBothLanesToo() {
    assertThat(functions(expanded("0", "self.drain(o)", "")))
        .contains("AIV feed(a__ssa_v0, o__ssa_v0) on both lanes");
  }

  @Test
  void membersThatAreCalledElsewhereAreAdaptedAsCopies() {
    Program program =
        expanded(
            "1",
            "self.drain(o)",
            """

                @pl.function(type=pl.FunctionType.Group)
                def again(
                    self, a: pl.Tensor[[16, 16], pl.FP16], o: pl.Out[pl.Tensor[[16, 16], pl.FP16]]
                ) -> pl.Tensor[[16, 16], pl.FP16]:
                    o = self.drain(o)
                    self.feed(a, o)
                    return o
            """);
    assertThat(functions(program))
        .isEqualTo(
            """
            Group again(a__ssa_v0, o__ssa_v0)
            AIC again_aic_adapter(a__ssa_v0, o__ssa_v0)
            AIV again_aiv_adapter(a__ssa_v0, o__ssa_v0) on both lanes
            Group both(a__ssa_v0, o__ssa_v0)
            AIC both_aic_adapter(a__ssa_v0, o__ssa_v0)
            AIV both_aiv_adapter(a__ssa_v0, o__ssa_v0) on both lanes
            AIC drain(o__ssa_v0)
            AIV feed(a__ssa_v0, o__ssa_v0) on both lanes
            """);
  }

  @Test
  void membersThatAClusterSubmitsAreAdaptedToo() {
    Program program =
        PassText.run(
            PassText.lower(
                """
                import pypto.language as pl


                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.AIC)
                    def feed(
                        self, a: pl.Tensor[[16, 16], pl.FP32], s: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]
                    ) -> pl.Tensor[[16, 16], pl.FP32]:
                        t = pl.load(a, [0, 0], [16, 16], target_memory=pl.MemorySpace.Mat)
                        pl.tpush_to_aiv(t, split=0)
                        return s

                    @pl.function(type=pl.FunctionType.AIV)
                    def drain(self, o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
                        t = pl.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
                        pl.tfree_to_aic(t, split=0)
                        return o

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(
                        self,
                        a: pl.Tensor[[16, 16], pl.FP32],
                        s: pl.InOut[pl.Tensor[[16, 16], pl.FP32]],
                        o: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                    ) -> pl.Tensor[[16, 16], pl.FP32]:
                        with pl.cluster():
                            _fed, _feeding = pl.submit(self.feed, a, s)
                            out, _draining = pl.submit(self.drain, pl.no_dep(o))
                        return out
                """),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new OutlineIncoreScopes(),
            new OutlineClusterScopes(),
            new ConvertTensorToTileOps(),
            new ExpandMixedKernel(),
            new SplitVectorKernel());
    assertThat(functions(program))
        .isEqualTo(
            """
            AIV drain(a__ssa_v0, s__ssa_v0, o__ssa_v0) on both lanes
            AIC feed(a__ssa_v0, s__ssa_v0, o__ssa_v0)
            Orchestration run(a__ssa_v0, s__ssa_v0, o__ssa_v0)
            Group run_cluster_0(a__ssa_v0, s__ssa_v0, o__ssa_v0)
            """);
    assertThat(program.function("drain").orElseThrow().params())
        .as(
            "a submit tells nothing about the directions of the Group, and the members take the"
                + " Group's")
        .allMatch(p -> p.direction() == ParamDirection.IN);
    assertThat(PassText.bodyOf(program, "run_cluster_0"))
        .contains("pl.submit(self.feed, a__ssa_v0, s__ssa_v0, o__ssa_v0)")
        .contains("pl.submit(self.drain, a__ssa_v0, s__ssa_v0, pl.no_dep(o__ssa_v0))");
  }
}
