# TRUTH: ordered
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: O2, X2: B names A, a recorded writer of y, and holds it until it ends
import pypto.language as pl


@pl.program
class Case:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        return pl.store(pl.load(x, [0], [64]), [0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: pl.Tensor[[64], pl.FP32], k: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        return pl.store(pl.load(x, [0], [16]), [k * 16], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]], z: pl.Out[pl.Tensor[[64], pl.FP32]]):
        y, a = pl.submit(self.copy, x, y)  # A
        with pl.manual_scope():
            z, b = pl.submit(self.copy, y, z, deps=[a])  # B
        pl.write(y, [0], 1.0)
        return z
