package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** Calls of what looks at a part of memory or at all of it another way. */
class WindowCallsTest {
  private static final String NAMES =
      """
      n: INDEX
      k: INT32
      a, b: FP32[16, 128]
      h: BF16[16, 128]
      c: FP32[16, 64]
      i8: INT8[16, 128]
      d: FP32[n, 128]
      x3: FP32[4, 16, 128]
      w: window FP32[16, 128]
      ta: tile FP32[16, 128]
      t1: tile FP32[64]
      tacc: tile FP32[16, 64]
      """;

  @Test
  void slices() {
    CallTable.check(
        NAMES,
        """
        slice(a, [8, 64], [0, 64])
            tensor.slice(a, [8, 64], [0, 64]): FP32[8, 64]
        slice(a, [8, 64], [n, 0])
            tensor.slice(a, [8, 64], [n, 0]): FP32[8, 64]
        slice(a, [16, 128], [8, 0])
            op/read-out-of-bounds pl.slice reads past the end of dimension 0: offset 8 and extent 16 exceed the
            source's 16; pass clamp=True, as in pl.slice(x, shape, offset, clamp=True), to read only what is inside.
        slice(a, [16, 128], [8, 0], clamp=True)
            tensor.slice(a, [16, 128], [8, 0], clamp=True): FP32[16, 128] valid [8, 128]
        slice(a, [16, 128], [8, 0], valid_shape=[8, 128])
            tensor.slice(a, [16, 128], [8, 0], [8, 128]): FP32[16, 128] valid [8, 128]
        slice(a, [16, 128], [n, 0], clamp=True)
            tensor.slice(a, [16, 128], [n, 0], clamp=True): FP32[16, 128] valid [((16 SUB n) MAX 0), 128]
        slice(a, [16, 128], [0, 0], [n, 128])
            tensor.slice(a, [16, 128], [0, 0], [n, 128]): FP32[16, 128] valid [n, 128]
        slice(a, [8, 128], [0, 0], pad_value=0)
            tensor.slice(a, [8, 128], [0, 0], pad_value=PadValue.zero): FP32[8, 128] pad zero
        slice(a, [8, 128], [0, 0], valid_shape=[4, 128], pad_value=pl.PadValue.min)
            tensor.slice(a, [8, 128], [0, 0], [4, 128], pad_value=PadValue.min): FP32[8, 128] valid [4, 128] pad min
        slice(a, [1, 128], [3, 0], drop_dims=[0])
            tensor.slice(a, [1, 128], [3, 0], [], [0]): FP32[128]
        slice(a, [2, 128], [3, 0], drop_dims=[0])
            op/invalid-argument pl.slice drops dimension 0, whose extent is 2 and not 1.
        slice(x3, [16, 128], [0, 0])
            tensor.slice(x3, [16, 128], [0, 0]): FP32[16, 128]
        slice(a, [8, 64], [0])
            tensor.slice(a, [8, 64], [0]): FP32[8, 64]
        slice(w, [8, 64], [0, 0])
            tensor.slice(w, [8, 64], [0, 0]): window FP32[8, 64]
        slice(ta, [8, 64], [0, 64])
            tile.slice(ta, [8, 64], [0, 64]): tile FP32[8, 64]
        slice(ta, [8, 64], [12, 0])
            op/read-out-of-bounds pl.slice reads past the end of dimension 0: offset 12 and extent 8 exceed the
            source's 16; a tile cannot be read outside; clamp the load instead.
        slice(t1, [32], [16])
            tile.slice(t1, [32], [16]): tile FP32[32]
        slice(ta, [1, 128], [3, 0], drop_dims=[0])
            tile.slice(ta, [1, 128], [3, 0], [], [0]): tile FP32[1, 128]
        slice(ta, [8, 128], [0, 0], clamp=True)
            op/unknown-keyword pl.slice has no argument called 'clamp' with operands of these kinds.
        """);
  }

  @Test
  void assemblies() {
    CallTable.check(
        NAMES,
        """
        assemble(a, c, [0, 64])
            tensor.assemble(a, c, [0, 64]): FP32[16, 128]
        assemble(a, c, [8, 0])
            op/write-out-of-bounds pl.assemble writes past the end of dimension 0: offset 8 and extent 16 exceed the
            target's 16.
        assemble(a, c, [n, 0])
            tensor.assemble(a, c, [n, 0]): FP32[16, 128]
        assemble(a, c, [0, 0], atomic=pl.AtomicType.Add)
            tensor.assemble(a, c, [0, 0], atomic=1): FP32[16, 128]
        assemble(x3, a, [0, 0])
            tensor.assemble(x3, a, [0, 0]): FP32[4, 16, 128]
        assemble(ta, tacc, [0, 0])
            tile.assemble(ta, tacc, [0, 0]): tile FP32[16, 128]
        assemble(a, tacc, [0, 0])
            op/mixed-levels pl.assemble cannot combine a tensor with a tile; make all its operands tensors, or load
            them all.
        assemble(w, c, [0, 0])
            tensor.assemble(w, c, [0, 0]): window FP32[16, 128]
        """);
  }

