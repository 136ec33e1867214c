package dev.orchlens.pass;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckInputTest {

  @Test
  void readingAWrittenArgumentUnderItsOldNameIsRejected() {
    assertThat(
            PassText.rejection(
                """
                s = pl.create_tensor([64], dtype=pl.FP32)
                first = self.copy(x, s)
                o = self.copy(s, o)
                return o
                """,
                new CheckInput()))
        .isEqualTo("data/read-after-write-argument at: s = pl.create_tensor([64], dtype=pl.FP32)");
  }

  @Test
  void readingItInTheNextIterationIsRejectedToo() {
    assertThat(
            PassText.rejection(
                """
                s = pl.create_tensor([64], dtype=pl.FP32)
                for i in pl.range(4):
                    o = self.copy(s, o)
                    t = self.step(s)
                return o
                """,
                new CheckInput()))
        .isEqualTo("data/read-after-write-argument at: s = pl.create_tensor([64], dtype=pl.FP32)");
  }

  @Test
  void branchesThatExcludeEachOtherAreNotMixedUp() {
    assertThat(
            PassText.rejection(
                """
                s = pl.create_tensor([64], dtype=pl.FP32)
                if n < m:
                    t = self.step(s)
                else:
                    o = self.copy(s, o)
                return o
                """,
                new CheckInput()))
        .isEqualTo("accepted");
  }

  @Test
  void submittedLaunchesDoNotCount() {
    assertThat(
            PassText.rejection(
                """
                s = pl.create_tensor([64], dtype=pl.FP32)
                t, tid = pl.submit(self.step, s)
                o, last = pl.submit(self.copy, s, o, deps=[tid])
                return o
                """,
                new CheckInput()))
        .isEqualTo("accepted");
  }

  @Test
  void theMembersOfAGroupShareItsOutputs() {
    String text =
        """
        import pypto.language as pl


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.AIC)
            def cube(self, x: TENSOR, o: pl.Out[TENSOR]) -> TENSOR:
                return o

            @pl.function(type=pl.FunctionType.AIV)
            def vector(self, x: TENSOR, o: pl.Out[TENSOR]) -> TENSOR:
                return o

            @pl.function(type=pl.FunctionType.Group)
            def both(self, x: TENSOR, o: pl.Out[TENSOR]) -> TENSOR:
                r = self.cube(x, o)
                self.vector(x, o)
                return r
        """
            .replace("TENSOR", "pl.Tensor[[64], pl.FP32]");

    assertThat(PassText.run(PassText.lower(text), new CheckInput()).functions()).hasSize(3);
  }
}
