package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** Calls of what works element by element. */
class ElementwiseCallsTest {
  private static final String NAMES =
      """
      n, m: INDEX
      k: INT32
      f: FP32
      a, b: FP32[16, 128]
      h: BF16[16, 128]
      c: FP32[16, 64]
      i, j: INT32[16, 128]
      i1: INT32[16, 32]
      i16: INT16[16, 128]
      row: FP32[16, 1]
      col: FP32[1, 128]
      d, e: FP32[n, 128]
      x3: FP32[4, 16, 128]
      y3: FP32[4, 1, 128]
      ta, tb: tile FP32[16, 128]
      th: tile BF16[16, 128]
      ti, tj: tile INT32[16, 128]
      trow: tile FP32[16, 1]
      tp: tile UINT8[16, 32]
      """;

  @Test
  void arithmetic() {
    CallTable.check(
        NAMES,
        """
        add(a, b)
            tensor.add(a, b): FP32[16, 128]
        add(a, 1)
            tensor.adds(a, 1.0): FP32[16, 128]
        add(a, 1.5)
            tensor.adds(a, 1.5): FP32[16, 128]
        add(a, rhs=2)
            tensor.adds(a, 2.0): FP32[16, 128]
        add(h, 1.5)
            tensor.adds(h, 1.5): FP32[16, 128]
        add(i, 1)
            tensor.adds(i, 1'INT32): INT32[16, 128]
        add(i, 1.5)
            tensor.adds(i, 1.5): FP32[16, 128]
        add(a, h)
            tensor.add(a, h): FP32[16, 128]
        add(a, row)
            tensor.add(a, row): FP32[16, 128]
        add(a, col)
            tensor.add(a, col): FP32[16, 128]
        add(a, c)
            op/incompatible-shapes pl.add cannot combine the shapes [16, 128] and [16, 64]: their extents 128 and 64
            must be equal, or one of them 1.
        add(a, f)
            tensor.adds(a, f): FP32[16, 128]
        add(a, n)
            op/index-scalar pl.add cannot combine a scalar of dtype INDEX with elements; convert it first, as in
            pl.cast(x, pl.INT32).
        add(i, n)
            op/index-scalar pl.add cannot combine a scalar of dtype INDEX with elements; convert it first, as in
            pl.cast(x, pl.INT32).
        add(i, k)
            tensor.adds(i, k): INT32[16, 128]
        add(d, e)
            tensor.add(d, e): FP32[n, 128]
        add(d, a)
            op/incompatible-shapes pl.add cannot combine the shapes [n, 128] and [16, 128]: their extents n and 16
            must be equal, or one of them 1.
        add(x3, y3)
            tensor.add(x3, y3): FP32[4, 16, 128]
        add(n, 1)
            (n ADD 1): INDEX
        add(n, k)
            (n ADD CAST(k)'INDEX): INDEX
        add(n, f)
            op/scalar-dtype pl.add cannot combine an integer and a floating-point number (INDEX and FP32); convert
            one of them with pl.cast.
        add(ta, tb)
            tile.add(ta, tb): tile FP32[16, 128] in Vec
        add(ta, 2)
            tile.adds(ta, 2.0): tile FP32[16, 128] in Vec
        add(th, 2.5)
            tile.adds(th, 2.5): tile BF16[16, 128] in Vec
        add(ti, k)
            tile.adds(ti, k): tile INT32[16, 128] in Vec
        add(a, tb)
            op/mixed-levels pl.add cannot combine a tensor with a tile; make all its operands tensors, or load them
            all.
        tensor.add(a, b)
            tensor.add(a, b): FP32[16, 128]
        tensor.adds(a, 1)
            tensor.adds(a, 1.0): FP32[16, 128]
        tile.add(ta, tb)
            tile.add(ta, tb): tile FP32[16, 128] in Vec
        tile.adds(ta, 1)
            tile.adds(ta, 1.0): tile FP32[16, 128] in Vec
        tile.add(ta, 1)
            tile.adds(ta, 1.0): tile FP32[16, 128] in Vec
        sub(a, 1)
            tensor.subs(a, 1.0): FP32[16, 128]
        subs(a, 1)
            op/unknown-operation There is no operation pl.subs. Is it pl.sub that you mean?
        tensor.subs(i, 3)
            tensor.subs(i, 3'INT32): INT32[16, 128]
        mul(a, f)
            tensor.muls(a, f): FP32[16, 128]
        div(a, b)
            tensor.div(a, b): FP32[16, 128]
        div(h, h)
            op/unsupported-dtype pl.div needs 'lhs' to have dtype INT16, INT32, FP16 or FP32, but it has BF16.
        div(i, j)
            tensor.div(i, j): INT32[16, 128]
        div(a, b, high_precision=True)
            tensor.div(a, b, high_precision=True): FP32[16, 128]
        div(i, j, high_precision=True)
            op/unsupported-dtype pl.div has a high-precision form for floating-point elements only.
        div(a, 2.0)
            tensor.divs(a, 2.0): FP32[16, 128]
        div(ta, tb)
            tile.div(ta, tb): tile FP32[16, 128] in Vec
        div(ta, trow)
            op/incompatible-shapes pl.div needs two tiles of one shape, but gets [16, 128] and [16, 1].
        div(n, m)
            (n FLOAT_DIV m): INDEX
        part_add(a, b)
            tensor.part_add(a, b): FP32[16, 128]
        tile.part_max(ta, tb)
            tile.part_max(ta, tb): tile FP32[16, 128] in Vec
        fmod(a, b)
            tensor.fmod(a, b): FP32[16, 128]
        fmod(a, 2.0)
            tensor.fmods(a, 2.0): FP32[16, 128]
        fmods(a, 2.0)
            tensor.fmods(a, 2.0): FP32[16, 128]
        fmods(ta, 2.0)
            tile.fmods(ta, 2.0): tile FP32[16, 128] in Vec
        maximum(a, b)
            tensor.maximum(a, b): FP32[16, 128]
        maximum(a, 0.0)
            tensor.maximum(a, 0.0): FP32[16, 128]
        maximum(ta, 0.0)
            tile.maximums(ta, 0.0): tile FP32[16, 128] in Vec
        minimum(a, 0)
            tensor.minimum(a, 0.0): FP32[16, 128]
        maximums(ta, 1)
            tile.maximums(ta, 1.0): tile FP32[16, 128] in Vec
        min(n, 16)
            (n MIN 16): INDEX
        max(n, m)
            (n MAX m): INDEX
        max(k, 0)
            (CAST(k)'INDEX MAX 0): INDEX
        min(a, b)
            op/wrong-kind pl.min needs a scalar for 'lhs', but gets a tensor.
        """);
  }

