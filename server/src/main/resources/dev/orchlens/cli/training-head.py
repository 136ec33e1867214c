"""A program for the JVM to get to know the server by: it uses much of the language, and means nothing."""

from dataclasses import dataclass

import pypto.language as pl


@dataclass(frozen=True)
class Sizes:
    tokens: int = 32
    hidden: int = 256
    heads: int = 8
    chunk: int = 64

    @property
    def chunks(self) -> int:
        return self.hidden // self.chunk


SIZES = Sizes()
TOKENS, HIDDEN, CHUNK, CHUNKS = SIZES.tokens, SIZES.hidden, SIZES.chunk, SIZES.chunks
SCALE = 1.0 / HIDDEN
NAMES = {name: index * CHUNK for index, name in enumerate(["gate", "up", "down"])}


@pl.program
class Small:
    @pl.function(type=pl.FunctionType.InCore)
    def scale(
        self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        return pl.store(pl.mul(pl.load(x, [0, 0], [64, 64]), 2.0), [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def update(
        self, i: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        return pl.store(pl.load(y, [i * 8, 0], [8, 64]), [i * 8, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        t = pl.create_tensor([64, 64], dtype=pl.FP32)
        t = self.scale(x, t)
        for i in pl.range(8):
            t = self.update(i, t)
        ids = pl.array.create(4, pl.TASK_ID)
        with pl.manual_scope():
            for i in pl.range(4):
                t, done = pl.submit(self.update, i, t)
                ids[i] = done
            y, last = pl.submit(self.scale, t, y, deps=[ids])
        return y
