package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DependenciesTest {

  @Test
  void aSubmitsTaskIdNeedsNoGuard() {
    assertThat(
            Generated.of(
                    """
                    b, t1 = pl.submit(self.add, a, b)
                    c, t2 = pl.submit(self.copy, a, c, deps=[t1])
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     // Task 0: add
             1|     CoreTaskArgs params_t0;
             1|     params_t0.add_input(ext_a);
             1|     params_t0.add_inout(ext_b);
             1|     TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             1|     PTO2TaskId t1 = task_0_outs.task_id();
             2|
             2|     // Task 1: copy
             2|     CoreTaskArgs params_t1;
             2|     params_t1.add_input(ext_a);
             2|     params_t1.add_output(ext_c);
             2|     PTO2TaskId params_t1_deps[1];
             2|     uint32_t params_t1_deps_count = 0;
             2|     params_t1_deps[params_t1_deps_count++] = t1;
             2|     params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             2|     TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
             -| }
            """);
  }

  @Test
  void everySlotOfAnArrayIsGuarded() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        ids = pl.array.create(2, pl.TASK_ID)
                        b, t1 = pl.submit(self.add, a, b)
                        ids[0] = t1
                        b, t2 = pl.submit(self.add, a, b, deps=[t1])
                        ids[1] = t2
                        c, last = pl.submit(self.copy, b, c, deps=[ids])
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
             2|         PTO2TaskId ids[2];
             2|         for (int64_t __init_i = 0; __init_i < 2; ++__init_i) ids[__init_i] = PTO2TaskId::invalid();
             3|
             3|         // Task 0: add
             3|         CoreTaskArgs params_t0;
             3|         params_t0.add_input(ext_a);
             3|         params_t0.add_inout(ext_b);
             3|         TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             3|         PTO2TaskId t1 = task_0_outs.task_id();
             4|         ids[0] = t1;
             5|
             5|         // Task 1: add
             5|         CoreTaskArgs params_t1;
             5|         params_t1.add_input(ext_a);
             5|         params_t1.add_inout(ext_b);
             5|         PTO2TaskId params_t1_deps[1];
             5|         uint32_t params_t1_deps_count = 0;
             5|         params_t1_deps[params_t1_deps_count++] = t1;
             5|         params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             5|         TaskOutputTensors task_1_outs = rt_submit_aiv_task(0, params_t1);
             5|         PTO2TaskId t2 = task_1_outs.task_id();
             6|         ids[1] = t2;
             7|
             7|         // Task 2: copy
             7|         CoreTaskArgs params_t2;
             7|         params_t2.add_input(ext_b);
             7|         params_t2.add_output(ext_c);
             7|         PTO2TaskId params_t2_deps[2];
             7|         uint32_t params_t2_deps_count = 0;
             7|         if (ids[0].is_valid()) params_t2_deps[params_t2_deps_count++] = ids[0];
             7|         if (ids[1].is_valid()) params_t2_deps[params_t2_deps_count++] = ids[1];
             7|         params_t2.set_dependencies(params_t2_deps, params_t2_deps_count);
             7|         TaskOutputTensors task_2_outs = rt_submit_aiv_task(1, params_t2);
             1|     }
             -| }
            """);
  }

  @Test
  void aSlotThatIsReadIsAVariableOfItsOwn() {
    assertThat(
            Generated.of(
                    """
                    ids = pl.array.create(2, pl.TASK_ID)
                    b, t1 = pl.submit(self.add, a, b)
                    ids[0] = t1
                    prev = ids[0]
                    c, last = pl.submit(self.copy, b, c, deps=[prev])
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     PTO2TaskId ids[2];
             1|     for (int64_t __init_i = 0; __init_i < 2; ++__init_i) ids[__init_i] = PTO2TaskId::invalid();
             2|
             2|     // Task 0: add
             2|     CoreTaskArgs params_t0;
             2|     params_t0.add_input(ext_a);
             2|     params_t0.add_inout(ext_b);
             2|     TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             2|     PTO2TaskId t1 = task_0_outs.task_id();
             3|     ids[0] = t1;
             4|     PTO2TaskId prev = ids[0];
             5|
             5|     // Task 1: copy
             5|     CoreTaskArgs params_t1;
             5|     params_t1.add_input(ext_b);
             5|     params_t1.add_output(ext_c);
             5|     PTO2TaskId params_t1_deps[1];
             5|     uint32_t params_t1_deps_count = 0;
             5|     if (prev.is_valid()) params_t1_deps[params_t1_deps_count++] = prev;
             5|     params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             5|     TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
             -| }
            """);
  }

  @Test
  void barriersWrittenByHand() {
    assertThat(
            Generated.of(
                    """
                    b, t1 = pl.submit(self.add, a, b)
                    gate = pl.system.task_dummy(deps=[t1])
                    free = pl.system.task_dummy(deps=[])
                    c, t2 = pl.submit(self.copy, a, c, deps=[gate, free])
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     // Task 0: add
             1|     CoreTaskArgs params_t0;
             1|     params_t0.add_input(ext_a);
             1|     params_t0.add_inout(ext_b);
             1|     TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
             1|     PTO2TaskId t1 = task_0_outs.task_id();
             2|
             2|     // Barrier 0: a task that only waits
             2|     CoreTaskArgs params_phase_fence_barrier_0;
             2|     PTO2TaskId params_phase_fence_barrier_0_deps[1];
             2|     uint32_t params_phase_fence_barrier_0_deps_count = 0;
             2|     params_phase_fence_barrier_0_deps[params_phase_fence_barrier_0_deps_count++] = t1;
             2|     params_phase_fence_barrier_0.set_dependencies(params_phase_fence_barrier_0_deps, \
            params_phase_fence_barrier_0_deps_count);
             2|     PTO2TaskId gate = PTO2TaskId::invalid();
             2|     if (params_phase_fence_barrier_0_deps_count > 0) {
             2|         TaskOutputTensors phase_fence_barrier_0_outs = \
            rt_submit_dummy_task(params_phase_fence_barrier_0);
             2|         gate = phase_fence_barrier_0_outs.task_id();
             2|     }
             3|
             3|     // Barrier 1: a task that only waits
             3|     CoreTaskArgs params_phase_fence_barrier_1;
             3|     TaskOutputTensors phase_fence_barrier_1_outs = rt_submit_dummy_task(params_phase_fence_barrier_1);
             3|     PTO2TaskId free = phase_fence_barrier_1_outs.task_id();
             4|
             4|     // Task 1: copy
             4|     CoreTaskArgs params_t1;
             4|     params_t1.add_input(ext_a);
             4|     params_t1.add_output(ext_c);
             4|     PTO2TaskId params_t1_deps[2];
             4|     uint32_t params_t1_deps_count = 0;
             4|     if (gate.is_valid()) params_t1_deps[params_t1_deps_count++] = gate;
             4|     if (free.is_valid()) params_t1_deps[params_t1_deps_count++] = free;
             4|     params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
             4|     TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
             -| }
            """);
  }

  @Test
  void aTaskIdOfAClosedScopeIsRefused() {
    assertThat(
            Generated.of(
                    """
                    with pl.manual_scope():
                        b, tid = pl.submit(self.add, a, b)
                    c, done = pl.submit(self.copy, a, c, deps=[tid])
                    """)
                .refusal())
        .isEqualTo(
            """
            deps/scope-closed at line 3: This task cannot wait for 'tid': the scope that produced it has closed, so \
            the order between the tasks would be lost. Loop bodies and branches are scopes of their own. Launch this \
            task in the same scope, or collect the TaskIds in a pl.array of pl.TASK_ID and list the array.\
            """);
  }

  @Test
  void anOrderThatIsFoundAndThenLost() {
    assertThat(
            Generated.withPlacedScopesAnalyzed(
                    """
                    with pl.scope():
                        with pl.scope():
                            for i in pl.range(4):
                                b = self.at(a, i, b)
                        c = self.copy(b, c)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/derived-order-lost at line 5: The compiler found that this task must wait for what wrote 'b', \
            made an argument NoDep because of that, and then generates no wait, as the TaskIds were collected in a \
            scope that has closed. The tasks can race. Launch both in one scope, or add deps=.
            """);
  }
}
