package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntryPointTest {

  @Test
  void theWholeTextOfAFunction() {
    assertThat(
            Generated.of(
                    """
                    c = self.copy(a, c)
                    """)
                .text())
        .isEqualTo(
            """
            #include <stddef.h>
            #include <stdint.h>
            #include <stdio.h>

            #include "pto_orchestration_api.h"

            extern "C" {
            __attribute__((visibility("default")))
            PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
                (void)orch_args;
                return PTO2OrchestrationConfig{
                    .expected_arg_count = 5,
                };
            }

            __attribute__((visibility("default")))
            void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
                // Tensors of the caller
                const ChipTensor& ext_a = orch_args.tensor(0).ref();
                const ChipTensor& ext_b = orch_args.tensor(1).ref();
                const ChipTensor& ext_c = orch_args.tensor(2).ref();
                const ChipTensor& ext_t = orch_args.tensor(3).ref();

                // Scalars of the caller
                int64_t n = from_u64<int64_t>(orch_args.scalar(0));

                PTO2_SCOPE() {
                    // Task 0: copy
                    CoreTaskArgs params_t0;
                    params_t0.add_input(ext_a);
                    params_t0.add_output(ext_c);
                    rt_submit_aiv_task(0, params_t0);
                }
            }

            }  // extern "C"
            """);
  }

  @Test
  void scalarsOfEveryTypeAreUnpackedInOrder() {
    assertThat(
            Generated.withParameters(
                    "f: pl.Scalar[pl.FP32], x: pl.Tensor[[8, 16], pl.FP32], on: pl.Scalar[pl.BOOL],"
                        + " u: pl.Scalar[pl.UINT8], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]], k:"
                        + " pl.Scalar[pl.INT32]",
                    """
                    y = self.scaled(f, x, k, on, y)
                    """)
                .text())
        .isEqualTo(
            """
            #include <stddef.h>
            #include <stdint.h>
            #include <stdio.h>

            #include "pto_orchestration_api.h"

            extern "C" {
            __attribute__((visibility("default")))
            PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
                (void)orch_args;
                return PTO2OrchestrationConfig{
                    .expected_arg_count = 6,
                };
            }

            __attribute__((visibility("default")))
            void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
                // Tensors of the caller
                const ChipTensor& ext_x = orch_args.tensor(0).ref();
                const ChipTensor& ext_y = orch_args.tensor(1).ref();

                // Scalars of the caller
                float f = from_u64<float>(orch_args.scalar(0));
                bool on = from_u64<bool>(orch_args.scalar(1));
                uint8_t u = from_u64<uint8_t>(orch_args.scalar(2));
                int32_t k = from_u64<int32_t>(orch_args.scalar(3));

                PTO2_SCOPE() {
                    // Task 0: scaled
                    CoreTaskArgs params_t0;
                    params_t0.add_input(ext_x);
                    params_t0.add_output(ext_y);
                    params_t0.add_scalar(to_u64(f));
                    params_t0.add_scalar(k);
                    params_t0.add_scalar(on);
                    rt_submit_aiv_task(0, params_t0);
                }
            }

            }  // extern "C"
            """);
  }

  @Test
  void symbolicExtentsAreReadFromTheFirstTensorThatHasThem() {
    assertThat(
            Generated.withParameters(
                    "x: pl.Tensor[[4, M], pl.FP32], y: pl.Out[pl.Tensor[[M, 16], pl.FP32]], "
                        + "z: pl.Out[pl.Tensor[[8, 16], pl.FP32]]",
                    """
                    for i in pl.range(M):
                        z = self.at(z, i, z)
                    """)
                .text())
        .isEqualTo(
            """
            #include <stddef.h>
            #include <stdint.h>
            #include <stdio.h>

            #include "pto_orchestration_api.h"

            extern "C" {
            __attribute__((visibility("default")))
            PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
                (void)orch_args;
                return PTO2OrchestrationConfig{
                    .expected_arg_count = 3,
                };
            }

            __attribute__((visibility("default")))
            void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
                // Tensors of the caller
                const ChipTensor& ext_x = orch_args.tensor(0).ref();
                const ChipTensor& ext_y = orch_args.tensor(1).ref();
                const ChipTensor& ext_z = orch_args.tensor(2).ref();

                // Extents that are known when the code runs
                int64_t M = (int64_t)orch_args.tensor(0).ref().shapes[1];

                PTO2_SCOPE() {
                    for (int64_t i = 0; i < M; i += 1) {
                        PTO2_SCOPE() {
                            // Task 0: at
                            CoreTaskArgs params_t0;
                            params_t0.add_input(ext_z);
                            params_t0.add_inout(ext_z);
                            params_t0.add_scalar(i);
                            rt_submit_aiv_task(0, params_t0);
                        }
                    }
                }
            }

            }  // extern "C"
            """);
  }
}
