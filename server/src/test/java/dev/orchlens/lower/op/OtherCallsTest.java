package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/**
 * Calls of gathers, arrays, tasks and what works between cores and ranks, and calls that are wrong.
 */
class OtherCallsTest {
  private static final String NAMES =
      """
      n: INDEX
      k: INT32
      f: FP32
      tid: TASK_ID
      a, b: FP32[16, 128]
      h: BF16[16, 128]
      c: FP32[16, 64]
      i: INT32[16, 128]
      i1: INT32[16, 32]
      u32: UINT32[16, 128]
      kv: BF16[64, 128]
      idx: INT32[1, 8]
      table: INT32[1, 16]
      w: window FP32[16, 128]
      sig: window INT32[8, 1]
      ta, tb: tile FP32[16, 128]
      ti: tile INT32[16, 128]
      tidx: tile INT32[16, 32]
      arr: TASK_ID x 8
      nums: INT32 x 4
      buf: Ptr
      ctx: CommCtx
      """;

  @Test
  void gathersAndSorts() {
    CallTable.check(
        NAMES,
        """
        gather(a, -1, i1)
            tensor.gather(a, i1, dim=-1): FP32[16, 32]
        gather(a, dim=-1, index=i1)
            tensor.gather(a, i1, dim=-1): FP32[16, 32]
        gather(h, dim=-1, index=i1)
            op/unsupported-dtype pl.gather needs 'input' to have dtype INT16, INT32, FP16 or FP32, but it has BF16.
        gather(a, mask_pattern=1)
            tensor.gather_mask(a, mask_pattern=1): FP32[16, 64]
        gather(a, mask_pattern=pl.tile.MaskPattern.P0001, output_dtype=pl.UINT32)
            tensor.gather_mask(a, mask_pattern=3, output_dtype=UINT32): UINT32[16, 32]
        gather(a, kvalue=f, cmp_mode='gt', out_cols=8)
            tensor.gather_compare(a, f, cmp_mode=4, offset=0, out_cols=8): (INT32[16, 8], INT32[1, 16])
        gather(a, dim=-1)
            op/missing-argument pl.gather needs 'index'.
        gather(a, dim=-1, index=i1, mask_pattern=1)
            op/unknown-keyword pl.gather has no argument called 'mask_pattern' with operands of these kinds.
        tile.gather(ta, tidx, ti)
            tile.gather(ta, tidx, ti): tile FP32[16, 32] in Vec
        tile.gather_mask(ta, 2)
            op/needs-keyword pl.tile.gather_mask takes a literal for 'mask_pattern' only by keyword, as
            mask_pattern=.
        paged_gather(kv, idx, table, 16, 128, 8)
            op/needs-keyword pl.paged_gather takes a literal for 'block_size' only by keyword, as block_size=.
        paged_gather(kv, idx, table, block_size=16, size=128, max_indices=8, is_trans=True)
            tensor.paged_gather(kv, idx, table, block_size=16, size=128, max_indices=8, col_off=0, is_trans=True,
            is_b_matrix=False, space=MemorySpace.Mat): BF16[128, 8]
        gather_row(kv, kv, [0, 0], [n, 0], [1, 128])
            tensor.gather_row(kv, kv, [0, 0], [n, 0], [1, 128], transpose=False): BF16[64, 128]
        scatter(a, -1, i, b)
            op/needs-keyword pl.scatter takes a literal for 'dim' only by keyword, as dim=.
        scatter(a, 0, i, b)
            op/needs-keyword pl.scatter takes a literal for 'dim' only by keyword, as dim=.
        scatter(c, mask_pattern=1, dst=a)
            tensor.scatter_mask(c, a, mask_pattern=1): FP32[16, 128]
        scatter_update(a, -2, i1, b)
            tensor.scatter_update(a, i1, b, dim=-2): FP32[16, 128]
        scatter_update(a, i1, b, dim=-2)
            tensor.scatter_update(a, i1, b, dim=-2): FP32[16, 128]
        sort32(a, u32)
            tensor.sort32(a, u32): FP32[16, 256]
        sort32(a, i)
            op/unsupported-dtype pl.sort32 needs its index to have dtype UINT32, but it has INT32.
        mrgsort(a, block_len=64)
            tensor.mrgsort_format1(a, 64'INT32): FP32[16, 128]
        mrgsort(a, block_len=32)
            op/invalid-argument pl.mrgsort needs a block length that is a multiple of 64, but gets 32.
        mrgsort(a, b)
            tensor.mrgsort_format2(a, b, exhausted=False): FP32[16, 256]
        mrgsort(a, b, c)
            tensor.mrgsort_format2(a, b, c, exhausted=False): FP32[16, 320]
        mrgsort(ta, block_len=64)
            tile.mrgsort_format1(ta, 64'INT32): tile FP32[16, 128] in Vec
        mrgsort(ta, tb, tmp=ta)
            tile.mrgsort_format2(ta, tb, ta, exhausted=False): tile FP32[16, 128] in Vec
        mrgsort(ta, tb)
            op/missing-argument pl.mrgsort needs 'tmp'.
        """);
  }

