"""What barriers in front of a loop save when the compiler derives the dependencies.

Two loops write a buffer each, 136 and 80 tasks. A third loop of 40 iterations reads both: every iteration would list 136
TaskIds in one launch and 80 and one more in the other, 8,680 entries in all. Two barriers in front of the loop wait for the
136 and the 80 once, and each iteration lists a barrier instead: 336 entries.

Nothing of this is written here. Switch the setting "analyze auto scopes for deps" on, hover the last loop, and look for
"Barrier" in the generated orchestration.
"""

import pypto.language as pl

ROWS = 8
COLS = 64
GATES = 136
TILES = 80
BLOCKS = 40


@pl.program
class LoopBarriers:
    @pl.function(type=pl.FunctionType.InCore)
    def gate(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        index: pl.Scalar[pl.INDEX],
        gates: pl.Out[pl.Tensor[[GATES * ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[GATES * ROWS, COLS], pl.FP32]:
        tile = pl.load(x, [0, 0], [ROWS, COLS])
        return pl.store(pl.mul(tile, 0.5), [index * ROWS, 0], gates)

    @pl.function(type=pl.FunctionType.InCore)
    def residual(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        index: pl.Scalar[pl.INDEX],
        resid: pl.Out[pl.Tensor[[TILES * ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[TILES * ROWS, COLS], pl.FP32]:
        tile = pl.load(x, [0, 0], [ROWS, COLS])
        return pl.store(pl.add(tile, 1.0), [index * ROWS, 0], resid)

    @pl.function(type=pl.FunctionType.InCore)
    def down(
        self,
        gates: pl.Tensor[[GATES * ROWS, COLS], pl.FP32],
        block: pl.Scalar[pl.INDEX],
        acc: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        tile = pl.load(gates, [block * ROWS, 0], [ROWS, COLS])
        return pl.store(tile, [0, 0], acc)

    @pl.function(type=pl.FunctionType.InCore)
    def add_residual(
        self,
        acc: pl.Tensor[[ROWS, COLS], pl.FP32],
        resid: pl.Tensor[[TILES * ROWS, COLS], pl.FP32],
        block: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[BLOCKS * ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[BLOCKS * ROWS, COLS], pl.FP32]:
        left = pl.load(acc, [0, 0], [ROWS, COLS])
        right = pl.load(resid, [block * ROWS, 0], [ROWS, COLS])
        return pl.store(pl.add(left, right), [block * ROWS, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def block_end(
        self,
        x: pl.Tensor[[ROWS, COLS], pl.FP32],
        y: pl.Out[pl.Tensor[[BLOCKS * ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[BLOCKS * ROWS, COLS], pl.FP32]:
        gates = pl.create_tensor([GATES * ROWS, COLS], dtype=pl.FP32)
        resid = pl.create_tensor([TILES * ROWS, COLS], dtype=pl.FP32)
        for i in pl.parallel(GATES):
            gates = self.gate(x, i, gates)
        for i in pl.parallel(TILES):
            resid = self.residual(x, i, resid)
        for block in pl.range(BLOCKS):
            acc = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)
            acc, down_tid = pl.submit(self.down, gates, block, acc)
            y, _ = pl.submit(self.add_residual, acc, resid, block, y, deps=[down_tid])
        return y
