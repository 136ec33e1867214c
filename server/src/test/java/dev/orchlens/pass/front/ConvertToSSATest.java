package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.pass.PassText;
import org.junit.jupiter.api.Test;

class ConvertToSSATest {

  private static String converted(String body) {
    return PassText.body(body, new ConvertToSSA());
  }

  @Test
  void everyAssignmentGetsAVersion() {
    assertThat(
            converted(
                """
                o = self.copy(x, o)
                k = n + 1
                k = k * 2
                return o
                """))
        .isEqualTo(
            """
            o__ssa_v1 = self.copy(x__ssa_v0, o__ssa_v0)
            k__ssa_v0 = n__ssa_v0 + 1
            k__ssa_v1 = k__ssa_v0 * 2
            return o__ssa_v1
            """);
  }

  @Test
  void aBranchHandsOnWhatItChanges() {
    assertThat(
            converted(
                """
                if n < m:
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            if n__ssa_v0 < m__ssa_v0:
                o__ssa_v1 = self.copy(x__ssa_v0, o__ssa_v0)
                o__phi_v2 = pl.yield_(o__ssa_v1)
            else:
                o__phi_v2 = pl.yield_(o__ssa_v0)
            return o__phi_v2
            """);
  }

  @Test
  void whatBothBranchesFirstAssignIsMerged() {
    assertThat(
            converted(
                """
                if n < m:
                    k = n
                    only = n
                else:
                    k = m
                for i in pl.range(k):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            if n__ssa_v0 < m__ssa_v0:
                k__ssa_v0 = n__ssa_v0
                only__ssa_v0 = n__ssa_v0
                k__phi_v2 = pl.yield_(k__ssa_v0)
            else:
                k__ssa_v1 = m__ssa_v0
                k__phi_v2 = pl.yield_(k__ssa_v1)
            for i__idx_v0, (o__iter_v1,) in pl.range(k__phi_v2, init_values=(o__ssa_v0,)):
                o__ssa_v3 = self.copy(x__ssa_v0, o__iter_v1)
                o__rv_v2 = pl.yield_(o__ssa_v3)
            return o__rv_v2
            """);
  }

  @Test
  void aLoopCarriesWhatItChangesInTheOrderOfNames() {
    assertThat(
            converted(
                """
                b = pl.create_tensor([64], dtype=pl.FP32)
                a = pl.create_tensor([64], dtype=pl.FP32)
                for i in pl.range(4):
                    b = self.copy(x, b)
                    a = self.copy(b, a)
                o = self.copy(a, o)
                return o
                """))
        .isEqualTo(
            """
            b__ssa_v0 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            a__ssa_v0 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            for i__idx_v0, (a__iter_v1, b__iter_v1) in pl.range(4, init_values=(a__ssa_v0, b__ssa_v0)):
                b__ssa_v3 = self.copy(x__ssa_v0, b__iter_v1)
                a__ssa_v3 = self.copy(b__ssa_v3, a__iter_v1)
                a__rv_v2, b__rv_v2 = pl.yield_(a__ssa_v3, b__ssa_v3)
            o__ssa_v1 = self.copy(a__rv_v2, o__ssa_v0)
            return o__ssa_v1
            """);
  }

  @Test
  void aValueFirstMadeInALoopStartsAsOneOfTheSameType() {
    assertThat(
            converted(
                """
                seed = pl.create_tensor([64], dtype=pl.FP32)
                before = self.copy(x, seed)
                for i in pl.range(4):
                    r = pl.create_tensor([64], dtype=pl.FP32)
                    r = self.copy(before, r)
                o = self.copy(r, o)
                return o
                """))
        .isEqualTo(
            """
            seed__ssa_v0 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            before__ssa_v0 = self.copy(x__ssa_v0, seed__ssa_v0)
            for i__idx_v0, (r__iter_v0,) in pl.range(4, init_values=(before__ssa_v0,)):
                r__ssa_v2 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
                r__ssa_v3 = self.copy(before__ssa_v0, r__ssa_v2)
                r__rv_v1 = pl.yield_(r__ssa_v3)
            o__ssa_v1 = self.copy(r__rv_v1, o__ssa_v0)
            return o__ssa_v1
            """);
  }

  @Test
  void aYieldGoesIntoTheScopeThatIsTheWholeBody() {
    assertThat(
            converted(
                """
                for i in pl.range(4):
                    with pl.manual_scope():
                        o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            for i__idx_v0, (o__iter_v1,) in pl.range(4, init_values=(o__ssa_v0,)):
                with pl.manual_scope():
                    o__ssa_v3 = self.copy(x__ssa_v0, o__iter_v1)
                    o__rv_v2 = pl.yield_(o__ssa_v3)
            return o__rv_v2
            """);
  }

  @Test
  void carriesOfTheUserComeFirst() {
    assertThat(
            converted(
                """
                last = None
                for i, (last,) in pl.range(4, init_values=(last,)):
                    o, tid = pl.submit(self.copy, x, o, deps=[last])
                    last = pl.yield_(tid)
                return o
                """))
        .isEqualTo(
            """
            last__ssa_v0 = pl.system.task_invalid()
            for i__idx_v0, (last, o__iter_v1) in pl.range(4, init_values=(last__ssa_v0, o__ssa_v0)):
                _submit_tmp__ssa_v0 = pl.submit(self.copy, x__ssa_v0, o__iter_v1, deps=[last])
                o__ssa_v3 = _submit_tmp__ssa_v0[0]
                tid__ssa_v0 = _submit_tmp__ssa_v0[1]
                last_1, o__rv_v2 = pl.yield_(tid__ssa_v0, o__ssa_v3)
            return o__rv_v2
            """);
  }

  @Test
  void aValueThatALoopMayNeverMakeIsRejected() {
    assertThat(
            PassText.rejection(
                """
                for i in pl.range(n):
                    o, tid = pl.submit(self.copy, x, o)
                o, last = pl.submit(self.copy, x, o, deps=[tid])
                return o
                """,
                new ConvertToSSA()))
        .isEqualTo("ssa/no-value-without-iteration at: for i in pl.range(n):");
  }

  @Test
  void aBranchThatYieldsTooFewValuesIsRejected() {
    assertThat(
            PassText.rejection(
                """
                if n < m:
                    k = pl.yield_(n)
                else:
                    o = self.copy(x, o)
                for i in pl.range(k):
                    o = self.copy(x, o)
                return o
                """,
                new ConvertToSSA()))
        .isEqualTo("ssa/yield-count at: if n < m:");
  }

  @Test
  void namesWithADoubleUnderscoreAreRejected() {
    assertThat(
            PassText.rejection(
                """
                my__value = n + 1
                for i in pl.range(my__value):
                    o = self.copy(x, o)
                return o
                """,
                new ConvertToSSA()))
        .isEqualTo("name/reserved-delimiter at: my__value = n + 1");
  }
}
