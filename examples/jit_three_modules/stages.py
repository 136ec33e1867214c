"""The stages: helpers that are inlined where they are called, so that their regions become tasks of the caller."""

import pypto.language as pl
from settings import PREVIEW

ROWS, COLS, BAND = PREVIEW.rows, PREVIEW.cols, PREVIEW.band


@pl.jit.inline
def denoise(raw: pl.Tensor[[ROWS, COLS], pl.FP32], clean: pl.Tensor[[ROWS, COLS], pl.FP32]):
    for row in pl.parallel(0, ROWS, BAND):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="denoise"):
            clean[row : row + BAND, :] = pl.mul(raw[row : row + BAND, :], 0.9)
    return clean


@pl.jit.inline
def sharpen(
    raw: pl.Tensor[[ROWS, COLS], pl.FP32],
    clean: pl.Tensor[[ROWS, COLS], pl.FP32],
    crisp: pl.Tensor[[ROWS, COLS], pl.FP32],
):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="sharpen"):
        crisp[:] = pl.sub(pl.mul(clean, 2.0), raw)
    return crisp


@pl.jit.inline
def tone(picture: pl.Tensor[[ROWS, COLS], pl.FP32], out: pl.Tensor[[ROWS, COLS], pl.FP32]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="tone"):
        out[:] = pl.sqrt(picture)
    return out
