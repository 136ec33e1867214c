"""A manual scope: here you own the graph.

Inside `pl.manual_scope()` nothing is derived and the runtime looks nothing up: a task waits for the tasks that `deps=`
names and for no others. `pl.submit` returns the TaskId to name. That is fast, and a forgotten edge is a race.

Try it: take `deps=[weighed]` out of the last launch. The edge is gone from the end of its line, and a diagnostic says that
nothing keeps that task from reading `weights` before they are written.
"""

import pypto.language as pl

TOKENS = 16
WIDTH = 64


@pl.program
class ManualScope:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        tokens: pl.Tensor[[TOKENS, WIDTH], pl.FP32],
        scale: pl.Scalar[pl.FP32],
        heads: pl.Out[pl.Tensor[[TOKENS, WIDTH], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, WIDTH], pl.FP32]:
        tile = pl.load(tokens, [0, 0], [TOKENS, WIDTH])
        return pl.store(pl.mul(tile, scale), [0, 0], heads)

    @pl.function(type=pl.FunctionType.InCore)
    def weigh(
        self,
        query: pl.Tensor[[TOKENS, WIDTH], pl.FP32],
        key: pl.Tensor[[TOKENS, WIDTH], pl.FP32],
        weights: pl.Out[pl.Tensor[[TOKENS, WIDTH], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, WIDTH], pl.FP32]:
        product = pl.mul(pl.load(query, [0, 0], [TOKENS, WIDTH]), pl.load(key, [0, 0], [TOKENS, WIDTH]))
        return pl.store(pl.exp(product), [0, 0], weights)

    @pl.function(type=pl.FunctionType.Orchestration)
    def attend(
        self,
        tokens: pl.Tensor[[TOKENS, WIDTH], pl.FP32],
        mixed: pl.Out[pl.Tensor[[TOKENS, WIDTH], pl.FP32]],
    ) -> pl.Tensor[[TOKENS, WIDTH], pl.FP32]:
        query = pl.create_tensor([TOKENS, WIDTH], dtype=pl.FP32)
        key = pl.create_tensor([TOKENS, WIDTH], dtype=pl.FP32)
        weights = pl.create_tensor([TOKENS, WIDTH], dtype=pl.FP32)
        with pl.manual_scope():
            query, queried = pl.submit(self.project, tokens, 0.125, query)
            key, keyed = pl.submit(self.project, tokens, 1.0, key)
            weights, weighed = pl.submit(self.weigh, query, key, weights, deps=[queried, keyed])
            mixed, _ = pl.submit(self.weigh, weights, tokens, mixed, deps=[weighed])
        return mixed
