package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopCompressionTest {

  @Test
  void oneBarrierStandsForTheProducersOfALoop() {
    assertThat(
            Generated.analyzed(
                    """
                    x = pl.create_tensor([8, 16], dtype=pl.FP32)
                    for i in pl.parallel(3):
                        x = self.at(a, i, x)
                    for i in pl.range(2):
                        b = self.add(x, b)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             1| uint32_t x_ci_shapes[2] = {8, 16};
             1| TensorCreateInfo x_ci(x_ci_shapes, 2, DataType::FLOAT32);
             1| TaskOutputTensors alloc_0 = alloc_tensors(x_ci);
             1| const ChipTensor& x = alloc_0.get_ref(0);
             -| PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
             2|     PTO2TaskId x__rv_v2[3];
             2|     for (int64_t __init_i = 0; __init_i < 3; ++__init_i) x__rv_v2[__init_i] = PTO2TaskId::invalid();
             2|     for (int64_t i = 0; i < 3; i += 1) {
             3|         // Task 0: at
             3|         CoreTaskArgs params_t0;
             3|         params_t0.add_input(ext_a);
             3|         params_t0.add_inout(x);
             3|         params_t0.add_scalar(i);
             3|         TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             3|         PTO2TaskId x_tid = task_0_outs.task_id();
             3|         PTO2TaskId x_tid_1 = task_0_outs.task_id();
             2|         x__rv_v2[i] = x_tid;
             2|     }
             4|
             4|     // Barrier 0: the 2 launches of the loop below wait for it instead of 3 tasks each
             4|     CoreTaskArgs params_phase_fence_barrier_0;
             4|     PTO2TaskId params_phase_fence_barrier_0_deps[3];
             4|     uint32_t params_phase_fence_barrier_0_deps_count = 0;
             4|     if (x__rv_v2[0].is_valid()) \
            params_phase_fence_barrier_0_deps[params_phase_fence_barrier_0_deps_count++] = x__rv_v2[0];
             4|     if (x__rv_v2[1].is_valid()) \
            params_phase_fence_barrier_0_deps[params_phase_fence_barrier_0_deps_count++] = x__rv_v2[1];
             4|     if (x__rv_v2[2].is_valid()) \
            params_phase_fence_barrier_0_deps[params_phase_fence_barrier_0_deps_count++] = x__rv_v2[2];
             4|     params_phase_fence_barrier_0.set_dependencies(params_phase_fence_barrier_0_deps, \
            params_phase_fence_barrier_0_deps_count);
             4|     PTO2TaskId phase_fence_barrier_0_tid = PTO2TaskId::invalid();
             4|     if (params_phase_fence_barrier_0_deps_count > 0) {
             4|         TaskOutputTensors phase_fence_barrier_0_outs = \
            rt_submit_dummy_task(params_phase_fence_barrier_0);
             4|         phase_fence_barrier_0_tid = phase_fence_barrier_0_outs.task_id();
             4|     }
             4|     for (int64_t i = 0; i < 2; i += 1) {
             5|         // Task 1: add
             5|         CoreTaskArgs params_t1;
             5|         params_t1.add_no_dep(x);
             5|         params_t1.add_inout(ext_b);
             5|         PTO2TaskId params_t1_deps[1];
             5|         uint32_t params_t1_deps_count = 0;
             5|         if (phase_fence_barrier_0_tid.is_valid()) params_t1_deps[params_t1_deps_count++] = \
            phase_fence_barrier_0_tid;
             5|         params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             5|         rt_submit_aiv_task(1, params_t1);
             4|     }
             -| }
            """);
  }

  @Test
  void aTaskOutsideOfLoopsListsAllProducers() {
    assertThat(
            Generated.analyzed(
                    """
                    x = pl.create_tensor([8, 16], dtype=pl.FP32)
                    for i in pl.parallel(2):
                        x = self.at(a, i, x)
                    c = self.copy(x, c)
                    """)
                .code())
        .isEqualTo(
            """
            uint32_t x_ci_shapes[2] = {8, 16};
            TensorCreateInfo x_ci(x_ci_shapes, 2, DataType::FLOAT32);
            TaskOutputTensors alloc_0 = alloc_tensors(x_ci);
            const ChipTensor& x = alloc_0.get_ref(0);
            PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
                PTO2TaskId x__rv_v2[2];
                for (int64_t __init_i = 0; __init_i < 2; ++__init_i) x__rv_v2[__init_i] = PTO2TaskId::invalid();
                for (int64_t i = 0; i < 2; i += 1) {
                    // Task 0: at
                    CoreTaskArgs params_t0;
                    params_t0.add_input(ext_a);
                    params_t0.add_inout(x);
                    params_t0.add_scalar(i);
                    TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
                    PTO2TaskId x_tid = task_0_outs.task_id();
                    PTO2TaskId x_tid_1 = task_0_outs.task_id();
                    x__rv_v2[i] = x_tid;
                }

                // Task 1: copy
                CoreTaskArgs params_t1;
                params_t1.add_no_dep(x);
                params_t1.add_output(ext_c);
                PTO2TaskId params_t1_deps[2];
                uint32_t params_t1_deps_count = 0;
                if (x__rv_v2[0].is_valid()) params_t1_deps[params_t1_deps_count++] = x__rv_v2[0];
                if (x__rv_v2[1].is_valid()) params_t1_deps[params_t1_deps_count++] = x__rv_v2[1];
                params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                rt_submit_aiv_task(1, params_t1);
            }
            """);
  }

  @Test
  void aLoopOfUnknownLengthCollectsItsTaskIdsInAVector() {
    assertThat(
            Generated.analyzed(
                    """
                    x = pl.create_tensor([8, 16], dtype=pl.FP32)
                    for i in pl.parallel(n):
                        x = self.at(a, i, x)
                    c = self.copy(x, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             1| uint32_t x_ci_shapes[2] = {8, 16};
             1| TensorCreateInfo x_ci(x_ci_shapes, 2, DataType::FLOAT32);
             1| TaskOutputTensors alloc_0 = alloc_tensors(x_ci);
             1| const ChipTensor& x = alloc_0.get_ref(0);
             2| ChipTensor x__rv_v2 = x;
             -| PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
             2|     const int64_t dynamic_compiler_dep_tids_capacity_start = 0;
             2|     const int64_t dynamic_compiler_dep_tids_capacity_stop = n;
             2|     const int64_t dynamic_compiler_dep_tids_capacity_step = 1;
             2|     const int64_t dynamic_compiler_dep_tids_capacity = ((dynamic_compiler_dep_tids_capacity_step > 0 \
            && dynamic_compiler_dep_tids_capacity_start < dynamic_compiler_dep_tids_capacity_stop) ? \
            ((dynamic_compiler_dep_tids_capacity_stop - dynamic_compiler_dep_tids_capacity_start + \
            dynamic_compiler_dep_tids_capacity_step - 1) / dynamic_compiler_dep_tids_capacity_step) : \
            (dynamic_compiler_dep_tids_capacity_step < 0 && dynamic_compiler_dep_tids_capacity_start > \
            dynamic_compiler_dep_tids_capacity_stop) ? ((dynamic_compiler_dep_tids_capacity_start - \
            dynamic_compiler_dep_tids_capacity_stop + (-dynamic_compiler_dep_tids_capacity_step) - 1) / \
            (-dynamic_compiler_dep_tids_capacity_step)) : 0) * 1;
             2|     #if SIMPLER_ORCH_PROFILING
             2|     uint64_t dynamic_compiler_dep_tids_profile_start = rt_orch_profile_now();
             2|     #endif
             2|     std::vector<PTO2TaskId> \
            dynamic_compiler_dep_tids(static_cast<size_t>(dynamic_compiler_dep_tids_capacity));
             2|     uint32_t dynamic_compiler_dep_tids_count = 0;
             2|     #if SIMPLER_ORCH_PROFILING
             2|     rt_orch_profile_add_dynamic_dep_vector(rt_orch_profile_now() - \
            dynamic_compiler_dep_tids_profile_start, 0);
             2|     #endif
             2|     for (int64_t i = 0; i < n; i += 1) {
             3|         // Task 0: at
             3|         CoreTaskArgs params_t0;
             3|         params_t0.add_input(ext_a);
             3|         params_t0.add_inout(x__rv_v2);
             3|         params_t0.add_scalar(i);
             3|         TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             3|         PTO2TaskId x_tid = task_0_outs.task_id();
             3|         PTO2TaskId x_tid_1 = task_0_outs.task_id();
             2|         #if SIMPLER_ORCH_PROFILING
             2|         uint64_t dynamic_compiler_dep_tids_write_profile_start = rt_orch_profile_now();
             2|         #endif
             2|         dynamic_compiler_dep_tids[dynamic_compiler_dep_tids_count++] = x_tid;
             2|         #if SIMPLER_ORCH_PROFILING
             2|         rt_orch_profile_add_dynamic_dep_vector(rt_orch_profile_now() - \
            dynamic_compiler_dep_tids_write_profile_start, 1);
             2|         #endif
             2|     }
             2|
             2|     // Barrier 0: all tasks of the loop above
             2|     CoreTaskArgs params_phase_fence_barrier_0;
             2|     PTO2TaskId phase_fence_barrier_0_tid = PTO2TaskId::invalid();
             2|     if (dynamic_compiler_dep_tids_count > 0) {
             2|         params_phase_fence_barrier_0.set_dependencies(dynamic_compiler_dep_tids.data(), \
            dynamic_compiler_dep_tids_count);
             2|         TaskOutputTensors phase_fence_barrier_0_outs = \
            rt_submit_dummy_task(params_phase_fence_barrier_0);
             2|         phase_fence_barrier_0_tid = phase_fence_barrier_0_outs.task_id();
             2|     }
             4|
             4|     // Task 1: copy
             4|     CoreTaskArgs params_t1;
             4|     params_t1.add_no_dep(x__rv_v2);
             4|     params_t1.add_output(ext_c);
             4|     PTO2TaskId params_t1_deps[1];
             4|     uint32_t params_t1_deps_count = 0;
             4|     if (phase_fence_barrier_0_tid.is_valid()) params_t1_deps[params_t1_deps_count++] = \
            phase_fence_barrier_0_tid;
             4|     params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             4|     rt_submit_aiv_task(1, params_t1);
             -| }
            """);
  }

  @Test
  void theFiguresOfAResidualBlock() {
    assertThat(
            Generated.analyzed(
                    """
                    y = pl.create_tensor([8, 16], dtype=pl.FP32)
                    x = pl.create_tensor([8, 16], dtype=pl.FP32)
                    for i in pl.parallel(136):
                        y = self.at(a, i, y)
                    for i in pl.parallel(80):
                        x = self.at(a, i, x)
                    for i in pl.range(40):
                        acc = pl.create_tensor([8, 16], dtype=pl.FP32)
                        acc, down = pl.submit(self.copy, y, acc)
                        b, done = pl.submit(self.at, x, i, b, deps=[down])
                    """)
                .loops())
        .isEqualTo(
            """
            loop at line 7, 40 trips: 8680 -> 336
              y: 136 producers, 40 consumers: 5440 -> 176
              x: 80 producers, 40 consumers: 3200 -> 120
            arrays of tasks [1, 2], of barriers [136, 80]
            """);
  }
}
