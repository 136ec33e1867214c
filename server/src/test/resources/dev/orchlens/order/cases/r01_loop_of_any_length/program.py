# TRUTH: ORDERED
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: A1: each iteration waits for the one before, and so for all earlier ones, however many there are
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def fold(self, x: pl.Tensor[[64, 64], pl.FP32], a: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        a = pl.store(pl.add(pl.load(x, [0, 0], [64, 64]), pl.load(a, [0, 0], [64, 64])), [0, 0], a)
        return a

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            for j in pl.range(m):
                t = self.fold(x, t)
            u = self.fold(x, u)
        return t, u