  @Test
  void validRegions() {
    CallTable.check(
        NAMES,
        """
        fillpad(a)
            tensor.fillpad(a, pad_value=PadValue.zero): FP32[16, 128]
        fillpad(a, pl.PadValue.min)
            tensor.fillpad(a, pad_value=PadValue.min): FP32[16, 128]
        fillpad(a, 1)
            op/invalid-argument pl.fillpad pads with pl.PadValue.zero, max or min, or with 0, inf or -inf, and with
            nothing else.
        fillpad(set_validshape(a, 8, 128))
            tensor.fillpad(tensor.set_validshape(a, 8, 128), pad_value=PadValue.zero): FP32[16, 128]
        fillpad(ta, pad_value=pl.PadValue.max)
            tile.fillpad(ta, pad_value=PadValue.max): tile FP32[16, 128]
        fillpad_expand(c, [16, 128])
            tensor.fillpad_expand(c, [16, 128], pad_value=PadValue.zero): FP32[16, 128] pad zero
        fillpad_expand(c, [8, 128])
            op/incompatible-shapes pl.fillpad_expand cannot make dimension 0 smaller, from 16 to 8.
        set_validshape(a, 8, 128)
            tensor.set_validshape(a, 8, 128): FP32[16, 128] valid [8, 128]
        set_validshape(a, n, 128)
            tensor.set_validshape(a, n, 128): FP32[16, 128] valid [n, 128]
        set_validshape(a, k, 128)
            op/unsupported-dtype pl.set_validshape needs 'valid_rows' to have dtype INDEX, INT64 or UINT64, but it
            is a scalar of dtype INT32.
        set_validshape(a, 20, 128)
            op/valid-shape-too-large pl.set_validshape marks 20 elements of dimension 0 as valid, of 16.
        set_validshape(ta, n, 64)
            tile.set_validshape(ta, n, 64): tile FP32[16, 128] valid [n, 64]
        set_validshape(x3, 1, 2)
            op/wrong-rank pl.set_validshape needs its operand to be 2D, but it is 3D.
        add(set_validshape(a, 8, 128), set_validshape(b, 8, 128))
            tensor.add(tensor.set_validshape(a, 8, 128), tensor.set_validshape(b, 8, 128)): FP32[16, 128] valid [8,
            128]
        add(set_validshape(a, 8, 128), b)
            tensor.add(tensor.set_validshape(a, 8, 128), b): FP32[16, 128]
        exp(set_validshape(a, 8, 128))
            tensor.exp(tensor.set_validshape(a, 8, 128)): FP32[16, 128] valid [8, 128]
        """);
  }

  @Test
  void views() {
    CallTable.check(
        NAMES,
        """
        reshape(a, [8, 256])
            tensor.reshape(a, [8, 256]): FP32[8, 256]
        reshape(a, [8, 255])
            op/incompatible-shapes pl.reshape cannot make [8, 255], 2040 elements, of [16, 128], 2048 elements.
        reshape(a, [n, 128])
            tensor.reshape(a, [n, 128]): FP32[n, 128]
        reshape(ta, [2048])
            tile.reshape(ta, [2048]): tile FP32[2048]
        reshape(set_validshape(a, 8, 128), [1, 16, 128])
            tensor.reshape(tensor.set_validshape(a, 8, 128), [1, 16, 128]): FP32[1, 16, 128] valid [1, 8, 128]
        reshape(x3, [64, 128])
            tensor.reshape(x3, [64, 128]): FP32[64, 128]
        reinterpret_view(a, pl.INT32)
            tensor.reinterpret_view(a, dtype=INT32): INT32[16, 128]
        reinterpret_view(h, pl.FP32)
            tensor.reinterpret_view(h, dtype=FP32): FP32[16, 64]
        reinterpret_view(i8, pl.FP32, shape=[16, 32])
            tensor.reinterpret_view(i8, [16, 32], dtype=FP32): FP32[16, 32]
        reinterpret_view(ta, pl.BF16)
            tile.reinterpret_view(ta, dtype=BF16): tile BF16[16, 256]
        transpose(a, 0, 1)
            tensor.transpose(a, 0, 1): FP32[128, 16] stride [1, 128] DN
        transpose(x3, 0, 1)
            tensor.transpose(x3, 0, 1): FP32[16, 4, 128] stride [128, 2048, 1]
        transpose(x3, -1, -2)
            tensor.transpose(x3, -1, -2): FP32[4, 128, 16] stride [2048, 1, 128] DN
        transpose(transpose(a, 0, 1), 0, 1)
            tensor.transpose(tensor.transpose(a, 0, 1), 0, 1): FP32[16, 128]
        transpose(d, 0, 1)
            tensor.transpose(d, 0, 1): FP32[128, n] stride [1, 128] DN
        transpose(a, 0, 0)
            op/invalid-argument pl.transpose needs two different axes, but gets 0 twice.
        transpose(ta, 0, 1)
            tile.transpose(ta, 0, 1): tile FP32[128, 16]
        tile.transpose_view(ta)
            tile.transpose_view(ta): tile FP32[128, 16]
        tensor.view(a, [2048])
            tensor.view(a, [2048]): FP32[2048] stride [1]
        tensor.view(a, layout=pl.TensorLayout.DN)
            tensor.view(a, layout=TensorLayout.DN): FP32[128, 16] stride [1, 128] DN
        tensor.view(a)
            op/missing-argument pl.tensor.view needs 'shape' or 'layout'.
        concat(a, c)
            tensor.concat(a, c): FP32[16, 192]
        concat(a, h)
            op/dtype-mismatch pl.concat joins operands of one dtype, but gets FP32 and BF16.
        concat(ta, tacc)
            tile.concat(ta, tacc): tile FP32[16, 192] in Vec
        """);
  }
}
