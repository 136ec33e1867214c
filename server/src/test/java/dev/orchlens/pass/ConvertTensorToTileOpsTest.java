package dev.orchlens.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import org.junit.jupiter.api.Test;

class ConvertTensorToTileOpsTest {
  private static Program program(String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def square(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                    y = pl.mul(x, x)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
            """
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr());
  }

  @Test
  void aCallThatNamesItsResultGetsABufferForIt() {
    Program program = PassText.run(program("y = self.square(x)\nreturn y"), new ConvertTensorToTileOps());
    assertThat(PassText.bodyOf(program, "run").replaceAll("(?m): pl\\..*? = ", " = "))
        .isEqualTo(
            """
            ret0__out = pl.tensor.create([64], dtype=pl.FP32)
            y__ssa_v0 = self.square(x__ssa_v0, ret0__out)
            return y__ssa_v0
            """);
  }

  @Test
  void aCallThatDropsItsResultIsRejected() {
    Program program = program("self.square(x)\nreturn x");
    Rejection rejection =
        catchThrowableOfType(Rejection.class, () -> PassText.run(program, new ConvertTensorToTileOps()));
    assertThat(rejection.problem().code()).isEqualTo("call/computed-result-dropped");
  }
}
