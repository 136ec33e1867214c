# TRUTH: RACE A-B
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: ext_x is what the generated code calls the parameter x: B writes what A reads as x
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
        y = self.copy(x, y)  # A
        ext_x = pl.create_tensor([64], dtype=pl.FP32)
        ext_x = self.copy(x, ext_x)  # B
        z = self.copy(ext_x, z)
        return z
