package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CubeStoresTest {
  /**
   * Returns how the pipe of a kernel over {@code a}, {@code w} (memory) and {@code o} is set up, or
   * "no pipe".
   */
  private static String pipe(String body) {
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
                        a: pl.Tensor[[32, 32], pl.FP32],
                        w: pl.InOut[pl.Tensor[[32, 32], pl.FP32]],
                        o: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
                    ):
                """
                    + body.indent(8)),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new ConvertTensorToTileOps(),
            new ExpandMixedKernel());
    return Printer.print(program.function("both_aic").orElseThrow())
        .lines()
        .map(String::strip)
        .filter(l -> l.startsWith("pl.system.aic_initialize_pipe"))
        .findFirst()
        .orElse("no pipe");
  }

  @Test
  void theVectorCoreIsToldWhatTheCubeCoreStored() {
    assertThat(
            pipe(
                """
                w = pl.assemble(w, pl.matmul(a, a, out_dtype=pl.FP32), [0, 0])
                x = pl.exp(pl.slice(w, [32, 32], [0, 0]))
                o = pl.assemble(o, x, [0, 0])
                """))
        .isEqualTo("pl.system.aic_initialize_pipe(dir_mask=1, slot_size=4096, slot_num=2)");
  }

  @Test
  void theCubeCoreIsNotToldWhatTheVectorCoreStored() {
    assertThat(
            pipe(
                """
                w = pl.assemble(w, pl.exp(pl.slice(a, [32, 32], [0, 0])), [0, 0])
                p = pl.matmul(pl.slice(w, [32, 32], [0, 0]), a, out_dtype=pl.FP32)
                o = pl.assemble(o, p, [0, 0])
                """))
        .isEqualTo("no pipe");
  }

  @Test
  void aLoadInALoopBehindTheStoreIsToldOnceAndOneInAnotherBranchIsNot() {
    assertThat(
            pipe(
                """
                w = pl.assemble(w, pl.matmul(a, a, out_dtype=pl.FP32), [0, 0])
                for i in pl.range(2):
                    x = pl.exp(pl.slice(w, [16, 32], [i * 16, 0]))
                    o = pl.assemble(o, x, [i * 16, 0])
                """))
        .isEqualTo("pl.system.aic_initialize_pipe(dir_mask=1, slot_size=4096, slot_num=2)");
    assertThat(
            pipe(
                """
                for i in pl.range(2):
                    v = pl.assemble(w, pl.matmul(a, a, out_dtype=pl.FP32), [0, 0])
                x = pl.exp(pl.slice(w, [32, 32], [0, 0]))
                o = pl.assemble(o, x, [0, 0])
                """))
        .isEqualTo("no pipe");
  }

  @Test
  void memoryThatIsStoredToTwiceIsNotTold() {
    assertThat(
            pipe(
                """
                w = pl.assemble(w, pl.matmul(a, a, out_dtype=pl.FP32), [0, 0])
                w = pl.assemble(w, pl.matmul(a, a, out_dtype=pl.FP32), [0, 0])
                x = pl.exp(pl.slice(w, [32, 32], [0, 0]))
                o = pl.assemble(o, x, [0, 0])
                """))
        .isEqualTo("no pipe");
  }
}
