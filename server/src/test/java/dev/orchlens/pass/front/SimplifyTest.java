package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import org.junit.jupiter.api.Test;

class SimplifyTest {

  private static String simplified(String body) {
    return PassText.body(body, new ConvertToSSA(), new Simplify()).replaceAll("__\\w+_v\\d+", "");
  }

  @Test
  void aLoopThatRunsOnceLeavesItsBody() {
    assertThat(
            simplified(
                """
                for i in pl.range(3, 4):
                    w = pl.slice(x, [8], [i * 8])
                    o = self.step(w)
                return o
                """))
        .isEqualTo(
            """
            w = pl.tensor.slice(x, [8], [24])
            o = self.step(w)
            return o
            """);
  }

  @Test
  void aLoopThatRunsOnceCannotLeaveItsBodyWhereThatIsOneScope() {
    assertThatThrownBy(
            () ->
                simplified(
                    """
                    for i in pl.range(1):
                        with pl.manual_scope():
                            o = self.copy(x, o)
                    return o
                    """))
        .isInstanceOf(Rejection.class)
        .hasMessageContaining("fails here: it puts the body in the place of a loop that runs once");
  }

  @Test
  void aLoopThatNeverRunsHandsOnItsSeeds() {
    assertThat(
            simplified(
                """
                for i in pl.range(5, 5):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            o = o
            return o
            """);
  }

  @Test
  void aParallelLoopStaysEvenIfItRunsOnce() {
    assertThat(
            simplified(
                """
                for i in pl.parallel(1):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            for i, (o,) in pl.parallel(1, init_values=(o,)):
                o = self.copy(x, o)
                o = pl.yield_(o)
            return o
            """);
  }

  @Test
  void aBranchWhoseConditionIsKnownIsTaken() {
    assertThat(
            simplified(
                """
                for i in pl.range(4):
                    if i < 8:
                        o = self.copy(x, o)
                    else:
                        o = self.step(o)
                    if i * 2 + 1 < 0:
                        o = self.step(o)
                return o
                """))
        .isEqualTo(
            """
            for i, (o,) in pl.range(4, init_values=(o,)):
                o = self.copy(x, o)
                o = pl.yield_(o)
            return o
            """);
  }

  @Test
  void anOuterConditionDecidesAnInnerOne() {
    assertThat(
            simplified(
                """
                if n < m:
                    if n <= m:
                        o = self.copy(x, o)
                    else:
                        o = self.step(o)
                return o
                """))
        .isEqualTo(
            """
            if n < m:
                o = self.copy(x, o)
                o = pl.yield_(o)
            else:
                o = pl.yield_(o)
            return o
            """);
  }

  @Test
  void constantsOfTheTopLevelAreWrittenWhereTheyAreUsed() {
    assertThat(
            simplified(
                """
                rows = 16
                for i in pl.range(rows):
                    width = 8
                    w = pl.slice(x, [rows], [i * width])
                return o
                """))
        .isEqualTo(
            """
            for i in pl.range(16):
                width = 8
                w = pl.tensor.slice(x, [16], [i * width])
            return o
            """);
  }

  @Test
  void scalarsThatNothingReadsAreDroppedUnlessTheyCall() {
    assertThat(
            simplified(
                """
                sizes = pl.create_tensor([8], dtype=pl.INDEX)
                a = n + 1
                b = a * 2
                c = pl.read(sizes, [0])
                o, tid = pl.submit(self.copy, x, o)
                return o
                """))
        .isEqualTo(
            """
            sizes = pl.tensor.create([8], dtype=pl.INDEX, layout=pl.TensorLayout.ND)
            c = pl.tensor.read(sizes, [0])
            _submit_tmp = pl.submit(self.copy, x, o)
            o = _submit_tmp[0]
            tid = _submit_tmp[1]
            return o
            """);
  }

  @Test
  void resultsOfBranchesThatNothingReadsAreDropped() {
    assertThat(
            simplified(
                """
                k = n
                if n < m:
                    k = m
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            if n < m:
                o = self.copy(x, o)
                o = pl.yield_(o)
            else:
                o = pl.yield_(o)
            return o
            """);
  }

  @Test
  void aConstantTruthValueInAVariableIsRejected() {
    assertThat(
            PassText.rejection(
                """
                flag = True
                if flag:
                    o = self.copy(x, o)
                return o
                """,
                new ConvertToSSA(),
                new Simplify()))
        .isEqualTo("arith/constant-truth-value at: flag = True");
  }
}
