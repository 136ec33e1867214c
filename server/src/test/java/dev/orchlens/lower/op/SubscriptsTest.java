package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** What subscripts and assignments to them mean. */
class SubscriptsTest {
  private static final String NAMES =
      """
      n: INDEX
      f: FP32
      tid: TASK_ID
      a: FP32[16, 128]
      c: FP32[16, 64]
      line: FP32[128]
      d: FP32[n, 128]
      x3: FP32[4, 16, 128]
      w: window FP32[16, 128]
      ta: tile FP32[16, 128]
      tacc: tile FP32[16, 64]
      arr: TASK_ID x 8
      nums: INT32 x 4
      """;

  @Test
  void reads() {
    CallTable.check(
        NAMES,
        """
        a[0, 1]
            tensor.read(a, [0, 1]): FP32
        a[0:8]
            tensor.slice(a, [8, 128], [0, 0]): FP32[8, 128]
        a[0:8, 3]
            tensor.slice(a, [8, 1], [0, 3], [], [1]): FP32[8]
        a[n, :]
            tensor.slice(a, [1, 128], [n, 0], [], [0]): FP32[128]
        a[n:n + 8, 0:64]
            tensor.slice(a, [8, 64], [n, 0]): FP32[8, 64]
        a[:, :64]
            tensor.slice(a, [16, 64], [0, 0]): FP32[16, 64]
        a[4:, 64:]
            tensor.slice(a, [12, 64], [4, 64]): FP32[12, 64]
        a[0, 1, 2]
            subscript/too-many-indices This has 3 indices, but a tensor of 2 dimensions takes at most 2.
        a[0:8:2]
            subscript/step A range here cannot have a step; write start:stop.
        x3[1]
            tensor.slice(x3, [1, 16, 128], [1, 0, 0], [], [0]): FP32[16, 128]
        x3[1, 0:8, :]
            tensor.slice(x3, [1, 8, 128], [1, 0, 0], [], [0]): FP32[8, 128]
        x3[n:n + 1]
            tensor.slice(x3, [1, 16, 128], [n, 0, 0]): FP32[1, 16, 128]
        d[n:n + 16]
            op/read-out-of-bounds This subscript reads past the end of dimension 0: offset n and extent 16 exceed
            the source's n; pass clamp=True, as in pl.slice(x, shape, offset, clamp=True), to read only what is
            inside.
        line[0]
            tensor.read(line, [0]): FP32
        line[0:16]
            tensor.slice(line, [16], [0]): FP32[16]
        w[0:8]
            tensor.slice(w, [8, 128], [0, 0]): window FP32[8, 128]
        arr[0]
            array.get_element(arr, 0): TASK_ID
        arr[n]
            array.get_element(arr, n): TASK_ID
        arr[0, 1]
            subscript/too-many-indices This takes one position, as in a[i].
        ta[0, 1]
            tile.read(ta, [0, 1]): FP32
        ta[0:8]
            tile.slice(ta, [8, 128], [0, 0]): tile FP32[8, 128]
        ta[2]
            tile.slice(ta, [1, 128], [2, 0], [], [0]): tile FP32[1, 128]
        ta[0:n]
            tile.slice(ta, [16, 128], [0, 0], [((n MIN 16) MAX 0), 128]): tile FP32[16, 128] valid [((n MIN 16) MAX
            0), 128]
        ta[n:]
            subscript/not-constant A range of a tile must start at a position that is known while compiling.
        n[0]
            subscript/not-subscriptable Only tensors, tiles, arrays and tuples have elements, but this is a scalar
            of dtype INDEX.
        """);
  }

  @Test
  void writes() {
    CallTable.check(
        NAMES,
        """
        a[0:8, 0:64] = c
            subscript/size-mismatch The assigned part has 8 elements in dimension 0 of the value, but the value has
            16.
        a[0:16, 0:64] = c
            tensor.assemble(a, c, [0, 0]): FP32[16, 128]
        a[0:16, n:n + 64] = c
            tensor.assemble(a, c, [0, n]): FP32[16, 128]
        a[:, 64:] = c
            tensor.assemble(a, c, [0, 64]): FP32[16, 128]
        a[0] = line
            tensor.assemble(a, tensor.reshape(line, [1, 128]), [0, 0]): FP32[16, 128]
        a[0] = a
            subscript/size-mismatch The assigned part has 1 dimensions, but the value has 2.
        a[0, 0] = f
            subscript/element-write A single element cannot be assigned; use pl.write, or ranges such as x[i : i +
            1].
        x3[1] = a
            tensor.assemble(x3, tensor.reshape(a, [1, 16, 128]), [1, 0, 0]): FP32[4, 16, 128]
        x3[n] = a
            tensor.assemble(x3, tensor.reshape(a, [1, 16, 128]), [n, 0, 0]): FP32[4, 16, 128]
        x3[1, 0:16, :] = a
            tensor.assemble(x3, tensor.reshape(a, [1, 16, 128]), [1, 0, 0]): FP32[4, 16, 128]
        x3[0:1] = a
            subscript/size-mismatch The assigned part has 3 dimensions, but the value has 2.
        arr[0] = tid
            array.update_element(arr, 0, tid): TASK_ID x 8
        nums[n] = 3
            array.update_element(nums, n, 3'INT32): INT32 x 4
        a[0:16, 0:64] = tacc
            subscript/wrong-kind A part of a tensor can only be replaced by another, but this is a tile.
        ta[0:16, 0:64] = tacc
            tile.assemble(ta, tacc, [0, 0]): tile FP32[16, 128]
        """);
  }
}
