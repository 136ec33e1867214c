package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaunchesTest {

  @Test
  void argumentsAreTheTensorsAndThenTheScalars() {
    assertThat(
            Generated.of(
                    """
                    c = self.scaled(0.5, a, -3, True, c)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: scaled
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_output(ext_c);
                params_t0.add_scalar(to_u64(0.500000f));
                params_t0.add_scalar((uint64_t)-3);
                params_t0.add_scalar((uint64_t)1);
                rt_submit_aiv_task(0, params_t0);
            }
            """);
  }

  @Test
  void theFunctionSaysOverHowManyBlocksUnlessTheLaunchDoes() {
    assertThat(
            Generated.of(
                    """
                    c = self.blocks(a, c)
                    c, t1 = pl.spmd_submit(self.blocks, a, c, core_num=2)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: copy, over blocks
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_output(ext_c);
                params_t0.launch_spec.set_block_num(4);
                params_t0.launch_spec.set_require_sync_start(true);
                rt_submit_aiv_task(0, params_t0);

                // Task 1: copy, over blocks
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_a);
                params_t1.add_inout(ext_c);
                params_t1.launch_spec.set_block_num(2);
                TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
            }
            """);
  }

  @Test
  void kernelsAreNumberedByFirstUseAndSubmittedToTheirCore() {
    assertThat(
            Generated.of(
                    """
                    c = self.matmul(a, c)
                    b = self.add(c, b)
                    c = self.matmul(b, c)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: matmul
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_output(ext_c);
                rt_submit_aic_task(0, params_t0);

                // Task 1: add
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_c);
                params_t1.add_inout(ext_b);
                rt_submit_aiv_task(1, params_t1);

                // Task 2: matmul
                CoreTaskArgs params_t2;
                params_t2.add_input(ext_b);
                params_t2.add_inout(ext_c);
                rt_submit_aic_task(0, params_t2);
            }
            """);
  }

  @Test
  void aResultIsTheBufferThatWasPassedForIt() {
    assertThat(
            Generated.of(
                    """
                    first, second = self.both(a, c, b)
                    result = self.add(first, second)
                    last = self.copy(result, first)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     // Task 0: both
             1|     CoreTaskArgs params_t0;
             1|     params_t0.add_input(ext_a);
             1|     params_t0.add_output(ext_c);
             1|     params_t0.add_inout(ext_b);
             1|     rt_submit_aiv_task(0, params_t0);
             2|
             2|     // Task 1: add
             2|     CoreTaskArgs params_t1;
             2|     params_t1.add_input(ext_c);
             2|     params_t1.add_inout(ext_b);
             2|     rt_submit_aiv_task(1, params_t1);
             3|
             3|     // Task 2: copy
             3|     CoreTaskArgs params_t2;
             3|     params_t2.add_input(ext_b);
             3|     params_t2.add_inout(ext_c);
             3|     rt_submit_aiv_task(2, params_t2);
             -| }
            """);
  }

  @Test
  void outputsThatAreLeftOutAreAllocatedByTheRuntime() {
    assertThat(
            Generated.of(
                    """
                    fresh, t1 = pl.submit(self.copy, a)
                    c, t2 = pl.submit(self.copy, fresh, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t params_t0_synth_out_1_shapes[2] = {8, 16};
             1|     TensorCreateInfo params_t0_synth_out_1(params_t0_synth_out_1_shapes, 2, DataType::FLOAT32);
             1|
             1|     // Task 0: copy
             1|     CoreTaskArgs params_t0;
             1|     params_t0.add_input(ext_a);
             1|     params_t0.add_output(params_t0_synth_out_1);
             1|     TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             1|     const ChipTensor& fresh = task_0_outs.get_ref(0);
             2|
             2|     // Task 1: copy
             2|     CoreTaskArgs params_t1;
             2|     params_t1.add_input(fresh);
             2|     params_t1.add_output(ext_c);
             2|     TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
             -| }
            """);
  }

  @Test
  void blocksHintsAndPredicates() {
    assertThat(
            Generated.of(
                    """
                    b, t1 = pl.spmd_submit(self.add, a, b, core_num=n * 2, sync_start=True, allow_early_resolve=True)
                    c, t2 = pl.spmd_submit(self.copy, b, c, core_num=4, deps=[t1], predicate=(3 <= t[1, n]))
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: add
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_inout(ext_b);
                params_t0.launch_spec.set_block_num((n * 2));
                params_t0.launch_spec.set_require_sync_start(true);
                params_t0.set_allow_early_resolve(true);
                TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
                PTO2TaskId t1 = task_0_outs.task_id();

                // Task 1: copy
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_b);
                params_t1.add_output(ext_c);
                PTO2TaskId params_t1_deps[1];
                uint32_t params_t1_deps_count = 0;
                params_t1_deps[params_t1_deps_count++] = t1;
                params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
                params_t1.launch_spec.set_block_num(4);
                CoreTaskPredicate params_t1_pred;
                params_t1_pred.operand.tensor = &ext_t;
                params_t1_pred.operand.ndims = 2;
                params_t1_pred.operand.indices[0] = 1;
                params_t1_pred.operand.indices[1] = n;
                params_t1_pred.op = PredicateOp::GE;
                params_t1_pred.target = 3;
                params_t1.set_predicate(params_t1_pred);
                TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
            }
            """);
  }

  @Test
  void tensorsToDumpAreNamedInTheOrderOfTheArguments() {
    assertThat(
            Generated.of(
                    """
                    (c, b), t1 = pl.submit(self.both, a, c, b, dumps=[b, a])
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: both
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_output(ext_c);
                params_t0.add_inout(ext_b);
                params_t0.dump(ext_a, ext_b);
                TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
            }
            """);
  }

  @Test
  void theHalvesOfAMixedKernelGoTogether() {
    assertThat(
            Generated.of(
                    """
                    c = self.pair(a, c)
                    """)
                .code())
        .isEqualTo(
            """
            PTO2_SCOPE() {
                // Task 0: pair, cube and vector kernel together
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_a);
                params_t0.add_output(ext_c);
                MixedKernels mixed_0 = {0, 1, INVALID_KERNEL_ID};
                rt_submit_task(mixed_0, params_t0);
            }
            """);
  }

  @Test
  void anArgumentThatIsComputedInPlaceMakesTheCompilerFail() {
    assertThat(
            Generated.of(
                    """
                    b = self.at(a, n + 1, b)
                    """)
                .refusal())
        .isEqualTo(
            """
            compiler/internal-error at line 1: This version of the compiler fails here: an argument of 'at' is \
            computed inside the argument list. Bind it to a name first and pass that name.\
            """);
  }
}
