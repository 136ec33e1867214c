package dev.orchlens.pass.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckWindowBuffersTest {
  private static Program checked(String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl
            import pypto.language.distributed as pld


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, x: pl.InOut[pld.DistributedTensor[[16], pl.FP32]]):
                    return x

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    buf = pld.alloc_window_buffer(64)
            """
                + (body + "return 0\n").indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new CheckWindowBuffers());
  }

  private static void rejects(String body, String message) {
    assertThatThrownBy(() -> checked(body)).isInstanceOf(Rejection.class).hasMessage(message);
  }

  @Test
  void aLaunchOnADeviceTakesAWindow() {
    assertThat(
            checked(
                """
                if pld.world_size() > 1:
                    data = pld.window(buf, [16], dtype=pl.FP32)
                    self.chip(data, device=0)
                """))
        .isNotNull();
  }

  @Test
  void aBufferHasAWindow() {
    rejects(
        "",
        "'buf' is allocated, but no window of it is made. Make one with pld.window(buf, ...), or"
            + " leave the allocation out.");
  }

  @Test
  void aWindowIsTakenByALaunchOnADevice() {
    String message =
        "No launch takes a window of 'buf', so it is not known which devices share it. Pass a"
            + " window to a launch with device=..., or leave the allocation out.";
    rejects("data = pld.window(buf, [16], dtype=pl.FP32)\n", message);
    rejects("data = pld.window(buf, [16], dtype=pl.FP32)\nself.chip(data)\n", message);
  }
}
