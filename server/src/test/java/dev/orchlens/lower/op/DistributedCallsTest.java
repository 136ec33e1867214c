package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** Calls that work across ranks. */
class DistributedCallsTest {
  private static final String NAMES =
      """
      n: INDEX
      k: INT32
      f: FP32
      a: FP32[16, 128]
      a3: FP32[2, 16, 128]
      row: FP32[1, 128]
      ta: tile FP32[8, 128]
      w: window FP32[16, 128]
      w3: window FP32[2, 16, 128]
      wn: window FP32[n, 128]
      half: window FP32[8, 64]
      wi: window INT32[16, 128]
      sig: window INT32[16, 1]
      two: window INT32[16, 2]
      flags: window INT32[16]
      counts: INT32[16, 1]
      few: INT32[4]
      buf: Ptr
      ctx: CommCtx
      """;

  @Test
  void windows() {
    CallTable.check(
        NAMES,
        """
        pld.alloc_window_buffer(1024)
            pld.tensor.alloc_window_buffer(1024): Ptr
        pld.alloc_window_buffer([16, 128], dtype=pl.FP32)
            pld.tensor.alloc_window_buffer([16, 128], dtype=FP32): Ptr
        pld.alloc_window_buffer([n, 128], dtype=pl.FP32)
            pld.tensor.alloc_window_buffer([n, 128], dtype=FP32): Ptr
        pld.alloc_window_buffer(8, dtype=pl.FP32)
            op/unknown-keyword pld.alloc_window_buffer has no argument called 'dtype' with operands of these kinds.
        pld.alloc_window_buffer([], dtype=pl.FP32)
            op/invalid-argument pld.alloc_window_buffer needs a shape of one dimension or more.
        pld.alloc_window_buffer([64, -1], dtype=pl.FP32)
            op/invalid-argument pld.alloc_window_buffer needs positive extents in 'size', but one is -1.
        pld.window(ctx, [16, 128], dtype=pl.FP32)
            op/wrong-kind pld.window needs the result of pld.alloc_window_buffer as argument 1, but gets another
            handle.
        """);
  }

  @Test
  void transfers() {
    CallTable.check(
        NAMES,
        """
        pld.tensor.put(w, k, a, [8, 0], [0, 0], [8, 128])
            pld.tensor.put(w, k, a, [8, 0], [0, 0], [8, 128], atomic=0): None
        pld.tensor.put(w, k, a, [9, 0], [0, 0], [8, 128])
            op/write-out-of-bounds pld.tensor.put leaves 'dst', dimension 0: offset 9 and extent 8 exceed its 16.
        pld.tensor.put(w, k, a, [n, 0], [0, 0], [8, 128])
            pld.tensor.put(w, k, a, [n, 0], [0, 0], [8, 128], atomic=0): None
        pld.tensor.put(w, k, a, [0, 0], [0, 0], [0, 128])
            op/invalid-argument pld.tensor.put needs positive extents in 'shape', but one is 0.
        pld.tensor.put(w, k, a, [0], [0, 0], [8, 128])
            op/wrong-rank pld.tensor.put needs an offset and an extent for each of the 2 dimensions of 'dst', but
            gets 1 and 2.
        pld.tensor.put(w, k, a, dst_offsets=[0, 0])
            op/missing-argument pld.tensor.put takes 'dst_offsets', 'src_offsets' and 'shape' together or not at
            all.
        pld.tensor.put(half, k, a)
            op/incompatible-shapes pld.tensor.put transfers between tensors of one shape, but they are 8 and 16.
        pld.tensor.put(w3, k, a)
            op/wrong-rank pld.tensor.put transfers between tensors of as many dimensions, but gets 3 and 2.
        pld.tensor.put(w, k, a, pipeline=True)
            op/invalid-argument pld.tensor.put needs 'chunk_rows' and 'chunk_cols' with pipeline=True.
        pld.tensor.put(w, k, a, chunk_rows=4, chunk_cols=128, pipeline=True)
            pld.tensor.put(w, k, a, atomic=0, chunk_rows=4, chunk_cols=128, pipeline=True): None
        pld.tensor.get(a, k, wn)
            pld.tensor.get(a, k, wn): None
        pld.tensor.get(a, k, a)
            op/wrong-kind pld.tensor.get needs a distributed tensor for 'src', but gets a tensor.
        """);
  }

