# TRUTH: ordered
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: X4: the two counters are the digits of the slot, so every slot is written once
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
        t = pl.create_tensor([1600], dtype=pl.FP32)
        tids = pl.array.create(200, pl.TASK_ID)
        with pl.manual_scope():
            for i in pl.parallel(20):
                for j in pl.parallel(10):
                    k: pl.Scalar[pl.INDEX] = i * 10 + j
                    t, a = pl.submit(self.put, x, k, t)  # A
                    tids[i * 10 + j] = a
        y, b = pl.submit(self.copy, t, y, deps=[tids[i] for i in range(200)])  # B
        return y
