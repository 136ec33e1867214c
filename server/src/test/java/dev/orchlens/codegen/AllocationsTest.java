package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationsTest {

  @Test
  void theBuffersOfABodyAreAllocatedAtItsHeadInOneCall() {
    assertThat(
            Generated.of(
                    """
                    b = self.add(a, b)
                    d = pl.create_tensor([8, 16], dtype=pl.FP32)
                    d = self.copy(b, d)
                    e = pl.create_tensor([8, 16], dtype=pl.FP16, init_value=0)
                    c = self.copy(d, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             2|     uint32_t d_ci_shapes[2] = {8, 16};
             2|     TensorCreateInfo d_ci(d_ci_shapes, 2, DataType::FLOAT32);
             4|     uint32_t e_ci_shapes[2] = {8, 16};
             4|     TensorCreateInfo e_ci(e_ci_shapes, 2, DataType::FLOAT16);
             4|     e_ci.set_initial_value(0);
             2|     TaskOutputTensors alloc_0 = alloc_tensors(d_ci, e_ci);
             2|     const ChipTensor& d = alloc_0.get_ref(0);
             4|     const ChipTensor& e = alloc_0.get_ref(1);
             1|
             1|     // Task 0: add
             1|     CoreTaskArgs params_t0;
             1|     params_t0.add_input(ext_a);
             1|     params_t0.add_inout(ext_b);
             1|     rt_submit_aiv_task(0, params_t0);
             3|
             3|     // Task 1: copy
             3|     CoreTaskArgs params_t1;
             3|     params_t1.add_input(ext_b);
             3|     params_t1.add_output(d);
             3|     rt_submit_aiv_task(1, params_t1);
             5|
             5|     // Task 2: copy
             5|     CoreTaskArgs params_t2;
             5|     params_t2.add_input(d);
             5|     params_t2.add_output(ext_c);
             5|     rt_submit_aiv_task(1, params_t2);
             -| }
            """);
  }

  @Test
  void aBufferWhoseExtentIsComputedStaysInItsPlace() {
    assertThat(
            Generated.of(
                    """
                    rows = n * 2
                    d = pl.create_tensor([rows, 16], dtype=pl.INT32, init_value=-1)
                    e = pl.create_tensor([n, 16], dtype=pl.FP32, init_value=0.1)
                    c = self.copy(a, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             3|     uint32_t e_ci_shapes[2] = {static_cast<uint32_t>(n), 16};
             3|     TensorCreateInfo e_ci(e_ci_shapes, 2, DataType::FLOAT32);
             3|     e_ci.set_initial_value(static_cast<float>(0.10000000000000001));
             3|     TaskOutputTensors alloc_0 = alloc_tensors(e_ci);
             3|     const ChipTensor& e = alloc_0.get_ref(0);
             1|     int64_t rows = (n * 2);
             2|     uint32_t d_ci_shapes[2] = {static_cast<uint32_t>(rows), 16};
             2|     TensorCreateInfo d_ci(d_ci_shapes, 2, DataType::INT32);
             2|     d_ci.set_initial_value(static_cast<int32_t>(-1));
             2|     TaskOutputTensors alloc_1 = alloc_tensors(d_ci);
             2|     const ChipTensor& d = alloc_1.get_ref(0);
             4|
             4|     // Task 0: copy
             4|     CoreTaskArgs params_t0;
             4|     params_t0.add_input(ext_a);
             4|     params_t0.add_output(ext_c);
             4|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }

  @Test
  void aLoopAllocatesItsBuffersInEveryIteration() {
    assertThat(
            Generated.of(
                    """
                    for i in pl.range(4):
                        d = pl.create_tensor([8, 16], dtype=pl.FP32)
                        d = self.copy(a, d)
                        b = self.add(d, b)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     for (int64_t i = 0; i < 4; i += 1) {
             1|         PTO2_SCOPE() {
             2|             uint32_t d_ci_shapes[2] = {8, 16};
             2|             TensorCreateInfo d_ci(d_ci_shapes, 2, DataType::FLOAT32);
             2|             TaskOutputTensors alloc_0 = alloc_tensors(d_ci);
             2|             const ChipTensor& d = alloc_0.get_ref(0);
             3|
             3|             // Task 0: copy
             3|             CoreTaskArgs params_t0;
             3|             params_t0.add_input(ext_a);
             3|             params_t0.add_inout(d);
             3|             rt_submit_aiv_task(0, params_t0);
             4|
             4|             // Task 1: add
             4|             CoreTaskArgs params_t1;
             4|             params_t1.add_input(d);
             4|             params_t1.add_inout(ext_b);
             4|             rt_submit_aiv_task(1, params_t1);
             1|         }
             1|     }
             -| }
            """);
  }

  @Test
  void theBuffersOfAManualScopeMoveInFrontOfIt() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        d = pl.create_tensor([8, 16], dtype=pl.FP32)
                        d, t1 = pl.submit(self.copy, a, d)
                        b, t2 = pl.submit(self.add, d, b, deps=[t1])
                    c = self.copy(d, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             2|     uint32_t d_ci_shapes[2] = {8, 16};
             2|     TensorCreateInfo d_ci(d_ci_shapes, 2, DataType::FLOAT32);
             2|     TaskOutputTensors alloc_0 = alloc_tensors(d_ci);
             2|     const ChipTensor& d = alloc_0.get_ref(0);
             1|     PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
             3|         // Task 0: copy
             3|         CoreTaskArgs params_t0;
             3|         params_t0.add_input(ext_a);
             3|         params_t0.add_output(d);
             3|         TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             3|         PTO2TaskId t1 = task_0_outs.task_id();
             4|
             4|         // Task 1: add
             4|         CoreTaskArgs params_t1;
             4|         params_t1.add_input(d);
             4|         params_t1.add_inout(ext_b);
             4|         PTO2TaskId params_t1_deps[1];
             4|         uint32_t params_t1_deps_count = 0;
             4|         params_t1_deps[params_t1_deps_count++] = t1;
             4|         params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             4|         TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
             1|     }
             5|
             5|     // Task 2: copy
             5|     CoreTaskArgs params_t2;
             5|     params_t2.add_input(d);
             5|     params_t2.add_output(ext_c);
             5|     rt_submit_aiv_task(0, params_t2);
             -| }
            """);
  }

  @Test
  void aSmallFloatCanOnlyBeFilledWithZero() {
    assertThat(
            Generated.of(
                    """
                    d = pl.create_tensor([8, 16], dtype=pl.BF16, init_value=1)
                    c = self.copy(a, c)
                    """)
                .refusal())
        .isEqualTo(
            """
            codegen/init-value at line 1: A buffer of BF16 can only be filled with 0, not with 1.0: the \
            orchestration code has no such number type. Use init_value=0, or a dtype of 32 bits.\
            """);
  }
}
