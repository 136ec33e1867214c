package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataOpsTest {

  @Test
  void elementsAreReadAndWritten() {
    assertThat(
            Generated.of(
                    """
                    k = pl.read(t, [1, n])
                    pl.write(t, [n, 1], pl.cast(7, pl.INT32))
                    j = pl.cast(k, pl.INDEX)
                    b = self.at(a, j, b)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t indices_k[2] = {1, static_cast<uint32_t>(n)};
             1|     int32_t k = get_tensor_data<int32_t>(ext_t, 2, indices_k);
             2|     {
             2|         uint32_t indices_t[2] = {static_cast<uint32_t>(n), 1};
             2|         set_tensor_data<int32_t>(ext_t, 2, indices_t, static_cast<int32_t>(7));
             2|     }
             3|     int64_t j = static_cast<int64_t>(k);
             4|
             4|     // Task 0: at
             4|     CoreTaskArgs params_t0;
             4|     params_t0.add_input(ext_a);
             4|     params_t0.add_inout(ext_b);
             4|     params_t0.add_scalar(j);
             4|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }

  @Test
  void extentsAreConstantsOrReadWhenTheCodeRuns() {
    assertThat(
            Generated.withParameters(
                    "x: pl.Tensor[[4, M], pl.FP32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]",
                    """
                    rows = pl.tensor.dim(x, 0)
                    cols = pl.tensor.dim(x, 1)
                    for i in pl.range(rows, cols):
                        y = self.at(y, i, y)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     int64_t rows = 4;
             3|     for (int64_t i = rows; i < M; i += 1) {
             3|         PTO2_SCOPE() {
             4|             // Task 0: at
             4|             CoreTaskArgs params_t0;
             4|             params_t0.add_input(ext_y);
             4|             params_t0.add_inout(ext_y);
             4|             params_t0.add_scalar(i);
             4|             rt_submit_aiv_task(0, params_t0);
             3|         }
             3|     }
             -| }
            """);
  }
}
