package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostControlFlowTest {

  @Test
  void aWhileLoopRunsItsBodyOnce() {
    assertThat(
            Generated.of(
                    """
                    for (k,) in pl.while_(init_values=(0,)):
                        pl.cond(k < n)
                        b = self.at(a, k, b)
                        more = pl.yield_(k + 1)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/while-loop-lost at line 1: The generated code has no while loop: what is inside runs exactly \
            once, and its condition is never asked. Use pl.range with the largest number of iterations and a branch \
            inside.
            codegen/undeclared-name at line 3: The generated code uses 'k', which it does not declare before. It \
            does not compile. Give the value a name of its own in a plain assignment.
            """);
  }

  @Test
  void exitsAreLeftOut() {
    assertThat(
            Generated.of(
                    """
                    for i in pl.range(4):
                        b = self.at(a, i, b)
                        if i > 2:
                            break
                        if i > n:
                            continue
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/exit-lost at line 4: The generated code goes on behind this break: it is left out of \
            orchestration code. Put what it is to skip into the other branch.
            codegen/exit-lost at line 6: The generated code goes on behind this continue: it is left out of \
            orchestration code. Put what it is to skip into the other branch.
            """);
  }
}
