package dev.orchlens.pass.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class MaterializeDistTensorCtxTest {
  @Test
  void eachWindowBringsItsContextBehindTheOtherArguments() {
    Program program =
        PassText.run(
            PassText.lower(
                """
                import pypto.language as pl
                import pypto.language.distributed as pld


                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def put(
                        self,
                        x: pl.Tensor[[64], pl.FP32],
                        w: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
                        n: pl.Scalar[pl.INDEX],
                    ) -> pld.DistributedTensor[[64], pl.FP32]:
                        return pl.store(pl.load(x, [0], [64]), [0], w)

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(
                        self, x: pl.Tensor[[64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[64], pl.FP32]]
                    ):
                        v = self.put(x, w, 1)
                        u = self.put(x, v, 2)
                        return u
                """),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new MaterializeDistTensorCtx());
    assertThat(Printer.print(program.function("run").orElseThrow()))
        .contains("w_ctx")
        .contains("self.put(x__ssa_v0, w__ssa_v0, 1, w_ctx)")
        .contains("self.put(x__ssa_v0, v__ssa_v0, 2, w_ctx)");
    assertThat(program.function("put").orElseThrow().params().getLast().var().name())
        .isEqualTo("w_ctx");
  }
}
