package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceMapTest {

  @Test
  void anExpandedFunctionKeepsItsLinesAndKnowsItsCaller() {
    assertThat(
            Generated.of(
                """
                b = self.twice(a, b)
                c = self.copy(b, c)
                """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1>     // Task 0: add
             1>     CoreTaskArgs params_t0;
             1>     params_t0.add_input(ext_a);
             1>     params_t0.add_inout(ext_b);
             1>     rt_submit_aiv_task(0, params_t0);
             1>
             1>     // Task 1: add
             1>     CoreTaskArgs params_t1;
             1>     params_t1.add_input(ext_a);
             1>     params_t1.add_inout(ext_b);
             1>     rt_submit_aiv_task(0, params_t1);
             2|
             2|     // Task 2: copy
             2|     CoreTaskArgs params_t2;
             2|     params_t2.add_input(ext_b);
             2|     params_t2.add_output(ext_c);
             2|     rt_submit_aiv_task(1, params_t2);
             -| }
            """);
  }
}
