package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.pass.Programs;
import org.junit.jupiter.api.Test;

/** Which staging buffers become windows of the tensor they are assembled into. */
class FuseCreateAssembleToSliceTest {
  @Test
  void aBufferAssembledOnceBecomesAWindow() {
    check(
        """
        s = pl.create_tensor([4, 16], dtype=pl.FP32)
        s = self.row(pl.slice(a, [4, 16], [0, 0]), s)
        b = pl.assemble(b, s, [4, 0])
        return b
        """,
        """
        s__ssa_v0 = pl.tensor.slice(b__ssa_v0, [4, 16], [4, 0])
        t__tmp_v0 = pl.tensor.slice(a__ssa_v0, [4, 16], [0, 0])
        s__ssa_v1 = self.row(t__tmp_v0, s__ssa_v0)
        return b__ssa_v0
        """);
  }

  @Test
  void aBufferAssembledTwiceStays() {
    check(
        """
        s = pl.create_tensor([4, 16], dtype=pl.FP32)
        s = self.row(pl.slice(a, [4, 16], [0, 0]), s)
        b = pl.assemble(b, s, [0, 0])
        b = pl.assemble(b, s, [4, 0])
        return b
        """,
        """
        s__ssa_v0 = pl.tensor.create([4, 16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        t__tmp_v0 = pl.tensor.slice(a__ssa_v0, [4, 16], [0, 0])
        s__ssa_v1 = self.row(t__tmp_v0, s__ssa_v0)
        b__ssa_v1 = pl.tensor.assemble(b__ssa_v0, s__ssa_v1, [0, 0])
        b__ssa_v2 = pl.tensor.assemble(b__ssa_v1, s__ssa_v1, [4, 0])
        return b__ssa_v2
        """);
  }

  @Test
  void aLoopThatThenCarriesNothingLosesItsCarry() {
    check(
        """
        for i in pl.range(2):
            s = pl.create_tensor([4, 16], dtype=pl.FP32)
            s = self.row(pl.slice(a, [4, 16], [i * 4, 0]), s)
            b = pl.assemble(b, s, [i * 4, 0])
        c = self.copy(b, c)
        return c
        """,
        """
        for i__idx_v0 in pl.range(2):
            s__ssa_v0 = pl.tensor.slice(b__ssa_v0, [4, 16], [i__idx_v0 * 4, 0])
            t__tmp_v0 = pl.tensor.slice(a__ssa_v0, [4, 16], [i__idx_v0 * 4, 0])
            s__ssa_v1 = self.row(t__tmp_v0, s__ssa_v0)
        c__ssa_v1 = self.copy(b__ssa_v0, c__ssa_v0)
        return c__ssa_v1
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(
        expected,
        Programs.body(
            FuseCreateAssembleToSlice.run(Programs.beforeFusion(Programs.lowered(program)))));
  }
}
