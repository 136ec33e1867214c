"""A fence between phases: one barrier instead of many dependencies.

Every worker of a phase waits for every worker of the phase before. Written plainly, each of the 8 launches of a phase
lists 8 TaskIds, 64 entries for one phase. The compiler notices, puts one task that does nothing in front of the loop,
lets that one wait for the 8 and everybody else wait for it: 8 + 8 entries.

Hover the inner loop to see who waits for whom, and what the fence saves.
"""

import pypto.language as pl

WORKERS = 8
PHASES = 3
STRIPE = 8
COLS = 64
ROWS = WORKERS * STRIPE


@pl.program
class PhaseFence:
    @pl.function(type=pl.FunctionType.InCore)
    def relax(
        self,
        heat: pl.Tensor[[ROWS, COLS], pl.FP32],
        worker: pl.Scalar[pl.INDEX],
        cooled: pl.InOut[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        stripe = pl.load(heat, [worker * STRIPE, 0], [STRIPE, COLS])
        return pl.store(pl.mul(stripe, 0.98), [worker * STRIPE, 0], cooled)

    @pl.function(type=pl.FunctionType.Orchestration)
    def cool_down(
        self,
        heat: pl.Tensor[[ROWS, COLS], pl.FP32],
        cooled: pl.InOut[pl.Tensor[[ROWS, COLS], pl.FP32]],
    ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        with pl.manual_scope():
            finished = pl.array.create(WORKERS, pl.TASK_ID)
            for phase, (before,) in pl.range(PHASES, init_values=(finished,)):
                mine = pl.array.create(WORKERS, pl.TASK_ID)
                for worker in pl.parallel(WORKERS):
                    cooled, done = pl.submit(self.relax, heat, worker, cooled, deps=[before])
                    mine[worker] = done
                finished = pl.yield_(mine)
        return cooled
