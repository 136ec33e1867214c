package dev.orchlens.pass.outline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckDeferredWaitsTest {
  private static final String WAIT =
      "pld.system.defer_wait(signal, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n";

  private static Program checked(String type, String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl
            import pypto.language.distributed as pld


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.%s)
                def run(
                    self,
                    signal: pl.InOut[pld.DistributedTensor[[64, 1], pl.INT32]],
                    wanted: pl.Tensor[[64], pl.INT32],
                    n: pl.Scalar[pl.INDEX],
                ):
            """
                    .formatted(type)
                + body.indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new CheckDeferredWaits());
  }

  private static Program region(String body) {
    return checked(
        "Orchestration", "with pl.at(level=pl.Level.CORE_GROUP) as done:\n" + body.indent(4));
  }

  private static void rejects(String body, String message) {
    assertThatThrownBy(() -> region(body)).isInstanceOf(Rejection.class).hasMessage(message);
  }

  @Test
  void aRegionMayCountAndReadBeforeItWaits() {
    assertThat(
            region(
                """
                expected = pl.read(wanted, [0])
                for peer in pl.range(64):
                    if peer > 0:
                        pld.system.defer_wait(signal, [peer, 0], expected, cmp=pld.WaitCmp.Ge)
                """))
        .isNotNull();
  }

  @Test
  void nothingElseFollowsAWait() {
    rejects(
        WAIT + "expected = pl.read(wanted, [0])\n" + WAIT.replace("1,", "expected,"),
        "Nothing but arithmetic and further waits can follow a pld.system.defer_wait. Read before"
            + " it what it needs.");
    rejects(
        """
        for peer in pl.range(4):
            expected = pl.read(wanted, [peer])
            pld.system.defer_wait(signal, [peer, 0], expected, cmp=pld.WaitCmp.Ge)
        """,
        "This loop reads a tensor behind the pld.system.defer_wait of the iteration before. Read in"
            + " front of the loop.");
  }

  @Test
  void aRegionThatWaitsDoesNothingElse() {
    rejects(
        "t = pl.create_tensor([64], dtype=pl.FP32)\n" + WAIT,
        "A region with pld.system.defer_wait only computes numbers, reads elements of tensors and"
            + " waits. Do anything else in a task that depends on it.");
  }

  @Test
  void theWaitsOfATaskAreCounted() {
    rejects(
        "for peer in pl.range(65):\n    " + WAIT,
        "This region may wait for more than 64 conditions, which is what one task can have. Use"
            + " several regions.");
    rejects(
        "for peer in pl.range(n):\n    " + WAIT,
        "A loop around pld.system.defer_wait runs at least once, and how often must be known while"
            + " compiling, since one task can wait for 64 conditions at most.");
  }

  @Test
  void aWaitIsATaskOfItsOwn() {
    assertThatThrownBy(() -> checked("InCore", WAIT))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "pld.system.defer_wait ends the task it stands in and lets the runtime wait, so it"
                + " needs a task of its own: put it into a region, with"
                + " pl.at(level=pl.Level.CORE_GROUP) as tid, and wait with deps=[tid].");
    assertThatThrownBy(
            () ->
                checked(
                    "Orchestration",
                    "with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True) as done:\n    "
                        + WAIT))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "A region with pld.system.defer_wait takes no 'allow_early_resolve=': its task is"
                + " complete when what it waits for has come.");
    assertThatThrownBy(
            () ->
                checked(
                    "Orchestration",
                    "with pl.spmd(2):\n    with pl.at(level=pl.Level.CORE_GROUP):\n        "
                        + WAIT))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "A region with pld.system.defer_wait is a task of its own, so it cannot stand in"
                + " another launch. Move it out of the region around it.");
  }
}
