package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
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

  @Test
  void aBodyThatReadsWhatALoopAroundItCarriesIsRejected() {
    assertThat(
            PassText.rejection(
                """
                for i, (c,) in pl.range(4, init_values=(x,)):
                    for j in pl.unroll(2):
                        o = self.copy(c, o)
                    r = pl.yield_(o)
                return r
                """,
                new UnrollLoops()))
        .isEqualTo("loop/unroll-reads-carry at: for j in pl.unroll(2):");
  }

  @Test
  void aCarryOfALoopInTheBodyIsReadThere() {
    assertThat(
            PassText.body(
                """
                for j in pl.unroll(1):
                    for i, (c,) in pl.range(4, init_values=(x,)):
                        o = self.copy(c, o)
                        r = pl.yield_(o)
                return o
                """,
                new UnrollLoops()))
        .isEqualTo(
            """
            for i, (c,) in pl.range(4, init_values=(x,)):
                o = self.copy(c, o)
                r = pl.yield_(o)
            return o
            """);
  }
}
