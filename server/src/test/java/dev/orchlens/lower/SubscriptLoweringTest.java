package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** Reading and writing parts of values. */
class SubscriptLoweringTest {
  @Test
  void reading() {
    LoweringTable.bodies(
        """
        a = x[0:8, :]
        -----
        a = pl.tensor.slice(x, [8, 64], [0, 0])
        =====
        a = x[n]
        -----
        a = pl.tensor.slice(x, [1, 64], [n, 0], [], [0])
        =====
        a = x[0, 0:16]
        -----
        a = pl.tensor.slice(x, [1, 16], [0, 0], [], [0])
        =====
        a = idx[n]
        -----
        a = pl.tensor.read(idx, [n])
        =====
        a = x[n : n + 8, 8:]
        -----
        a = pl.tensor.slice(x, [8, 56], [n, 8])
        =====
        pair = (x, y)
        a = pair[1]
        -----
        pair = (x, y)
        a = pair[1]
        """);
  }

  @Test
  void writing() {
    LoweringTable.bodies(
        """
        y[:] = x
        -----
        y = pl.tensor.assemble(y, x, [0, 0])
        =====
        y[0:8, :] = x[8:16, :]
        -----
        y = pl.tensor.assemble(y, pl.tensor.slice(x, [8, 64], [8, 0]), [0, 0])
        =====
        y[n : n + 1, :] = x[0:1, :]
        -----
        y = pl.tensor.assemble(y, pl.tensor.slice(x, [1, 64], [0, 0]), [n, 0])
        =====
        a = pl.array.create(4, pl.INT32)
        a[0] = n
        b = a[n]
        -----
        a = pl.array.create(4, dtype=pl.INT32)
        a = pl.array.update_element(a, 0, n)
        b = a[n]
        """);
  }

  @Test
  void mistakes() {
    LoweringTable.bodies(
        """
        a = x[0, 0, 0]
        -----
        a = ...
        1 subscript/rank The subscript has 3 indices, but the tensor has 2 dimensions.
        =====
        a = x[0:8:2]
        -----
        a = ...
        1 subscript/form A slice with a step does not exist: write start:stop.
        =====
        a = x[28:36, :]
        -----
        a = ...
        def op/read-out-of-bounds pl.tensor.slice reads past the end of dimension 0: offset 28 and extent 8
            exceed the source's 32; pass clamp=True, as in pl.slice(x, shape, offset, clamp=True), to read only
            what is inside.
        =====
        y[0:8, :] = x[0:4, :]
        -----
        pass
        1 subscript/shape The window takes 8 elements in dimension 0 of the value, which has 4.
        =====
        a = pl.slice(x, [8, 64], [pl.max(n - 1, 0) % 0, 0])
        -----
        a = ...
        1 arith/division-by-zero This divides by 0.
        =====
        y[n % 0 : n % 0 + 8, :] = x[0:8, :]
        -----
        pass
        1 arith/division-by-zero This divides by 0.
        =====
        a = n[0]
        -----
        a = ...
        1 subscript/type 'n' is a scalar and has no elements. Only tuples, tensors, tiles and arrays have.
        =====
        pair = (x, y)
        a = pair[2]
        -----
        pair = (x, y)
        a = ...
        def assignment/unpacking The tuple has 2 elements, so there is no element 2.
        =====
        pair = (x, y)
        a = pair[n]
        -----
        pair = (x, y)
        a = ...
        2 subscript/form An element of a tuple is chosen by a number that is written in place.
        =====
        y[0, 0] = x
        -----
        pass
        1 subscript/element-write A single element of a tensor cannot be assigned. Write a window, or use
            pl.write in a kernel.
        """);
  }
}
