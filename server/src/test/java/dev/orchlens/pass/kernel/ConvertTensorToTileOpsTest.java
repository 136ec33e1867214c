package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.rule.Code;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConvertTensorToTileOpsTest {
  private static Program program(String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def square(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                    y = pl.mul(x, x)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
            """
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr());
  }

  @Test
  void aCallThatNamesItsResultGetsABufferForIt() {
    Program program =
        PassText.run(program("y = self.square(x)\nreturn y"), new ConvertTensorToTileOps());
    assertThat(PassText.bodyOf(program, "run").replaceAll("(?m): pl\\..*? = ", " = "))
        .isEqualTo(
            """
            ret0__out = pl.tensor.create([64], dtype=pl.FP32)
            y__ssa_v0 = self.square(x__ssa_v0, ret0__out)
            return y__ssa_v0
            """);
  }

  @Test
  void aCallThatDropsItsResultIsRejected() {
    Program program = program("self.square(x)\nreturn x");
    Rejection rejection =
        catchThrowableOfType(
            Rejection.class, () -> PassText.run(program, new ConvertTensorToTileOps()));
    assertThat(rejection.problem().code()).isEqualTo(Code.CALL_COMPUTED_RESULT_DROPPED);
  }

  /** Returns the direction of each parameter of a kernel and of the function that launches it. */
  private static String directions(String statement) {
    Program program =
        PassText.run(
            PassText.lower(
                """
                import pypto.language as pl
                import pypto.language.distributed as pld


                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def touch(
                        self,
                        w: pld.DistributedTensor[[1, 64], pl.INT32],
                        s: pld.DistributedTensor[[1, 64], pl.INT32],
                        peer: pl.Scalar[pl.INT32],
                    ):
                        t = pl.load(w, [0, 0], [1, 64])
                        STATEMENT

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(
                        self,
                        w: pld.DistributedTensor[[1, 64], pl.INT32],
                        s: pld.DistributedTensor[[1, 64], pl.INT32],
                        peer: pl.Scalar[pl.INT32],
                    ):
                        self.touch(w, s, peer)
                """
                    .replace("STATEMENT", statement)),
            new ConvertToSSA(),
            new FlattenCallExpr(),
            new ConvertTensorToTileOps());
    return directions(program, "touch") + directions(program, "run");
  }

  private static String directions(Program program, String function) {
    return program.function(function).orElseThrow().params().stream()
        .map(p -> p.var().sourceName() + " " + p.direction().label())
        .collect(Collectors.joining(", ", function + ": ", "\n"));
  }

  @Test
  void aNotificationThatSetsTheSignalDoesNotReadIt() {
    assertThat(
            directions(
                "pld.system.notify(s, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)"))
        .isEqualTo(
            """
            touch: w In, s Out, peer In
            run: w In, s Out, peer In
            """);
  }

  @Test
  void aNotificationThatAddsToTheSignalReadsIt() {
    assertThat(
            directions(
                "pld.system.notify(s, peer=peer, offsets=[0, 0], value=1,"
                    + " op=pld.NotifyOp.AtomicAdd)"))
        .isEqualTo(
            """
            touch: w In, s InOut, peer In
            run: w In, s InOut, peer In
            """);
  }

  @Test
  void aStoreThatAddsCountsAsAWrite() {
    assertThat(directions("pl.store(t, [0, 0], s, atomic=pl.AtomicType.Add)"))
        .isEqualTo(
            """
            touch: w In, s Out, peer In
            run: w In, s Out, peer In
            """);
    assertThat(directions("pl.store(t, [0, 0], w, atomic=pl.AtomicType.Add)"))
        .contains("touch: w InOut, s In");
  }

  @Test
  void aRemoteStoreThatAddsCountsAsAWrite() {
    assertThat(
            directions(
                "pld.tile.remote_store(t, target=s, peer=peer, offsets=[0, 0],"
                    + " atomic=pl.AtomicType.Add)"))
        .isEqualTo(
            """
            touch: w In, s Out, peer In
            run: w In, s Out, peer In
            """);
  }

  @Test
  void theTargetOfACollectiveIsReadAndWritten() {
    assertThat(directions("w = pld.tensor.barrier(w)")).contains("touch: w InOut, s In");
  }
}
