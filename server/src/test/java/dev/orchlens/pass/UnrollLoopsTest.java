package dev.orchlens.pass;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnrollLoopsTest {

  @Test
  void eachIterationIsWrittenOut() {
    assertThat(
            PassText.body(
                """
                for i in pl.unroll(0, 6, 3):
                    for j in pl.unroll(2):
                        k = i * 2 + j
                return o
                """,
                new UnrollLoops()))
        .isEqualTo(
            """
            k = 0 * 2 + 0
            k = 0 * 2 + 1
            k = 3 * 2 + 0
            k = 3 * 2 + 1
            return o
            """);
  }

  @Test
  void aLoopThatNeverRunsIsGone() {
    assertThat(
            PassText.body(
                """
                for i in pl.unroll(4, 4):
                    o = self.copy(x, o)
                return o
                """,
                new UnrollLoops()))
        .isEqualTo("return o\n");
  }

  @Test
  void tooManyIterationsAreRejected() {
    assertThat(
            PassText.rejection(
                """
                for i in pl.unroll(1025):
                    o = self.copy(x, o)
                return o
                """,
                new UnrollLoops()))
        .isEqualTo("loop/unroll-too-long at: for i in pl.unroll(1025):");
  }

  @Test
  void nestedLoopsThatMultiplyWithoutEndAreRejected() {
    assertThat(
            PassText.rejection(
                """
                for i in pl.unroll(1024):
                    for j in pl.unroll(1024):
                        o = self.copy(x, o)
                return o
                """,
                new UnrollLoops()))
        .isEqualTo("loop/unroll-too-much at: for j in pl.unroll(1024):");
  }
}
