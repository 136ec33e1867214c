package dev.orchlens.lower.op;

import org.junit.jupiter.api.Test;

/** Calls of what makes, reads and writes memory. */
class MemoryCallsTest {
  private static final String NAMES =
      """
      n, m: INDEX
      k: INT32
      f: FP32
      a: FP32[16, 128]
      i: INT32[16, 128]
      line: FP32[128]
      d: FP32[n, 128]
      x3: FP32[4, 16, 128]
      w: window FP32[16, 128]
      ta: tile FP32[16, 128]
      """;

  @Test
  void creation() {
    CallTable.check(
        NAMES,
        """
        create_tensor([16, 128], dtype=pl.FP32)
            tensor.create([16, 128], dtype=FP32, layout=TensorLayout.ND): FP32[16, 128]
        tile.alloc(pl.Mem.Vec, 16384)
            tile.alloc(16384, memory_space=Mem.Vec): Ptr
        create_tensor([16, 128], pl.FP32)
            tensor.create([16, 128], dtype=FP32, layout=TensorLayout.ND): FP32[16, 128]
        create_tensor([n, 128], dtype=pl.FP32, manual_dep=True)
            tensor.create([n, 128], dtype=FP32, layout=TensorLayout.ND, manual_dep=True): FP32[n, 128]
        create_tensor([16, 128])
            op/missing-argument pl.create_tensor needs 'dtype'.
        create_tensor([16, 128], dtype=pl.FP32, no_dep=True)
            op/unknown-keyword pl.create_tensor has no argument called 'no_dep'.
        create_tensor([16, 128], dtype=pl.FP32, init_value=0)
            tensor.create([16, 128], dtype=FP32, layout=TensorLayout.ND, init_value=0.0): FP32[16, 128]
        create_tensor([16, 128], dtype=pl.FP32, init_value=0.5)
            tensor.create([16, 128], dtype=FP32, layout=TensorLayout.ND, init_value=0.5): FP32[16, 128]
        create_tensor([16, 128], dtype=pl.FP32, layout=pl.TensorLayout.DN)
            tensor.create([16, 128], dtype=FP32, layout=TensorLayout.DN): FP32[16, 128] DN
        create_tensor([f, 128], dtype=pl.FP32)
            op/not-an-integer pl.create_tensor needs integers in 'shape', but element 0 is a scalar of dtype FP32.
        create_tensor(16, dtype=pl.FP32)
            op/wrong-kind pl.create_tensor needs a list of integers for 'shape', but gets a scalar of dtype INDEX.
        tensor.create([4], pl.INT32)
            tensor.create([4], dtype=INT32, layout=TensorLayout.ND): INT32[4]
        create_l1([16, 128], pl.BF16)
            tensor.create_l1([16, 128], dtype=BF16, transpose=False): BF16[16, 128]
        create_l1([n, 128], pl.BF16)
            op/not-constant pl.create_l1 needs every extent of its shape to be known while compiling, but n is not.
        create_tile([16, 128], dtype=pl.FP32)
            tile.create([16, 128], dtype=FP32, target_memory=MemorySpace.Vec): tile FP32[16, 128] in Vec
        create_tile([16, 128], pl.FP32, pl.MemorySpace.Mat)
            tile.create([16, 128], dtype=FP32, target_memory=MemorySpace.Mat): tile FP32[16, 128] in Mat
        create_tile([16, 128], dtype=pl.FP32, target_memory=pl.MemorySpace.Acc)
            tile.create([16, 128], dtype=FP32, target_memory=MemorySpace.Acc): tile FP32[16, 128] in Acc
        create_tile([n, 128], dtype=pl.FP32)
            op/not-constant pl.create_tile needs every extent of its shape to be known while compiling, but n is
            not.
        full([16, 128], pl.FP32, 0.0)
            op/needs-keyword pl.full takes a literal for 'value' only by keyword, as value=.
        full([16, 128], dtype=pl.FP32, value=0)
            tensor.full([16, 128], 0'FP32, dtype=FP32): FP32[16, 128]
        full([16, 128], dtype=pl.INT32, value=3)
            tensor.full([16, 128], 3'INT32, dtype=INT32): INT32[16, 128]
        full([n, 128], dtype=pl.BF16, value=1.0)
            tensor.full([n, 128], 1.0'BF16, dtype=BF16): BF16[n, 128]
        tile.full([16, 128], dtype=pl.FP32, value=0.0)
            tile.full([16, 128], 0.0, dtype=FP32): tile FP32[16, 128] in Vec
        arange(0, [1, 32])
            tensor.ci(0'INT32, [1, 32], dtype=INT32, descending=False): INT32[1, 32]
        arange(0, [1, 32], dtype=pl.UINT32)
            tensor.ci(0'UINT32, [1, 32], dtype=UINT32, descending=False): UINT32[1, 32]
        arange(k, [1, 32])
            tensor.ci(k, [1, 32], dtype=INT32, descending=False): INT32[1, 32]
        arange(0, [2, 32])
            op/incompatible-shapes pl.arange fills one row, so every dimension but the last must be 1, but the shape
            is [2, 32].
        arange(0, [1, 32], dtype=pl.FP32)
            op/unsupported-dtype pl.arange needs its result to have dtype INT16, INT32, UINT16 or UINT32, but it has
            FP32.
        arange(n, [1, 32])
            op/dtype-mismatch pl.arange needs a start of the result's dtype, but gets INDEX and INT32.
        tile.arange(0, [1, 32], dtype=pl.INT32)
            tile.ci(0'INT32, [1, 32], dtype=INT32, descending=False): tile INT32[1, 32] in Vec
        random(1, 2, 3, 4, 5, 6, [16, 16])
            tensor.random(1'INT32, 2'INT32, 3'INT32, 4'INT32, 5'INT32, 6'INT32, [16, 16], dtype=UINT32, rounds=10):
            UINT32[16, 16]
        tri(0, [16, 16], dtype=pl.FP32)
            tile.tri(0'INT32, [16, 16], dtype=FP32, upper=False): tile FP32[16, 16] in Vec
        """);
  }

