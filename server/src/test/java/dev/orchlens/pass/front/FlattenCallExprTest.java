package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import org.junit.jupiter.api.Test;

class FlattenCallExprTest {

  @Test
  void callsInsideOtherExpressionsGetVariablesInFrontOfTheStatement() {
    assertThat(
            PassText.body(
                """
                sizes = pl.create_tensor([8], dtype=pl.INDEX)
                if pl.read(sizes, [0]) > n:
                    o = self.copy(pl.slice(x, [64], [0]), o)
                for i in pl.range(pl.read(sizes, [1])):
                    o = self.copy(x, o)
                return self.copy(x, o)
                """,
                new FlattenCallExpr()))
        .isEqualTo(
            """
            sizes = pl.tensor.create([8], dtype=pl.INDEX, layout=pl.TensorLayout.ND)
            t__tmp_v0 = pl.tensor.read(sizes, [0])
            if t__tmp_v0 > n:
                t__tmp_v1 = pl.tensor.slice(x, [64], [0])
                o = self.copy(t__tmp_v1, o)
            t__tmp_v2 = pl.tensor.read(sizes, [1])
            for i in pl.range(t__tmp_v2):
                o = self.copy(x, o)
            t__tmp_v3 = self.copy(x, o)
            return t__tmp_v3
            """);
  }

  @Test
  void callsInsideATupleArgumentStay() {
    assertThat(
            PassText.body(
                """
                sizes = pl.create_tensor([8], dtype=pl.INDEX)
                w = pl.slice(x, [32], [pl.read(sizes, [0])])
                return o
                """,
                new FlattenCallExpr()))
        .isEqualTo(
            """
            sizes = pl.tensor.create([8], dtype=pl.INDEX, layout=pl.TensorLayout.ND)
            w = pl.tensor.slice(x, [32], [pl.tensor.read(sizes, [0])])
            return o
            """);
  }
}
