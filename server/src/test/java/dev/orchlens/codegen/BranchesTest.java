package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BranchesTest {

  @Test
  void bothSidesAssignWhatTheyMerge() {
    assertThat(
            Generated.of(
                    """
                    best = 0
                    if n > 2:
                        best = n * 2
                        b = self.at(a, best, b)
                    else:
                        b = self.add(a, b)
                    b = self.at(a, best, b)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             2|     ChipTensor b__phi_v3 = ext_a;
             2|     int64_t best;
             2|     if ((2 < n)) {
             2|         PTO2_SCOPE() {
             3|             int64_t best__ssa_v1 = (n * 2);
             4|
             4|             // Task 0: at
             4|             CoreTaskArgs params_t0;
             4|             params_t0.add_input(ext_a);
             4|             params_t0.add_inout(ext_b);
             4|             params_t0.add_scalar(best__ssa_v1);
             4|             rt_submit_aiv_task(0, params_t0);
             2|             b__phi_v3 = ext_b;
             2|             best = best__ssa_v1;
             2|         }
             2|     } else {
             2|         PTO2_SCOPE() {
             6|             // Task 1: add
             6|             CoreTaskArgs params_t1;
             6|             params_t1.add_input(ext_a);
             6|             params_t1.add_inout(ext_b);
             6|             rt_submit_aiv_task(1, params_t1);
             2|             b__phi_v3 = ext_b;
             2|             best = 0;
             2|         }
             2|     }
             7|
             7|     // Task 2: at
             7|     CoreTaskArgs params_t2;
             7|     params_t2.add_input(ext_a);
             7|     params_t2.add_inout(b__phi_v3);
             7|     params_t2.add_scalar(best);
             7|     rt_submit_aiv_task(0, params_t2);
             -| }
            """);
  }

  @Test
  void conditionsKeepTheOrderAndTheCastsOfTheirOperands() {
    assertThat(
            Generated.of(
                    """
                    k = pl.read(t, [0, 0])
                    if k >= 3:
                        b = self.add(a, b)
                    if not k == 0:
                        b = self.add(a, b)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                uint32_t indices_k[2] = {0, 0};
                int32_t k = get_tensor_data<int32_t>(ext_t, 2, indices_k);
                ChipTensor b__phi_v2 = ext_a;
                if ((3 <= static_cast<int64_t>(k))) {
                    PTO2_SCOPE() {
                        // Task 0: add
                        CoreTaskArgs params_t0;
                        params_t0.add_input(ext_a);
                        params_t0.add_inout(ext_b);
                        rt_submit_aiv_task(0, params_t0);
                        b__phi_v2 = ext_b;
                    }
                } else {
                    PTO2_SCOPE() {
                        b__phi_v2 = ext_b;
                    }
                }
                if ((static_cast<int64_t>(k) != 0)) {
                    PTO2_SCOPE() {
                        // Task 1: add
                        CoreTaskArgs params_t1;
                        params_t1.add_input(ext_a);
                        params_t1.add_inout(b__phi_v2);
                        rt_submit_aiv_task(0, params_t1);
                    }
                } else {
                    PTO2_SCOPE() {
                    }
                }
            }
            """);
  }
}
