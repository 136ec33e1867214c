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

  @Test
  void anArgumentKnowsItsOwnLine() {
    assertThat(
            Generated.of(
                    """
                    c = self.scaled(
                        0.5,
                        a,
                        -3, True,
                        c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     // Task 0: scaled
             1|     CoreTaskArgs params_t0;
             3|     params_t0.add_input(ext_a);
             5|     params_t0.add_output(ext_c);
             2|     params_t0.add_scalar(to_u64(0.500000f));
             4|     params_t0.add_scalar((uint64_t)-3);
             4|     params_t0.add_scalar((uint64_t)1);
             1|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }
}
