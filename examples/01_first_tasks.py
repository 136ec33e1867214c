"""Start here: two tasks and the order between them.

An Orchestration function does not compute. Every call of a kernel launches a task, and the tasks run in any order that
the data allow. `sharpen` reads the tensor that `brighten` writes, so it has to wait: a read after a write (RAW).

Look at the ends of the two lines that launch tasks, then hover there to see which tensor makes the second one wait.
"""

import pypto.language as pl

ROWS = 32
COLS = 64


@pl.program
class FirstTasks:
    @pl.function(type=pl.FunctionType.InCore)
    def brighten(
        self,
        image: pl.Tensor[[ROWS, COLS], pl.FP32],
        bright: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        pixels = pl.load(image, [0, 0], [ROWS, COLS])
        return pl.store(pl.mul(pixels, 1.25), [0, 0], bright)

    @pl.function(type=pl.FunctionType.InCore)
    def sharpen(
        self,
        image: pl.Tensor[[ROWS, COLS], pl.FP32],
        bright: pl.Tensor[[ROWS, COLS], pl.FP32],
        sharp: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        before = pl.load(image, [0, 0], [ROWS, COLS])
        after = pl.load(bright, [0, 0], [ROWS, COLS])
        return pl.store(pl.sub(pl.mul(after, 2.0), before), [0, 0], sharp)

    @pl.function(type=pl.FunctionType.Orchestration)
    def develop(
        self,
        image: pl.Tensor[[ROWS, COLS], pl.FP32],
        sharp: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        bright = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)
        bright = self.brighten(image, bright)
        sharp = self.sharpen(image, bright, sharp)
        return sharp
