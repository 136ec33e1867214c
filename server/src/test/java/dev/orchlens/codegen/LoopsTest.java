package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopsTest {

  @Test
  void theStepDecidesTheComparison() {
    assertThat(
            Generated.of(
                    """
                    for i in pl.range(n, 0, -2):
                        for j in pl.range(0, 8, n):
                            b = self.at(a, j, b)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                for (int64_t i = n; i > 0; i += -2) {
                    PTO2_SCOPE() {
                        for (int64_t j = 0; (((n) > 0 && j < 8) || ((n) < 0 && j > 8)); j += n) {
                            PTO2_SCOPE() {
                                // Task 0: at
                                CoreTaskArgs params_t0;
                                params_t0.add_input(ext_a);
                                params_t0.add_inout(ext_b);
                                params_t0.add_scalar(j);
                                rt_submit_aiv_task(0, params_t0);
                            }
                        }
                    }
                }
            }
            """);
  }

  /**
   * The reference loses the tie between a carry and its loop where the offset of its window in
   * memory, 4 * i * 16 * 4 bytes, can be simplified; the body then names the window itself.
   */
  @Test
  void aWindowAtAComputedOffsetIsCarriedInAVariableThatTheBodyDoesNotRead() {
    assertThat(
            Generated.of(
                    """
                    for i in pl.range(2):
                        part = pl.slice(b, [4, 16], [i * 4, 0])
                        for j in pl.range(3):
                            part = self.row(part, part)
                    """)
                .code())
        .endsWith(
            """
                        ChipTensor part = ext_b.view(part_shapes, part_offsets);
                        ChipTensor part__rv_v2 = part;
                        for (int64_t j = 0; j < 3; j += 1) {
                            PTO2_SCOPE() {
                                // Task 0: row
                                CoreTaskArgs params_t0;
                                params_t0.add_input(part);
                                params_t0.add_inout(part);
                                rt_submit_aiv_task(0, params_t0);
                                part__rv_v2 = part;
                            }
                        }
                    }
                }
            }
            """);
  }

  @Test
  void aTensorThatIsWrittenInPlaceNeedsNoVariable() {
    assertThat(
            Generated.of(
                    """
                    for i in pl.range(4):
                        b = self.at(a, i, b)
                    c = self.copy(b, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     for (int64_t i = 0; i < 4; i += 1) {
             1|         PTO2_SCOPE() {
             2|             // Task 0: at
             2|             CoreTaskArgs params_t0;
             2|             params_t0.add_input(ext_a);
             2|             params_t0.add_inout(ext_b);
             2|             params_t0.add_scalar(i);
             2|             rt_submit_aiv_task(0, params_t0);
             1|         }
             1|     }
             3|
             3|     // Task 1: copy
             3|     CoreTaskArgs params_t1;
             3|     params_t1.add_input(ext_b);
             3|     params_t1.add_output(ext_c);
             3|     rt_submit_aiv_task(1, params_t1);
             -| }
            """);
  }

  @Test
  void aTensorThatIsReplacedIsCarriedInAVariable() {
    assertThat(
            Generated.of(
                    """
                    cur = pl.create_tensor([8, 16], dtype=pl.FP32)
                    for i in pl.range(4):
                        nxt = pl.create_tensor([8, 16], dtype=pl.FP32)
                        nxt = self.copy(cur, nxt)
                        cur = nxt
                    c = self.copy(cur, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t cur_ci_shapes[2] = {8, 16};
             1|     TensorCreateInfo cur_ci(cur_ci_shapes, 2, DataType::FLOAT32);
             1|     TaskOutputTensors alloc_0 = alloc_tensors(cur_ci);
             1|     const ChipTensor& cur = alloc_0.get_ref(0);
             2|     ChipTensor cur__rv_v2 = cur;
             2|     for (int64_t i = 0; i < 4; i += 1) {
             2|         PTO2_SCOPE() {
             3|             uint32_t nxt_ci_shapes[2] = {8, 16};
             3|             TensorCreateInfo nxt_ci(nxt_ci_shapes, 2, DataType::FLOAT32);
             3|             TaskOutputTensors alloc_1 = alloc_tensors(nxt_ci);
             3|             const ChipTensor& nxt = alloc_1.get_ref(0);
             4|
             4|             // Task 0: copy
             4|             CoreTaskArgs params_t0;
             4|             params_t0.add_input(cur__rv_v2);
             4|             params_t0.add_inout(nxt);
             4|             rt_submit_aiv_task(0, params_t0);
             5|             ChipTensor cur__ssa_v3 = nxt;
             2|             cur__rv_v2 = cur__ssa_v3;
             2|         }
             2|     }
             6|
             6|     // Task 1: copy
             6|     CoreTaskArgs params_t1;
             6|     params_t1.add_input(cur__rv_v2);
             6|     params_t1.add_output(ext_c);
             6|     rt_submit_aiv_task(0, params_t1);
             -| }
            """);
  }

  @Test
  void aNumberIsCarriedInAVariable() {
    assertThat(
            Generated.of(
                    """
                    s = 0
                    for i in pl.range(3):
                        b = self.at(a, s, b)
                        s = s + i
                    b = self.at(a, s, b)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             2|     int64_t s__rv_v2 = 0;
             2|     for (int64_t i = 0; i < 3; i += 1) {
             2|         PTO2_SCOPE() {
             3|             // Task 0: at
             3|             CoreTaskArgs params_t0;
             3|             params_t0.add_input(ext_a);
             3|             params_t0.add_inout(ext_b);
             3|             params_t0.add_scalar(s__rv_v2);
             3|             rt_submit_aiv_task(0, params_t0);
             4|             int64_t s = (s__rv_v2 + i);
             2|             s__rv_v2 = s;
             2|         }
             2|     }
             5|
             5|     // Task 1: at
             5|     CoreTaskArgs params_t1;
             5|     params_t1.add_input(ext_a);
             5|     params_t1.add_inout(ext_b);
             5|     params_t1.add_scalar(s__rv_v2);
             5|     rt_submit_aiv_task(0, params_t1);
             -| }
            """);
  }

  @Test
  void theTaskIdsOfAParallelLoopAreAnArrayThatTheOuterLoopCopies() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        prev = None
                        for phase in pl.range(3):
                            for k in pl.parallel(2):
                                b, prev = pl.submit(self.at, a, k, b, deps=[prev])
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
             2|         PTO2TaskId prev = PTO2TaskId::invalid();
             3|         PTO2TaskId prev__rv_v2[2];
             3|         for (int64_t __init_i = 0; __init_i < 2; ++__init_i) prev__rv_v2[__init_i] = prev;
             3|         for (int64_t phase = 0; phase < 3; phase += 1) {
             4|             PTO2TaskId prev__rv_v4[2];
             4|             for (int64_t __init_i = 0; __init_i < 2; ++__init_i) prev__rv_v4[__init_i] = \
            prev__rv_v2[__init_i];
             4|             for (int64_t k = 0; k < 2; k += 1) {
             5|                 // Task 0: at
             5|                 CoreTaskArgs params_t0;
             5|                 params_t0.add_input(ext_a);
             5|                 params_t0.add_inout(ext_b);
             5|                 params_t0.add_scalar(k);
             5|                 PTO2TaskId params_t0_deps[2];
             5|                 uint32_t params_t0_deps_count = 0;
             5|                 if (prev__rv_v2[0].is_valid()) params_t0_deps[params_t0_deps_count++] = \
            prev__rv_v2[0];
             5|                 if (prev__rv_v2[1].is_valid()) params_t0_deps[params_t0_deps_count++] = \
            prev__rv_v2[1];
             5|                 params_t0.set_dependencies(params_t0_deps, params_t0_deps_count);
             5|                 TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             5|                 PTO2TaskId prev__ssa_v5 = task_0_outs.task_id();
             4|                 prev__rv_v4[k] = prev__ssa_v5;
             4|             }
             3|             for (int64_t __yield_i = 0; __yield_i < 2; ++__yield_i) prev__rv_v2[__yield_i] = \
            prev__rv_v4[__yield_i];
             3|         }
             1|     }
             -| }
            """);
  }

  @Test
  void theSlotOfAnIterationIsItsNumber() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        prev = None
                        for k in pl.parallel(4, 12, 4):
                            b, prev = pl.submit(self.at, a, k, b)
                        c, last = pl.submit(self.copy, b, c, deps=[prev])
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
                    PTO2TaskId prev = PTO2TaskId::invalid();
                    PTO2TaskId prev__rv_v2[2];
                    for (int64_t __init_i = 0; __init_i < 2; ++__init_i) prev__rv_v2[__init_i] = prev;
                    for (int64_t k = 4; k < 12; k += 4) {
                        // Task 0: at
                        CoreTaskArgs params_t0;
                        params_t0.add_input(ext_a);
                        params_t0.add_inout(ext_b);
                        params_t0.add_scalar(k);
                        TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
                        PTO2TaskId prev__ssa_v3 = task_0_outs.task_id();
                        prev__rv_v2[((k - 4) / 4)] = prev__ssa_v3;
                    }

                    // Task 1: copy
                    CoreTaskArgs params_t1;
                    params_t1.add_input(ext_b);
                    params_t1.add_output(ext_c);
                    PTO2TaskId params_t1_deps[2];
                    uint32_t params_t1_deps_count = 0;
                    if (prev__rv_v2[0].is_valid()) params_t1_deps[params_t1_deps_count++] = prev__rv_v2[0];
                    if (prev__rv_v2[1].is_valid()) params_t1_deps[params_t1_deps_count++] = prev__rv_v2[1];
                    params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                    TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
                }
            }
            """);
  }
}