  @Test
  void cores() {
    CallTable.check(
        NAMES,
        """
        get_block_idx()
            tensor.get_block_idx(): INDEX
        tile.get_block_idx()
            tile.get_block_idx(): INDEX
        tile.get_block_num()
            tile.get_block_num(): INDEX
        aiv_shard(ta, split=1)
            tile.aiv_shard(ta, split=1): tile FP32[8, 128]
        aic_gather(ta, split=2)
            tile.aic_gather(ta, split=2): tile FP32[16, 256]
        tpush_to_aiv(ta, split=0)
            tile.tpush_to_aiv(ta, split=0): None
        tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
            tile.tpop_from_aic(split=0): tile FP32[16, 16] in Vec
        tfree_to_aic(ta)
            system.tfree_to_aic(ta): None
        aic_initialize_pipe(dir_mask=1, slot_size=1024)
            system.aic_initialize_pipe(0'INT32, 0'INT32, dir_mask=1, slot_size=1024): None
        reserve_buffer(name='x', size=64)
            system.reserve_buffer(name=x, size=64, base=-1): INT32
        """);
  }

  @Test
  void arrays() {
    CallTable.check(
        NAMES,
        """
        array.create(8, pl.TASK_ID)
            array.create(8, dtype=TASK_ID): TASK_ID x 8
        array.create(n, pl.TASK_ID)
            op/not-constant pl.array.create needs the number of slots to be known while compiling.
        array.create(None, pl.TASK_ID)
            op/not-constant pl.array.create needs the number of slots to be known while compiling.
        array.create(2000000, pl.TASK_ID)
            op/invalid-argument pl.array.create makes arrays on the stack, of at most 1048576 slots, but gets
            2000000.
        array.create(4, pl.FP32)
            op/unsupported-dtype pl.array.create makes arrays of integers, BOOL or TASK_ID, not of FP32.
        array.get_element(arr, 0)
            array.get_element(arr, 0): TASK_ID
        array.get_element(arr, n)
            array.get_element(arr, n): TASK_ID
        array.update_element(arr, 0, tid)
            array.update_element(arr, 0, tid): TASK_ID x 8
        array.update_element(nums, n, 3)
            array.update_element(nums, n, 3): INT32 x 4
        array.update_element(nums, 0, f)
            op/dtype-mismatch pl.array.update_element stores a scalar of dtype FP32 in an array of INT32.
        array.update_element(arr, 0, n)
            op/dtype-mismatch pl.array.update_element stores a scalar of dtype INDEX in an array of TASK_ID.
        """);
  }

  @Test
  void system() {
    CallTable.check(
        NAMES,
        """
        system.task_invalid()
            system.task_invalid(): TASK_ID
        system.available_aiv_count()
            system.available_aiv_count(): INT32
        system.bar_all()
            system.bar_all(): None
        system.syncall()
            system.syncall(core_type=mix): None
        system.syncall(core_type='aiv_only')
            system.syncall(core_type=aiv_only): None
        system.sync_set(0, pipe=pl.PipeType.MTE2)
            system.sync_set(0, pipe=1): None
        prefetch.make_context()
            prefetch.make_context(): PrefetchAsyncContext
        system.task_dummy(deps=[tid, None])
            system.task_dummy(after tid): TASK_ID
        system.task_dummy(deps=[])
            system.task_dummy(): TASK_ID
        system.task_dummy()
            op/missing-argument pl.system.task_dummy needs 'deps'.
        """);
  }

  @Test
  void ranks() {
    CallTable.check(
        NAMES,
        """
        pld.window(buf, [16, 128], dtype=pl.FP32)
            pld.tensor.window(buf, [16, 128], dtype=FP32): window FP32[16, 128]
        pld.get_comm_ctx(w)
            pld.system.get_comm_ctx(w): CommCtx
        pld.rank(ctx)
            pld.system.rank(ctx): INT32
        pld.system.notify(sig, k, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(sig, k, [0, 0], 1, op=0): None
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.wait(sig, [0, 0], 1, cmp=1): None
        pld.tensor.put(w, k, a)
            pld.tensor.put(w, k, a, atomic=0): None
        pld.tensor.put(w, k, a, chunk_rows=4)
            pld.tensor.put(w, k, a, atomic=0, chunk_rows=4): None
        pld.tensor.put(w, k, i)
            op/dtype-mismatch pld.tensor.put transfers elements of one dtype, but gets INT32 for FP32.
        pld.remote_load(w, k, [0, 0], [16, 128])
            pld.tile.remote_load(w, k, [0, 0], [16, 128]): tile FP32[16, 128] in Vec
        pld.remote_store(ta, w, k, [0, 0])
            pld.tile.remote_store(ta, w, k, [0, 0]): None
        pld.remote_store(a, w, k, [0, 0])
            pld.tensor.remote_store(a, w, k, [0, 0]): None
        pld.tensor.barrier(sig)
            pld.tensor.barrier(sig): window INT32[8, 1]
        """);
  }

  @Test
  void wrongCalls() {
    CallTable.check(
        NAMES,
        """
        softmax(a)
            op/unknown-operation There is no operation pl.softmax. Check its spelling.
        tensor.softmax(a)
            op/unknown-operation There is no operation pl.tensor.softmax. Check its spelling.
        reshpae(a, [8, 256])
            op/unknown-operation There is no operation pl.reshpae. Is it pl.reshape that you mean?
        add(a)
            op/missing-argument pl.add needs 'rhs'.
        add(a, b, c)
            op/too-many-arguments pl.add takes 2 positional arguments, but 3 are given with operands of these kinds.
        add(a, b, axis=1)
            op/unknown-keyword pl.add has no argument called 'axis' with operands of these kinds.
        add(a, lhs=b)
            op/argument-given-twice pl.add gets its argument 'lhs' twice.
        exp(1.0)
            op/wrong-kind pl.exp needs a tensor for 'input', but gets a scalar of dtype FP32.
        exp([1])
            op/wrong-kind pl.exp needs a tensor for 'input', but gets a list.
        """);
  }
}
