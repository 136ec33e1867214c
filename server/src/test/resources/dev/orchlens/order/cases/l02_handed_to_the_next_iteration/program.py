# TRUTH: ordered
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: M2: t of an iteration is read by the next one in a MANUAL scope, and its own scope has ended
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def put(self, x: pl.Tensor[[8], pl.FP32], k: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[1600], pl.FP32]]) -> pl.Tensor[[1600], pl.FP32]:
        return pl.store(pl.load(x, [0], [8]), [k * 8], y)

    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, t: pl.Tensor[[1600], pl.FP32], y: pl.Out[pl.Tensor[[1600], pl.FP32]]) -> pl.Tensor[[1600], pl.FP32]:
        return pl.store(pl.load(t, [0], [1600]), [0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[8], pl.FP32], y: pl.Out[pl.Tensor[[1600], pl.FP32]]) -> pl.Tensor[[1600], pl.FP32]:
        cur = pl.create_tensor([1600], dtype=pl.FP32)
        cur, first = pl.submit(self.copy, y, cur)
        ids = pl.array.create(1, pl.TASK_ID)
        ids[0] = first
        for i in pl.range(6):
            t = pl.create_tensor([1600], dtype=pl.FP32)
            mid = pl.create_tensor([1600], dtype=pl.FP32)
            done = pl.array.create(1, pl.TASK_ID)
            with pl.manual_scope():
                mid, a = pl.submit(self.copy, cur, mid, deps=[ids])
                done[0] = a
            t, b = pl.submit(self.copy, mid, t, deps=[done])
            ids[0] = b
            cur = t
        y, c = pl.submit(self.copy, cur, y)
        return y