  @Test
  void elements() {
    CallTable.check(
        NAMES,
        """
        read(a, [0, 1])
            tensor.read(a, [0, 1]): FP32
        read(a, [n, 0])
            tensor.read(a, [n, 0]): FP32
        read(line, n)
            tensor.read(line, [n]): FP32
        read(a, n)
            op/wrong-index-count pl.read needs one index for each of the 2 dimensions, but gets 1.
        read(a, [0])
            op/wrong-index-count pl.read needs one index for each of the 2 dimensions, but gets 1.
        read(a, [0, f])
            op/not-an-integer pl.read needs integers in 'indices', but element 1 is a scalar of dtype FP32.
        read(ta, [0, 1])
            tile.read(ta, [0, 1]): FP32
        tensor.read(i, [n, m])
            tensor.read(i, [n, m]): INT32
        write(a, [0, 1], f)
            tensor.write(a, [0, 1], f): FP32[16, 128]
        write(a, [0, 1], k)
            op/dtype-mismatch pl.write writes a value of dtype INT32 to elements of dtype FP32; convert it with
            pl.cast.
        write(i, [n, 0], k)
            tensor.write(i, [n, 0], k): INT32[16, 128]
        write(a, [0, 1], 1.0)
            tensor.write(a, [0, 1], 1.0): FP32[16, 128]
        write(ta, [0, 1], f)
            tile.write(ta, [0, 1], f): tile FP32[16, 128]
        tensor.write(line, [n], f)
            tensor.write(line, [n], f): FP32[128]
        tensor.dim(a, 0)
            tensor.dim(a, 0): INDEX
        tensor.dim(a, -1)
            tensor.dim(a, -1): INDEX
        tensor.dim(d, 0)
            tensor.dim(d, 0): INDEX
        tensor.dim(a, 2)
            op/axis-out-of-range pl.tensor.dim gets axis 2 of a tensor of 2 dimensions.
        dim(a, 1)
            tensor.dim(a, 1): INDEX
        """);
  }

