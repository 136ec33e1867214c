# TRUTH: ORDERED
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: the generated code assigns t before it hands t on to u: both are one buffer from the second iteration on, and each iteration waits for the one before
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y = pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i, (t, u) in pl.range(n, init_values=(t, u)):
            u = self.copy(t, u)
            t, u = pl.yield_(u, t)
        return t, u
