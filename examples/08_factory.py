"""A factory: one text, programs of several sizes.

A function that returns a `@pl.program` class builds a program for its arguments. Shapes, trip counts and array lengths
come from them. Each call at module level is an entry of its own; Orchlens analyses it with the values of that call.
"""

import pypto.language as pl

COLS = 64


def rows_of(lanes: int, depth: int) -> int:
    """How many rows all lanes together have."""
    return lanes * depth


def build_reduction(*, lanes: int = 4, depth: int = 8):
    """A program that squares `lanes` stripes of `depth` rows side by side and then joins them."""
    rows = rows_of(lanes, depth)

    @pl.program
    class Reduction:
        @pl.function(type=pl.FunctionType.InCore)
        def square(
            self,
            source: pl.Tensor[[rows, COLS], pl.FP32],
            lane: pl.Scalar[pl.INDEX],
            squares: pl.InOut[pl.Tensor[[rows, COLS], pl.FP32]],
        ) -> pl.Tensor[[rows, COLS], pl.FP32]:
            stripe = pl.load(source, [lane * depth, 0], [depth, COLS])
            return pl.store(pl.mul(stripe, stripe), [lane * depth, 0], squares)

        @pl.function(type=pl.FunctionType.InCore)
        def join(
            self,
            squares: pl.Tensor[[rows, COLS], pl.FP32],
            joined: pl.Out[pl.Tensor[[depth, COLS], pl.FP32]],
        ) -> pl.Tensor[[depth, COLS], pl.FP32]:
            return pl.store(pl.load(squares, [0, 0], [depth, COLS]), [0, 0], joined)

        @pl.function(type=pl.FunctionType.Orchestration)
        def reduce(
            self,
            source: pl.Tensor[[rows, COLS], pl.FP32],
            squares: pl.InOut[pl.Tensor[[rows, COLS], pl.FP32]],
            joined: pl.Out[pl.Tensor[[depth, COLS], pl.FP32]],
        ) -> pl.Tensor[[depth, COLS], pl.FP32]:
            ready = pl.array.create(lanes, pl.TASK_ID)
            for lane in pl.parallel(lanes):
                _squares, done = pl.submit(self.square, source, lane, squares)
                ready[lane] = done
            joined, _ = pl.submit(self.join, squares, joined, deps=[ready])
            return joined

    return Reduction


narrow = build_reduction(lanes=2)
wide = build_reduction(lanes=16, depth=4)
