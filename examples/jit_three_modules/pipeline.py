"""A `@pl.jit` program over three modules: settings in one, stages in another, the entry here.

No kernel is written out and no task is launched by name. Every `with pl.at(...)` region is outlined into a kernel, and the
place where it stands becomes the launch. The stages are inlined, so their tasks show at the calls below; the hover leads
to the region itself.

Try it: open settings.py beside this file and set `sharpen` to False. One task is gone here, and `tone` waits for others.
"""

import pypto.language as pl
from settings import PREVIEW
from stages import denoise, sharpen, tone

ROWS, COLS = PREVIEW.rows, PREVIEW.cols
SHARPEN = PREVIEW.sharpen


@pl.jit
def develop(raw: pl.Tensor[[ROWS, COLS], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]):
    clean = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)
    clean = denoise(raw, clean)
    if SHARPEN:
        crisp = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)
        crisp = sharpen(raw, clean, crisp)
        out = tone(crisp, out)
    else:
        out = tone(clean, out)
    return out
