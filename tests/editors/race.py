import pypto.language as pl


@pl.program
class Race:
    @pl.function(type=pl.FunctionType.InCore)
    def scale(
        self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]
    ) -> pl.Tensor[[64], pl.FP32]:
        return pl.store(pl.mul(pl.load(x, [0], [64]), 2.0), [0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(
        self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]
    ) -> pl.Tensor[[64], pl.FP32]:
        t = pl.create_tensor([64], dtype=pl.FP32, manual_dep=True)
        t = self.scale(x, t)
        y = self.scale(t, y)
        return y
