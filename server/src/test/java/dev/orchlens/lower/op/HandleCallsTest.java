package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/**
 * Calls of what gives and takes handles, and other calls whose arguments have to fit each other.
 */
class HandleCallsTest {
  private static final String NAMES =
      """
      n: INDEX
      a: FP32[16, 128]
      row: FP32[1, 128]
      part: FP32[n]
      w: window FP32[16, 128]
      ctx: CommCtx
      pre: PrefetchAsyncContext
      evt: AsyncEvent
      ses: AsyncSession
      kv: BF16[64, 128]
      """;

  @Test
  void handles() {
    CallTable.check(
        NAMES,
        """
        prefetch.async_prefetch(row, pre)
            prefetch.async_prefetch(row, pre): AsyncEvent
        prefetch.async_prefetch(part, pre)
            prefetch.async_prefetch(part, pre): AsyncEvent
        prefetch.async_prefetch(a, pre)
            op/incompatible-shapes pl.prefetch.async_prefetch fetches one row, so all dimensions of 'src' but the
            last must be 1, but its shape is [16, 128]; reshape it.
        prefetch.async_prefetch(row, evt)
            op/wrong-kind pl.prefetch.async_prefetch needs the result of pl.prefetch.make_context as argument 2, but
            gets another handle.
        prefetch.session(pre)
            prefetch.session(pre): AsyncSession
        prefetch.session(ses)
            op/wrong-kind pl.prefetch.session needs the result of pl.prefetch.make_context as argument 1, but gets
            another handle.
        prefetch.wait(evt, ses)
            prefetch.wait(evt, ses): BOOL
        prefetch.wait(evt, pre)
            op/wrong-kind pl.prefetch.wait needs the result of pl.prefetch.session as argument 2, but gets another
            handle.
        pld.rank(ctx)
            pld.system.rank(ctx): INT32
        pld.nranks(evt)
            op/wrong-kind pld.nranks needs the result of pld.get_comm_ctx as argument 1, but gets another handle.
        """);
  }

  @Test
  void rowsThatAreGathered() {
    CallTable.check(
        NAMES,
        """
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[n, 128])
            tensor.gather_row(kv, kv, [0, 0], [n, 0], [4, 128], [n, 128], transpose=False): BF16[64, 128]
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[5, 128])
            op/valid-shape-too-large pl.gather_row needs 'valid_shape' to lie within 'shapes', but gets 5 where
            there are 4.
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[1.5, 128])
            op/not-an-integer pl.gather_row needs integers in 'valid_shape', but element 0 is a scalar of dtype
            FP32.
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[2])
            op/wrong-rank pl.gather_row needs as many valid extents as extents.
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[2, 128], transpose=True)
            tensor.gather_row(kv, kv, [0, 0], [n, 0], [4, 128], [2, 128], transpose=True): BF16[64, 128]
        gather_row(kv, kv, [0, 0], [n, 0], [4, 128], valid_shape=[n, 128], transpose=True)
            op/not-constant pl.gather_row needs 'valid_shape' to be known while compiling with transpose=True;
            gather without it and multiply with b_trans=True.
        """);
  }

  @Test
  void padding() {
    CallTable.check(
        NAMES,
        """
        fillpad(a, pad_value=0)
            tensor.fillpad(a, pad_value=PadValue.zero): FP32[16, 128]
        fillpad(a, pad_value=pl.PadValue.max)
            tensor.fillpad(a, pad_value=PadValue.max): FP32[16, 128]
        fillpad(a, pad_value='zero')
            op/invalid-argument pl.fillpad pads with pl.PadValue.zero, max or min, or with 0, inf or -inf, and with
            nothing else.
        fillpad(a, pad_value=1)
            op/invalid-argument pl.fillpad pads with pl.PadValue.zero, max or min, or with 0, inf or -inf, and with
            nothing else.
        """);
  }
}
