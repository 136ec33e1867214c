package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import org.junit.jupiter.api.Test;

class CheckPipesTest {
  private static final String SET_UP =
      """
      buffer = pl.reserve_buffer(name="slots", size=4096)
      pl.aiv_initialize_pipe(buffer, 0, dir_mask=1, slot_size=1024)
      """;

  private static Program checked(String type, String body) {
    return PassText.run(
        PassText.lower(
            """
            import pypto.language as pl


            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.%s)
                def kernel(
                    self, x: pl.Tensor[[16, 16], pl.FP32], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]
                ) -> pl.Tensor[[16, 16], pl.FP32]:
            """
                    .formatted(type)
                + (body + "return o\n").indent(8)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new CheckPipes());
  }

  private static void rejects(String type, String body, String message) {
    assertThatThrownBy(() -> checked(type, body)).isInstanceOf(Rejection.class).hasMessage(message);
  }

  @Test
  void aPipeIsSetUpUsedAndFreed() {
    assertThat(
            checked(
                "AIV",
                SET_UP
                    + """
                    for i in pl.range(4):
                        part: pl.Tile[[16, 16], pl.FP32] = pl.tpop_from_aic(split=0)
                        o = pl.store(part, [0, 0], o)
                        pl.tfree_to_aic(part)
                    """))
        .isNotNull();
  }

  @Test
  void thePipeIsSetUpFirst() {
    rejects(
        "AIV",
        """
        part: pl.Tile[[16, 16], pl.FP32] = pl.tpop_from_aic(split=0)
        o = pl.store(part, [0, 0], o)
        pl.tfree_to_aic(part)
        """,
        "'kernel' exchanges tiles with the other core here, but has not set up the pipe. Write"
            + " before it, at the top of the kernel: pl.reserve_buffer(...) for what it takes, and"
            + " pl.aiv_initialize_pipe(...).");
    rejects(
        "AIC",
        "pl.tpush_to_aiv(pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat), split=0)\n",
        "'kernel' exchanges tiles with the other core here, but has not set up the pipe. Write"
            + " before it, at the top of the kernel: pl.import_peer_buffer(...) for what it gives,"
            + " and pl.aic_initialize_pipe(...).");
  }

  @Test
  void aKernelThatOneCoreRunsSetsUpItsPipeItself() {
    rejects(
        "InCore",
        """
        part = pl.load(x, [0, 0], [16, 16])
        pl.tpush_to_aic(part, split=0)
        """,
        "'kernel' exchanges tiles with the other core here, but has not set up the pipe. Write"
            + " before it, at the top of the kernel: pl.import_peer_buffer(...) for what it gives,"
            + " and pl.aiv_initialize_pipe(...).");
  }

  @Test
  void eachDirectionHasOneBuffer() {
    rejects(
        "AIV",
        "spare = pl.reserve_buffer(name=\"slots\", size=4096)\n",
        "'kernel' calls pl.reserve_buffer once, but its pipes are set up for no direction in which"
            + " it takes tiles. Write one call for each.");
    rejects(
        "AIV",
        SET_UP + "more = pl.reserve_buffer(name=\"more\", size=4096)\n",
        "'kernel' calls pl.reserve_buffer 2 times, but its pipes are set up for one direction in"
            + " which it takes tiles. Write one call for each.");
  }

  @Test
  void theOptionsOfAPipeFitTogether() {
    rejects(
        "AIV",
        "pl.aiv_initialize_pipe(0, 0, dir_mask=4, slot_size=1024)\n",
        "pl.aiv_initialize_pipe has dir_mask=4, but it is 1 for cube to vector, 2 for vector to"
            + " cube, and 3 for both.");
    rejects(
        "AIV",
        SET_UP.replace("slot_size=1024", "slot_size=0"),
        "pl.aiv_initialize_pipe needs a positive slot_size, not 0.");
    rejects(
        "AIV",
        SET_UP.replace("slot_size=1024", "slot_size=1024, local_slot_num=9"),
        "pl.aiv_initialize_pipe has local_slot_num=9, but the pipe has only 8 slots.");
    rejects(
        "AIV",
        SET_UP.replace("buffer, 0, dir", "0, 0, dir"),
        "pl.aiv_initialize_pipe uses this direction by its dir_mask and needs c2v_consumer_buf:"
            + " what pl.reserve_buffer or pl.import_peer_buffer returned.");
    rejects(
        "AIV",
        SET_UP.replace("buffer, 0, dir", "buffer, buffer, dir"),
        "pl.aiv_initialize_pipe does not use the direction of v2c_consumer_buf by its dir_mask."
            + " Leave it out.");
  }

  @Test
  void whatIsTakenIsFreedInTheSameBlock() {
    String taken = SET_UP + "part: pl.Tile[[16, 16], pl.FP32] = pl.tpop_from_aic(split=0)\n";
    rejects(
        "AIV",
        taken,
        "'part' is taken from the other core and never given free in the same block. Write"
            + " pl.tfree_to_aic(part) where it is no longer needed.");
    rejects(
        "AIV",
        taken + "pl.tfree_to_aic(part)\npl.tfree_to_aic(part)\n",
        "pl.tfree_to_aic frees what this block took with pl.tpop_from_aic, but this value is none"
            + " of it, or is free already.");
    rejects(
        "AIV",
        taken + "pl.tfree_to_aiv(part)\n",
        "'part' is taken from the other core and never given free in the same block. Write"
            + " pl.tfree_to_aic(part) where it is no longer needed.");
  }
}
