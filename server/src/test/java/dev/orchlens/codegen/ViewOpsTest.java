package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ViewOpsTest {

  @Test
  void aWindowIsClampedToItsSource() {
    assertThat(
            Generated.of(
                    """
                    w = pl.slice(a, [4, 16], [n, 0])
                    v = pl.slice(c, [4, 16], [4, 0])
                    v = self.row(w, v)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t w_offsets[2] = {static_cast<uint32_t>(n), 0};
             1|     uint32_t w_shapes[2] = {(w_offsets[0] >= ext_a.shapes[0] ? 0u : std::min<uint32_t>(4, \
            ext_a.shapes[0] - w_offsets[0])), (w_offsets[1] >= ext_a.shapes[1] ? 0u : std::min<uint32_t>(16, \
            ext_a.shapes[1] - w_offsets[1]))};
             1|     ChipTensor w = ext_a.view(w_shapes, w_offsets);
             2|     uint32_t v_offsets[2] = {4, 0};
             2|     uint32_t v_shapes[2] = {(v_offsets[0] >= ext_c.shapes[0] ? 0u : std::min<uint32_t>(4, \
            ext_c.shapes[0] - v_offsets[0])), (v_offsets[1] >= ext_c.shapes[1] ? 0u : std::min<uint32_t>(16, \
            ext_c.shapes[1] - v_offsets[1]))};
             2|     ChipTensor v = ext_c.view(v_shapes, v_offsets);
             3|
             3|     // Task 0: row
             3|     CoreTaskArgs params_t0;
             3|     params_t0.add_input(w);
             3|     params_t0.add_output(v);
             3|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }

  @Test
  void aNumberAsSubscriptRemovesItsAxis() {
    assertThat(
            Generated.of(
                    """
                    r = a[n, 0:16]
                    c = self.copy(a, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t r_offsets[2] = {static_cast<uint32_t>(n), 0};
             1|     uint32_t r_shapes[2] = {(r_offsets[0] >= ext_a.shapes[0] ? 0u : std::min<uint32_t>(1, \
            ext_a.shapes[0] - r_offsets[0])), (r_offsets[1] >= ext_a.shapes[1] ? 0u : std::min<uint32_t>(16, \
            ext_a.shapes[1] - r_offsets[1]))};
             1|     ChipTensor r_view = ext_a.view(r_shapes, r_offsets);
             1|     bool r_empty = r_view.numel() == 0;
             1|     ChipTensor r = r_view;
             1|     r.ndims = 1;
             1|     r.shapes[0] = r_view.shapes[1];
             1|     r.strides[0] = r_view.strides[1];
             1|     if (r_empty) r.shapes[0] = 0;
             1|     uint64_t r_expected_stride = 1;
             1|     bool r_contiguous = true;
             1|     for (int32_t i = static_cast<int32_t>(r.ndims) - 1; i >= 0; --i) {
             1|         r_contiguous = r_contiguous && (r.strides[i] == r_expected_stride);
             1|         r_expected_stride *= r.shapes[i];
             1|     }
             1|     r.is_contiguous = r_empty || r_contiguous;
             2|
             2|     // Task 0: copy
             2|     CoreTaskArgs params_t0;
             2|     params_t0.add_input(ext_a);
             2|     params_t0.add_output(ext_c);
             2|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }

  @Test
  void reshapedAndTransposed() {
    assertThat(
            Generated.of(
                    """
                    m = pl.reshape(a, [16, 8])
                    x = pl.transpose(m, 0, 1)
                    c = self.copy(x, c)
                    """)
                .codeWithSources())
        .isEqualTo(
            """
             -| PTO2_SCOPE() {
             1|     uint32_t m_shapes[2] = {16, 8};
             1|     ChipTensor m = ext_a.reshape(m_shapes, 2);
             2|     ChipTensor x = m.transpose(0, 1);
             3|
             3|     // Task 0: copy
             3|     CoreTaskArgs params_t0;
             3|     params_t0.add_input(x);
             3|     params_t0.add_output(ext_c);
             3|     rt_submit_aiv_task(0, params_t0);
             -| }
            """);
  }
}
