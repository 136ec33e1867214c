package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
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

  @Test
  void aCarriedValueKeepsItsType() {
    assertThat(
            PassText.rejection(
                """
                k = pl.const(0, pl.INT32)
                for i, (c,) in pl.range(4, init_values=(k,)):
                    last = pl.yield_(i)
                return o
                """,
                new CheckInput()))
        .isEqualTo("type/carry-changes at: for i, (c,) in pl.range(4, init_values=(k,)):");
  }

  @Test
  void theBranchesOfAnIfYieldOneType() {
    assertThat(
            PassText.rejection(
                """
                if n < m:
                    v = pl.yield_(n)
                else:
                    v = pl.yield_(x)
                return o
                """,
                new CheckInput()))
        .isEqualTo("type/branches-differ at: if n < m:");
  }

  @Test
  void theBoundsOfALoopAreScalars() {
    assertThat(
            PassText.rejection(
                """
                for i in pl.range(x):
                    o = self.copy(x, o)
                return o
                """,
                new CheckInput()))
        .isEqualTo("type/loop-bound at: for i in pl.range(x):");
  }

  @Test
  void nothingFollowsAYield() {
    assertThat(
            PassText.rejection(
                """
                for i, (c,) in pl.range(4, init_values=(n,)):
                    last = pl.yield_(c)
                    d = c + 1
                return o
                """,
                new CheckInput()))
        .isEqualTo("loop/yield-not-last at: last = pl.yield_(c)");
  }
}
