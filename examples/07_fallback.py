"""A fallback: where the compiler gives up, and what that costs.

The analysis follows every tensor to the storage behind it. It cannot follow `pl.reshape`: what `classify` reads has no
known location, so no edge can be proved for it. The compiler then stays on the safe side: the body keeps the runtime's
own tracking, and no argument of it is rewritten.

The warning stands at the argument that caused it. Reading `features` without the reshape makes it go away.
"""

import pypto.language as pl

SIDE = 8
FLAT = SIDE * SIDE


@pl.program
class Fallback:
    @pl.function(type=pl.FunctionType.InCore)
    def convolve(
        self,
        image: pl.Tensor[[SIDE, SIDE], pl.FP32],
        features: pl.Out[pl.Tensor[[SIDE, SIDE], pl.FP32]],
    ) -> pl.Tensor[[SIDE, SIDE], pl.FP32]:
        tile = pl.load(image, [0, 0], [SIDE, SIDE])
        return pl.store(pl.maximum(tile, 0.0), [0, 0], features)

    @pl.function(type=pl.FunctionType.InCore)
    def classify(
        self,
        vector: pl.Tensor[[1, FLAT], pl.FP32],
        scores: pl.Out[pl.Tensor[[1, FLAT], pl.FP32]],
    ) -> pl.Tensor[[1, FLAT], pl.FP32]:
        return pl.store(pl.exp(pl.load(vector, [0, 0], [1, FLAT])), [0, 0], scores)

    @pl.function(type=pl.FunctionType.Orchestration)
    def recognise(
        self,
        image: pl.Tensor[[SIDE, SIDE], pl.FP32],
        scores: pl.Out[pl.Tensor[[1, FLAT], pl.FP32]],
    ) -> pl.Tensor[[1, FLAT], pl.FP32]:
        coarse = pl.create_tensor([SIDE, SIDE], dtype=pl.FP32)
        features = pl.create_tensor([SIDE, SIDE], dtype=pl.FP32)
        coarse = self.convolve(image, coarse)
        features = self.convolve(coarse, features)
        vector = pl.reshape(features, [1, FLAT])
        scores = self.classify(vector, scores)
        return scores