  @Test
  void stores() {
    CallTable.check(
        NAMES,
        """
        pld.remote_store(ta, w, k, [8, 0])
            pld.tile.remote_store(ta, w, k, [8, 0]): None
        pld.remote_store(ta, w, k, [9, 0])
            op/write-out-of-bounds pld.remote_store leaves its target, dimension 0: offset 9 and extent 8 exceed its
            16.
        pld.remote_store(ta, w, k, [-1, 0])
            op/write-out-of-bounds pld.remote_store starts at -1 in its target, dimension 0.
        pld.remote_store(ta, w, k, [0])
            op/wrong-rank pld.remote_store needs an offset for each of the 2 dimensions of the target.
        pld.remote_store(ta, w3, k, [1, 8, 0])
            pld.tile.remote_store(ta, w3, k, [1, 8, 0]): None
        pld.remote_store(ta, w3, k, [2, 8, 0])
            op/write-out-of-bounds pld.remote_store leaves its target, dimension 0: offset 2 and extent 1 exceed its
            2.
        pld.remote_store(a3, w3, k, [0, 0, 0])
            op/incompatible-shapes pld.remote_store writes the last two dimensions of its source, so those before
            them must be 1, but the source is [2, 16, 128].
        pld.remote_store(few, sig, k, [0, 0])
            op/wrong-rank pld.remote_store needs its source to be at least 2D, but it is 1D.
        """);
  }

  @Test
  void signals() {
    CallTable.check(
        NAMES,
        """
        pld.system.notify(a, k, [0, 0], 1, op=pld.NotifyOp.Set)
            op/wrong-kind pld.system.notify needs a distributed tensor for 'target', but gets a tensor.
        pld.system.wait(sig, [0], 1, cmp=pld.WaitCmp.Eq)
            op/wrong-index-count pld.system.wait needs an offset for each of the 2 dimensions of the signal.
        pld.system.defer_wait(sig, [k, 0], k, cmp=pld.WaitCmp.Ge)
            pld.system.defer_wait(sig, [k, 0], k, cmp=1): None
        pld.system.defer_wait(sig, [k, 0], k, cmp=pld.WaitCmp.Eq)
            op/invalid-argument pld.system.defer_wait can only wait for 'expected' or more: cmp=pld.WaitCmp.Ge.
        pld.system.defer_wait(sig, [f, 0], k, cmp=pld.WaitCmp.Ge)
            op/not-an-integer pld.system.defer_wait needs integers in 'offsets', but element 0 is a scalar of dtype
            FP32.
        pld.system.defer_wait(sig, [k, 0], f, cmp=pld.WaitCmp.Ge)
            op/not-an-integer pld.system.defer_wait needs integers in 'expected', but element 0 is a scalar of dtype
            FP32.
        pld.system.defer_wait(sig, [k, 0], -1, cmp=pld.WaitCmp.Ge)
            op/invalid-argument pld.system.defer_wait needs 'expected' to fit into 31 bits, but it is -1.
        pld.system.defer_wait(w, [k, 0], 1, cmp=pld.WaitCmp.Ge)
            op/unsupported-dtype pld.system.defer_wait needs 'signal' to have dtype INT32, but it has FP32.
        """);
  }

