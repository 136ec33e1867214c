package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckKernelSignaturesTest {
  private static Program checked(String type, String function) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.%s)
            """
                    .formatted(type)
                + function.indent(4)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new CheckKernelSignatures());
  }

  private static final String TAKES =
      """
      def kernel(
          self, acc: pl.Tile[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]
      ) -> pl.Tensor[[64], pl.FP32]:
          return pl.store(pl.exp(acc), [0], o)
      """;

  @Test
  void aKernelTakesNoTile() {
    assertThatThrownBy(() -> checked("InCore", TAKES))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "The kernel 'kernel' takes the tile 'acc', but a tile is in the memory of a core and no"
                + " task can hand it to another. Take a tensor, and load it.");
  }

  @Test
  void aFunctionForOneCoreIsTakenAsItIs() {
    assertThat(checked("AIV", TAKES)).isNotNull();
  }

  @Test
  void aKernelReturnsNoTile() {
    assertThatThrownBy(
            () ->
                checked(
                    "InCore",
                    """
                    def kernel(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tile[[64], pl.FP32]:
                        loaded = pl.load(x, [0], [64])
                        return loaded
                    """))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "The kernel 'kernel' returns a tile, which is gone when the task ends. Store it into an"
                + " output parameter, and return that.");
  }

  @Test
  void whatIsStoredIsReturned() {
    assertThat(
            checked(
                "InCore",
                """
                def kernel(
                    self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]
                ) -> pl.Tensor[[64], pl.FP32]:
                    return pl.store(pl.load(x, [0], [64]), [0], o)
                """))
        .isNotNull();
  }
}
