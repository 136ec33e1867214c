# TRUTH: RACE A-write
# MODE: default (analyze_auto_scopes_for_deps off)
# WHY: O2, S2: A is in a MANUAL scope and names nobody, so it holds no task
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
        with pl.manual_scope():
            z, a = pl.submit(self.copy, t, z)  # A
        pl.write(t, [0], 1.0)  # W
        return z
