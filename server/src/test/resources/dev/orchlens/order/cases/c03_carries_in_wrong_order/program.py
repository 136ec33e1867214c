# TRUTH: ORDERED
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: the generated code assigns p1 before it hands p1 on to p2, so each iteration waits for the one before
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def rows(self, x: pl.Tensor[[64, 64], pl.FP32], d: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y = pl.store(pl.add(pl.load(x, [0, 0], [8, 64]), pl.load(y, [d, 0], [8, 64])), [d, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.manual_scope():
            p1 = None
            p2 = None
            for i, (t, p1, p2) in pl.range(6, init_values=(t, p1, p2)):
                d = (i % 3) * 8
                t, q = pl.submit(self.rows, x, d, t, deps=[p2])
                t, p1, p2 = pl.yield_(t, q, p1)
        return t
