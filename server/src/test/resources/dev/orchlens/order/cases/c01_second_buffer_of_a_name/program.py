# TRUTH: RACE A-C, B-C, A-D
# MODE: auto (analyze_auto_scopes_for_deps on)
# WHY: the generated code fills and reads the first t where the program means the second
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
        for k in pl.range(4):
            t = self.part(x, k, t)  # A
        y = self.copy(t, y)  # B
        t = pl.create_tensor([64], dtype=pl.FP32)
        for k in pl.range(4):
            t = self.part(x, k, t)  # C
        z = self.copy(t, z)  # D
        return z
