"""The three reasons for one task to wait for another.

- RAW, read after write: `measure` needs the samples that `capture` writes.
- WAR, write after read: the second `capture` must not overwrite the samples while `measure` still reads them.
- WAW, write after write: the second `capture` must also come after the first, or the older samples would win.

The compiler derives all three when its option `analyze_auto_scopes_for_deps` is on. With it off, which is the default, the
runtime finds RAW and this WAW, but no WAR, as it records no readers: nothing orders the second `capture` behind `measure`.
"Orchlens: Switch Dependency Analysis of Auto Scopes On or Off" shows the program both ways.
"""

import pypto.language as pl

CHANNELS = 8
SAMPLES = 128


@pl.program
class ThreeHazards:
    @pl.function(type=pl.FunctionType.InCore)
    def capture(
        self,
        signal: pl.Tensor[[CHANNELS, SAMPLES], pl.FP32],
        samples: pl.Out[pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]],
    ) -> pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]:
        return pl.store(pl.load(signal, [0, 0], [CHANNELS, SAMPLES]), [0, 0], samples)

    @pl.function(type=pl.FunctionType.InCore)
    def measure(
        self,
        samples: pl.Tensor[[CHANNELS, SAMPLES], pl.FP32],
        power: pl.Out[pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]],
    ) -> pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]:
        wave = pl.load(samples, [0, 0], [CHANNELS, SAMPLES])
        return pl.store(pl.mul(wave, wave), [0, 0], power)

    @pl.function(type=pl.FunctionType.Orchestration)
    def record(
        self,
        left: pl.Tensor[[CHANNELS, SAMPLES], pl.FP32],
        right: pl.Tensor[[CHANNELS, SAMPLES], pl.FP32],
        left_power: pl.Out[pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]],
        right_power: pl.Out[pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]],
    ) -> tuple[pl.Tensor[[CHANNELS, SAMPLES], pl.FP32], pl.Tensor[[CHANNELS, SAMPLES], pl.FP32]]:
        samples = pl.create_tensor([CHANNELS, SAMPLES], dtype=pl.FP32)
        samples = self.capture(left, samples)
        left_power = self.measure(samples, left_power)
        samples = self.capture(right, samples)
        right_power = self.measure(samples, right_power)
        return left_power, right_power
