# TRUTH: ordered
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: O2: A holds the task that t was made by, so the write waits for it, although it only reads t
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
        t = pl.create_tensor([64], dtype=pl.FP32)
        t = self.copy(x, t)
        for i in pl.range(3):
            z = self.copy(t, z)  # A
            pl.write(t, [0], 1.0)
        return z
