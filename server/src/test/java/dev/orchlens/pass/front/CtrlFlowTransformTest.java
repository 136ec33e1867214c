package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import org.junit.jupiter.api.Test;

class CtrlFlowTransformTest {

  /** Returns the body of a kernel after the pass. */
  private static String structured(String body) {
    String program =
        """
        import pypto.language as pl


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, o: pl.InOut[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        """;
    return PassText.bodyOf(
        PassText.run(PassText.lower(program + body.indent(8)), new CtrlFlowTransform()), "kernel");
  }

  @Test
  void whatFollowsAContinueRunsOnlyInTheOtherBranch() {
    assertThat(
            structured(
                """
                for i in pl.range(n):
                    if i < 4:
                        continue
                    a = i + 1
                return o
                """))
        .isEqualTo(
            """
            for i in pl.range(n):
                if i < 4:
                    pass
                else:
                    a = i + 1
            return o
            """);
  }

  @Test
  void aBreakBecomesAFlagOfAWhileLoop() {
    assertThat(
            structured(
                """
                for i in pl.range(n):
                    if i > 4:
                        break
                    a = i + 1
                return o
                """))
        .isEqualTo(
            """
            i__idx_v1 = 0
            break__tmp_v0 = False
            while i__idx_v1 < n and not break__tmp_v0:
                if i__idx_v1 > 4:
                    break__tmp_v0 = True
                    pl.yield_()
                else:
                    a = i__idx_v1 + 1
                    pl.yield_()
                if not break__tmp_v0:
                    i__idx_v1 = i__idx_v1 + 1
            return o
            """);
  }

  @Test
  void aCarriedValueLeavesWithABreak() {
    assertThat(
            structured(
                """
                k = n
                for i, (k,) in pl.range(n, init_values=(k,)):
                    if i > 4:
                        break
                    next = k + i
                    k = pl.yield_(next)
                return o
                """))
        .isEqualTo(
            """
            k = n
            i__idx_v1 = 0
            break__tmp_v0 = False
            for (k_1,) in pl.while_(init_values=(k,)):
                pl.cond(i__idx_v1 < n and not break__tmp_v0)
                if i__idx_v1 > 4:
                    break__tmp_v0 = True
                    k__phi_v2 = pl.yield_(k_1)
                else:
                    next = k_1 + i__idx_v1
                    k__phi_v2 = pl.yield_(next)
                if not break__tmp_v0:
                    i__idx_v1 = i__idx_v1 + 1
                k_2 = pl.yield_(k__phi_v2)
            return o
            """);
  }

  @Test
  void orchestrationFunctionsKeepTheirBreaks() {
    assertThat(
            PassText.body(
                """
                for i in pl.range(n):
                    if i > 4:
                        break
                return o
                """,
                new CtrlFlowTransform()))
        .isEqualTo(
            """
            for i in pl.range(n):
                if i > 4:
                    break
            return o
            """);
  }
}
