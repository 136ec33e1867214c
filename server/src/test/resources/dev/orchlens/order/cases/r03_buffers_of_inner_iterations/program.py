# TRUTH: RACE A-A
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: D4: each iteration of the inner loop makes a buffer of its own, so nothing orders the writes of y
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y = pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def both(self, x: pl.Tensor[[64, 64], pl.FP32], a: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        t = pl.load(x, [0, 0], [64, 64])
        a = pl.store(pl.add(t, pl.load(a, [0, 0], [64, 64])), [0, 0], a)
        y = pl.store(t, [0, 0], y)
        return a, y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i, (t, u) in pl.range(n, init_values=(t, u)):
            for j in pl.range(2):
                s = pl.create_tensor([64, 64], dtype=pl.FP32)
                s, y = self.both(x, s, pl.no_dep(y))  # A
            u = self.copy(t, u)
            t, u = pl.yield_(u, u)
        return t, u, y