  @Test
  void collectives() {
    CallTable.check(
        NAMES,
        """
        pld.tensor.allreduce(w, sig, op=pld.ReduceOp.Max)
            pld.tensor.allreduce(w, sig, op=1, mode=mesh, core_num=1): window FP32[16, 128]
        pld.tensor.allreduce(w, op=pld.ReduceOp.Sum)
            pld.tensor.allreduce(w, op=0, mode=mesh, core_num=1): window FP32[16, 128]
        pld.tensor.allreduce(w, op=pld.ReduceOp.Sum, mode='ring')
            op/missing-argument pld.tensor.allreduce needs 'signal' with another mode than "mesh": the compiler
            makes none for it.
        pld.tensor.allreduce(w, sig, core_num=0)
            op/invalid-argument pld.tensor.allreduce needs 'core_num' to be positive.
        pld.tensor.allreduce(wi, sig)
            op/unsupported-dtype pld.tensor.allreduce needs its target to have dtype FP16 or FP32, but it has INT32.
        pld.tensor.allreduce(w, w)
            op/unsupported-dtype pld.tensor.allreduce needs its signal to have dtype INT32, but it has FP32.
        pld.tensor.allreduce(a, sig)
            op/wrong-kind pld.tensor.allreduce needs a distributed tensor for 'target', but gets a tensor.
        pld.tensor.broadcast(w, sig, root=1)
            pld.tensor.broadcast(w, sig, root=1): window FP32[16, 128]
        pld.tensor.broadcast(w, sig, root=-1)
            op/invalid-argument pld.tensor.broadcast needs 'root' to be a rank, 0 or more.
        pld.tensor.reduce_scatter(w, sig, op=pld.ReduceOp.Max)
            op/invalid-argument pld.tensor.reduce_scatter can only add: op=pld.ReduceOp.Sum.
        pld.tensor.reduce_scatter(w3, sig)
            op/wrong-rank pld.tensor.reduce_scatter needs its target to be 2D, but it is 3D.
        pld.tensor.allgather(row, w, sig)
            pld.tensor.allgather(row, w, sig): window FP32[16, 128]
        pld.tensor.allgather(row, w, flags)
            pld.tensor.allgather(row, w, flags): window FP32[16, 128]
        pld.tensor.allgather(row, w, two)
            op/incompatible-shapes pld.tensor.allgather needs its signal to have one column, but it has 2.
        pld.tensor.allgather(a, w, sig)
            op/incompatible-shapes pld.tensor.allgather needs its input to be the one row of this rank, [1, SIZE],
            but it has 16 rows.
        pld.tensor.allgather(row, half, sig)
            op/incompatible-shapes pld.tensor.allgather needs rows of one length in its input and its target, but
            they are 128 and 64.
        pld.tensor.allgather(row, wi, sig)
            op/dtype-mismatch pld.tensor.allgather needs its input and its target to have one dtype, but gets FP32
            and INT32.
        pld.tensor.all_to_all(a, w, sig)
            pld.tensor.all_to_all(a, w, sig): window FP32[16, 128]
        pld.tensor.all_to_all(w, w, sig)
            op/invalid-argument pld.tensor.all_to_all cannot take one tensor as input and as target.
        pld.tensor.all_to_all(a, wn, sig)
            pld.tensor.all_to_all(a, wn, sig): window FP32[n, 128]
        pld.tensor.all_to_all(a, half, sig)
            op/incompatible-shapes pld.tensor.all_to_all needs as many rows in its target as in its input, but they
            are 8 and 16.
        pld.tensor.all_to_all_v(a, w, sig, counts, sig)
            pld.tensor.all_to_all_v(a, w, sig, counts, sig): window FP32[16, 128]
        pld.tensor.all_to_all_v(a, w, sig, few, sig)
            op/incompatible-shapes pld.tensor.all_to_all_v needs as many counts in 'send_counts' as counters in its
            signal, but they are 4 and 16.
        pld.tensor.all_to_all_v(a, w, flags, counts, sig)
            op/wrong-rank pld.tensor.all_to_all_v needs its signal to be 2D, but it is 1D.
        """);
  }
}