  @Test
  void transfers() {
    CallTable.check(
        NAMES,
        """
        load(a, [0, 0], [16, 128])
            tile.load(a, [0, 0], [16, 128], [16, 128], target_memory=MemorySpace.Vec): tile FP32[16, 128] in Vec
        load(a, [n, 0], [8, 128])
            tile.load(a, [n, 0], [8, 128], [8, 128], target_memory=MemorySpace.Vec): tile FP32[8, 128] in Vec
        load(a, [8, 0], [16, 128])
            op/read-out-of-bounds pl.load reads past the end of dimension 0: offset 8 and extent 16 exceed the
            source's 16; pass clamp=True, as in pl.load(x, offsets, shapes, clamp=True), to read only what is
            inside.
        load(a, [8, 0], [16, 128], clamp=True)
            tile.load(a, [8, 0], [16, 128], [16, 128], target_memory=MemorySpace.Vec, clamp=True): tile FP32[16,
            128] valid [8, 128] in Vec
        load(a, [8, 0], [16, 128], valid_shape=[8, 128])
            tile.load(a, [8, 0], [16, 128], [8, 128], target_memory=MemorySpace.Vec): tile FP32[16, 128] valid [8,
            128] in Vec
        load(a, [0, 0], [16, 128], target_memory=pl.MemorySpace.Mat)
            tile.load(a, [0, 0], [16, 128], [16, 128], target_memory=MemorySpace.Mat): tile FP32[16, 128] in Mat
        load(a, [0, 0], [16, 128], valid_shape=[n, 128])
            tile.load(a, [0, 0], [16, 128], [n, 128], target_memory=MemorySpace.Vec): tile FP32[16, 128] valid [n,
            128] in Vec
        load(a, [0, 0], [16])
            op/wrong-rank pl.load needs as many offsets as extents, and at least one, but gets 2 and 1.
        load(a, [0], [16])
            tile.load(a, [0], [16], [16], target_memory=MemorySpace.Vec): tile FP32[16] in Vec
        load(d, [0, 0], [16, 128])
            tile.load(d, [0, 0], [16, 128], [16, 128], target_memory=MemorySpace.Vec): tile FP32[16, 128] in Vec
        load(w, [0, 0], [16, 128])
            tile.load(w, [0, 0], [16, 128], [16, 128], target_memory=MemorySpace.Vec): tile FP32[16, 128] in Vec
        store(ta, [0, 0], a)
            tile.store(ta, [0, 0], a): FP32[16, 128]
        store(ta, [n, 0], d)
            op/write-out-of-bounds pl.store writes past the end of dimension 0: offset n and extent 16 exceed the
            target's n.
        store(ta, [8, 0], a)
            op/write-out-of-bounds pl.store writes past the end of dimension 0: offset 8 and extent 16 exceed the
            target's 16.
        store(ta, [0, 0], a, atomic=pl.AtomicType.Add)
            tile.store(ta, [0, 0], a, atomic=1): FP32[16, 128]
        store(ta, [0, 0], i)
            tile.store(ta, [0, 0], i): INT32[16, 128]
        store(ta, [0, 0, 0], x3, [1, 16, 128])
            tile.store(ta, [0, 0, 0], x3, [1, 16, 128]): FP32[4, 16, 128]
        move(ta, pl.MemorySpace.Left)
            tile.move(ta, target_memory=MemorySpace.Left): tile FP32[16, 128] in Left
        move(ta, target_memory=pl.MemorySpace.Vec)
            tile.move(ta, target_memory=MemorySpace.Vec): tile FP32[16, 128] in Vec
        """);
  }
}
