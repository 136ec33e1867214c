"""Windows of one tensor: who waits depends on which part is touched.

Four tasks write the four bands of a field. `edge` reads the top band only and waits for one task; `centre` reads rows
that belong to the two bands in the middle and waits for two. Windows with constant bounds are compared exactly.

Once derived edges cover every hazard of an argument that is only read, the compiler marks the argument NoDep: the
runtime need not look that tensor up any more. The marks stand inside the calls.
"""

import pypto.language as pl

BAND = 16
COLS = 64
ROWS = 4 * BAND


@pl.program
class Windows:
    @pl.function(type=pl.FunctionType.InCore)
    def grow(
        self,
        seed: pl.Tensor[[BAND, COLS], pl.FP32],
        band: pl.Out[pl.Tensor[[BAND, COLS], pl.FP32]],
    ) -> pl.Tensor[[BAND, COLS], pl.FP32]:
        return pl.store(pl.exp(pl.load(seed, [0, 0], [BAND, COLS])), [0, 0], band)

    @pl.function(type=pl.FunctionType.InCore)
    def smooth(
        self,
        rows: pl.Tensor[[BAND, COLS], pl.FP32],
        result: pl.Out[pl.Tensor[[BAND, COLS], pl.FP32]],
    ) -> pl.Tensor[[BAND, COLS], pl.FP32]:
        tile = pl.load(rows, [0, 0], [BAND, COLS])
        return pl.store(pl.mul(tile, 0.5), [0, 0], result)

    @pl.function(type=pl.FunctionType.Orchestration)
    def field(
        self,
        seed: pl.Tensor[[BAND, COLS], pl.FP32],
        edge: pl.Out[pl.Tensor[[BAND, COLS], pl.FP32]],
        centre: pl.Out[pl.Tensor[[BAND, COLS], pl.FP32]],
    ) -> tuple[pl.Tensor[[BAND, COLS], pl.FP32], pl.Tensor[[BAND, COLS], pl.FP32]]:
        grown = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)
        top = pl.slice(grown, [BAND, COLS], [0, 0])
        upper = pl.slice(grown, [BAND, COLS], [BAND, 0])
        lower = pl.slice(grown, [BAND, COLS], [2 * BAND, 0])
        bottom = pl.slice(grown, [BAND, COLS], [3 * BAND, 0])
        top = self.grow(seed, top)
        upper = self.grow(seed, upper)
        lower = self.grow(seed, lower)
        bottom = self.grow(seed, bottom)
        edge = self.smooth(grown[0:BAND, 0:COLS], edge)
        centre = self.smooth(grown[BAND + 8 : 2 * BAND + 8, 0:COLS], centre)
        return edge, centre