  @Test
  void comparisonsAndBits() {
    CallTable.check(
        NAMES,
        """
        cmp(a, b)
            tensor.cmp(a, b, cmp_type=0): FP32[16, 128]
        cmp(a, b, cmp_type=4)
            tensor.cmp(a, b, cmp_type=4): FP32[16, 128]
        cmp(a, 0.0, 2)
            op/needs-keyword pl.cmp takes a literal for 'cmp_type' only by keyword, as cmp_type=.
        cmp(ta, tb)
            tile.cmp(ta, tb, cmp_type=0): tile UINT8[16, 32] valid [16, 16] in Vec
        cmps(ta, 0.5, 1)
            op/needs-keyword pl.cmps takes a literal for 'cmp_type' only by keyword, as cmp_type=.
        and_(i, j)
            tensor.and(i, j): INT32[16, 128]
        and_(i, 7)
            tensor.ands(i, 7'INT32): INT32[16, 128]
        and_(a, b)
            op/unsupported-dtype pl.and_ needs integers, but operand 1 has dtype FP32.
        and_(i, i1)
            op/incompatible-shapes pl.and_ needs two operands of one shape, for it does not broadcast, but gets [16,
            128] and [16, 32].
        ands(i, 3)
            tensor.ands(i, 3'INT32): INT32[16, 128]
        or_(ti, 1)
            tile.ors(ti, 1'INT32): tile INT32[16, 128] in Vec
        xor(i, j)
            tensor.xor(i, j): INT32[16, 128]
        xor(ti, tj, ti)
            tile.xor(ti, tj, ti): tile INT32[16, 128] in Vec
        xor(ti, tj)
            op/missing-argument pl.xor needs 'tmp'.
        xor(i, j, ti)
            op/too-many-arguments pl.xor takes 2 positional arguments, but 3 are given with operands of these kinds.
        xors(i, 1)
            tensor.xors(i, 1'INT32): INT32[16, 128]
        not_(i16)
            tensor.not(i16): INT16[16, 128]
        not_(i)
            op/unsupported-dtype pl.not_ needs 'input' to have dtype INT16 or UINT16, but it has INT32.
        shl(i, j)
            tensor.shl(i, j): INT32[16, 128]
        shl(i, 2)
            tensor.shls(i, 2'INT32): INT32[16, 128]
        shrs(i, -1)
            op/invalid-argument pl.shrs cannot shift by a negative number, -1.
        shl(ti, 2)
            tile.shls(ti, 2'INT32): tile INT32[16, 128] in Vec
        """);
  }

