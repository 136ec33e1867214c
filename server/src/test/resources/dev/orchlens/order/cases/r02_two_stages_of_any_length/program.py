# TRUTH: RACE A-B
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: A3: B reads t, and A of the next iteration waits for A alone; what A reads and B writes is ordered the other way round
# PAIRS: A = line 21, B = line 22
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def fold(self, x: pl.Tensor[[64, 64], pl.FP32], a: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        a = pl.store(pl.add(pl.load(x, [0, 0], [64, 64]), pl.load(a, [0, 0], [64, 64])), [0, 0], a)
        return a

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], v: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], w: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        for i in pl.range(n):
            v = self.fold(w, v)
            w = self.fold(v, w)
        for i in pl.range(n):
            t = self.fold(x, t)  # A
            u = self.fold(t, u)  # B
        return t, u, v, w
