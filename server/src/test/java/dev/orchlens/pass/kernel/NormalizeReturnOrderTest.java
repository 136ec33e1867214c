package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class NormalizeReturnOrderTest {
  @Test
  void aKernelReturnsItsOutputsInTheirOrderAndCallersTakeThemFromThere() {
    Program program =
        PassText.run(
            PassText.lower(
                """
                import pypto.language as pl


                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def both(
                        self,
                        x: pl.Tensor[[64], pl.FP32],
                        a: pl.Out[pl.Tensor[[64], pl.FP32]],
                        b: pl.Out[pl.Tensor[[64], pl.FP32]],
                    ) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
                        t = pl.load(x, [0], [64])
                        b1 = pl.store(t, [0], b)
                        a1 = pl.store(t, [0], a)
                        return b1, a1

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(
                        self,
                        x: pl.Tensor[[64], pl.FP32],
                        a: pl.Out[pl.Tensor[[64], pl.FP32]],
                        b: pl.Out[pl.Tensor[[64], pl.FP32]],
                    ) -> pl.Tensor[[64], pl.FP32]:
                        b, a = self.both(x, a, b)
                        return a
                """),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new NormalizeReturnOrder());
    assertThat(PassText.bodyOf(program, "both").replaceAll("(?m): pl\\..*? = ", " = "))
        .isEqualTo(
            """
            t__ssa_v0 = pl.tile.load(x__ssa_v0, [0], [64], [64], target_memory=pl.MemorySpace.Vec)
            b1__ssa_v0 = pl.tile.store(t__ssa_v0, [0], b__ssa_v0)
            a1__ssa_v0 = pl.tile.store(t__ssa_v0, [0], a__ssa_v0)
            return a__ssa_v0, b__ssa_v0
            """);
    assertThat(PassText.bodyOf(program, "run").replaceAll("(?m): (pl|tuple)[.\\[].*? = ", " = "))
        .contains("b__ssa_v1 = ")
        .contains("[1]")
        .isEqualTo(
            """
            _tuple_tmp__ssa_v0 = self.both(x__ssa_v0, a__ssa_v0, b__ssa_v0)
            b__ssa_v1 = _tuple_tmp__ssa_v0[1]
            a__ssa_v1 = _tuple_tmp__ssa_v0[0]
            return a__ssa_v1
            """);
  }

  @Test
  void aKernelThatOnlyReturnsKeepsItsOrder() {
    Program program =
        PassText.run(
            PassText.lower(
                """
                import pypto.language as pl


                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def both(
                        self,
                        a: pl.Out[pl.Tensor[[64], pl.FP32]],
                        b: pl.Out[pl.Tensor[[64], pl.FP32]],
                    ) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
                        return b, a

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(
                        self,
                        a: pl.Out[pl.Tensor[[64], pl.FP32]],
                        b: pl.Out[pl.Tensor[[64], pl.FP32]],
                    ) -> pl.Tensor[[64], pl.FP32]:
                        b, a = self.both(a, b)
                        return a
                """),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new NormalizeReturnOrder());
    assertThat(PassText.bodyOf(program, "both")).isEqualTo("return b__ssa_v0, a__ssa_v0\n");
    assertThat(PassText.bodyOf(program, "run").replaceAll("(?m): (pl|tuple)[.\\[].*? = ", " = "))
        .isEqualTo(
            """
            _tuple_tmp__ssa_v0 = self.both(a__ssa_v0, b__ssa_v0)
            b__ssa_v1 = _tuple_tmp__ssa_v0[0]
            a__ssa_v1 = _tuple_tmp__ssa_v0[1]
            return a__ssa_v1
            """);
  }
}
