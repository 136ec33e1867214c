package dev.orchlens.pass.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckCollectivesTest {
  private static Program checked(String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl
            import pypto.language.distributed as pld


            @pl.program
            class P:
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, plain: pl.Tensor[[4, 64], pl.FP32]):
                    data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
                    more_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
                    sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
                    again = pld.window(data_buf, [4, 64], dtype=pl.FP32)
                    more = pld.window(more_buf, [4, 64], dtype=pl.FP32)
                    sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
            """
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new CheckCollectives());
  }

  private static void rejects(String body, String message) {
    assertThatThrownBy(() -> checked(body)).isInstanceOf(Rejection.class).hasMessage(message);
  }

  @Test
  void windowsOfDifferentBuffersAreAccepted() {
    assertThat(
            checked(
                """
                data = pld.tensor.allreduce(data)
                for i in pl.range(3):
                    data = pld.tensor.allreduce(data, sig)
                more = pld.tensor.all_to_all(data, more, sig)
                """))
        .isNotNull();
  }

  @Test
  void theWindowsOfACollectiveDoNotShareABuffer() {
    rejects(
        "data = pld.tensor.all_to_all(again, data, sig)",
        "'input' and 'target' of pld.tensor.all_to_all are windows of one buffer, 'data_buf'."
            + " Allocate one for each.");
    rejects(
        "got = pld.tensor.all_to_all(data, more, sig)\n"
            + "last = pld.tensor.all_to_all(got, more, sig)",
        "'input' and 'target' of pld.tensor.all_to_all are windows of one buffer, 'more_buf'."
            + " Allocate one for each.");
  }

  @Test
  void aTensorOfTheCallerIsNoWindow() {
    rejects(
        "data = pld.tensor.all_to_all(plain, data, sig)",
        "A collective of a host orchestrator works on windows of its own buffers, but 'plain' is"
            + " none: make it with pld.window(buf, ...), where buf ="
            + " pld.alloc_window_buffer(...).");
  }

  @Test
  void theCompilerMakesASignalOutsideOfLoopsOnly() {
    rejects(
        "for i in pl.range(3):\n    data = pld.tensor.allreduce(data)",
        "pld.tensor.allreduce in a loop of a host orchestrator needs a signal: the compiler would"
            + " have to allocate one in each iteration. Pass a window of INT32; it can be used"
            + " again and again.");
  }

  @Test
  void coresAndModes() {
    rejects(
        "data = pld.tensor.allreduce(data, sig, core_num=2)",
        "pld.tensor.allreduce on 2 cores needs a signal with a column for each: [ranks, 2].");
    rejects(
        "data = pld.tensor.allreduce(data, sig, mode='ring', core_num=2)",
        "pld.tensor.allreduce with mode=\"ring\" runs on one core, so it takes no other"
            + " 'core_num'.");
    rejects(
        "data = pld.tensor.allreduce(data, sig, mode='star')",
        "pld.tensor.allreduce has the modes \"ring\" and \"mesh\", not \"star\".");
    rejects(
        "data = pld.tensor.allreduce(data, core_num=100)",
        "pld.tensor.allreduce runs on at most 72 vector cores, but 'core_num' is 100.");
  }

  private static void rejectsInKernel(String call, String message) {
    assertThatThrownBy(
            () ->
                PassText.run(
                    PassText.lower(
                        """
                        import pypto.language as pl
                        import pypto.language.distributed as pld


                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def kernel(
                                self,
                                data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
                                sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                                wide: pl.InOut[pld.DistributedTensor[[4, 2], pl.INT32]],
                                flags: pl.InOut[pld.DistributedTensor[[4], pl.INT32]],
                            ):
                                data = %s
                        """
                            .formatted(call)),
                    new ConvertToSSA(),
                    new FlattenCallExpr(),
                    new CheckCollectives()))
        .isInstanceOf(Rejection.class)
        .hasMessage(message);
  }

  @Test
  void aKernelBringsTheSignalAndRunsOnItsOwnCore() {
    rejectsInKernel(
        "pld.tensor.allreduce(data)",
        "pld.tensor.allreduce outside of a host orchestrator needs a signal. Pass a window of"
            + " INT32, [ranks, 1].");
    rejectsInKernel(
        "pld.tensor.allreduce(data, sig, core_num=4)",
        "pld.tensor.allreduce takes 'core_num=' in a host orchestrator only. Launch the kernel over"
            + " blocks instead.");
    rejectsInKernel(
        "pld.tensor.allreduce(data, wide)",
        "pld.tensor.allreduce counts in a signal of one column in a kernel, but this one has"
            + " another shape. Give it a signal of its own, [ranks, 1].");
    rejectsInKernel(
        "pld.tensor.broadcast(data, flags, root=0)",
        "pld.tensor.broadcast counts in a signal of one column in a kernel, but this one has"
            + " another shape. Give it a signal of its own, [ranks, 1].");
  }
}