  @Test
  void functions() {
    CallTable.check(
        NAMES,
        """
        exp(a)
            tensor.exp(a): FP32[16, 128]
        exp(i)
            tensor.exp(i): FP32[16, 128]
        exp(ta)
            tile.exp(ta): tile FP32[16, 128] in Vec
        exp(ti)
            tile.exp(ti): tile INT32[16, 128] in Vec
        exp(n)
            op/wrong-kind pl.exp needs a tensor for 'input', but gets a scalar of dtype INDEX.
        log(a)
            tensor.log(a): FP32[16, 128]
        log(h)
            op/unsupported-dtype pl.log needs 'input' to have dtype FP16 or FP32, but it has BF16.
        log(a, high_precision=True)
            tensor.log(a, high_precision=True): FP32[16, 128]
        sin(a)
            tensor.sin(a): FP32[16, 128]
        sin(h)
            op/unsupported-dtype pl.sin needs 'input' to have dtype FP32, but it has BF16.
        neg(i)
            tensor.neg(i): INT32[16, 128]
        abs(h)
            tensor.abs(h): BF16[16, 128]
        recip(a)
            tensor.recip(a): FP32[16, 128]
        recip(i)
            tensor.recip(i): FP32[16, 128]
        recip(a, high_precision=True)
            tensor.recip(a, high_precision=True): FP32[16, 128]
        recip(h, high_precision=True)
            op/unsupported-dtype pl.recip has a high-precision form for FP16 and FP32 only.
        sqrt(a)
            tensor.sqrt(a): FP32[16, 128]
        rsqrt(a)
            tensor.rsqrt(a): FP32[16, 128]
        rsqrt(a, high_precision=True)
            tensor.rsqrt(a, high_precision=True): FP32[16, 128]
        rsqrt(ta)
            tile.rsqrt(ta): tile FP32[16, 128] in Vec
        rsqrt(ta, high_precision=True)
            op/unknown-keyword pl.rsqrt has no argument called 'high_precision' with operands of these kinds.
        tile.rsqrt(ta, tb)
            tile.rsqrt(ta, tb): tile FP32[16, 128] in Vec
        relu(ta)
            tile.relu(ta): tile FP32[16, 128] in Vec
        relu(a)
            op/wrong-kind pl.relu needs a tile for 'tile', but gets a tensor.
        lrelu(ta, 0.1)
            tile.lrelu(ta, 0.1): tile FP32[16, 128] in Vec
        lrelu(ta, 1)
            tile.lrelu(ta, 1.0): tile FP32[16, 128] in Vec
        prelu(ta, tb, ta)
            tile.prelu(ta, tb, ta): tile FP32[16, 128] in Vec
        cast(a, pl.BF16)
            tensor.cast(a, target_type=BF16, mode=2): BF16[16, 128]
        cast(a, pl.FP32)
            op/cast-to-same-dtype pl.cast converts to FP32 what has that dtype already; drop the cast.
        cast(a, target_type=pl.INT32, mode='floor')
            tensor.cast(a, target_type=INT32, mode=3): INT32[16, 128]
        cast(a, pl.INT32, mode='none')
            tensor.cast(a, target_type=INT32, mode=0): INT32[16, 128]
        cast(a, pl.INT32, mode='down')
            op/wrong-kind pl.cast needs one of none, rint, round, floor, ceil, trunc, odd for 'mode', but gets
            'down'.
        cast(ta, pl.BF16)
            tile.cast(ta, target_type=BF16, mode=2): tile BF16[16, 128] in Vec
        cast(n, pl.INT32)
            CAST(n)'INT32: INT32
        cast(n, pl.INT32, mode='floor')
            op/wrong-kind pl.cast needs one of round for 'mode', but gets 'floor'.
        cast(a)
            op/missing-argument pl.cast needs 'target_type'.
        rem(ta, tb, ta)
            tile.rem(ta, tb, ta): tile FP32[16, 128] in Vec
        rems(ta, 2.0, tb)
            tile.rems(ta, 2.0, tb): tile FP32[16, 128] in Vec
        addc(ta, tb, ta)
            tile.addc(ta, tb, ta): tile FP32[16, 128] in Vec
        addsc(ta, 1.0, tb)
            tile.addsc(ta, 1.0, tb): tile FP32[16, 128] in Vec
        sel(tp, ta, tb, tp)
            tile.sel(tp, ta, tb, tp): tile FP32[16, 128] in Vec
        sels(tp, ta, tp, 0)
            tile.sels(tp, ta, tp, 0.0): tile FP32[16, 128] in Vec
        tile.cast(ta, pl.BF16)
            tile.cast(ta, target_type=BF16, mode=2): tile BF16[16, 128] in Vec
        """);
  }
}
