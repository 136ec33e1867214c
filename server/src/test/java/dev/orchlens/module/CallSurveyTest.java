package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Calls of DSL functions with tensors, wherever they stand. */
class CallSurveyTest {
  @Test
  void callsInFunctionsAndBelowTheMainTest() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            import argparse
            import pypto.language as pl
            import torch

            ROWS = 16

            @pl.jit
            def entry(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32] = 4):
                return y

            @pl.jit.inline
            def helper(x):
                return x

            def inputs(cols):
                return torch.randn(ROWS, cols), torch.zeros((ROWS, cols), dtype=torch.bfloat16)

            def test_entry(cols=32):
                x, y = inputs(cols)
                entry(x, y, n=cols)

            def other():
                helper(1)

            class Unused:
                def run(self):
                    entry(1)

            if __name__ == "__main__":
                args = argparse.ArgumentParser().parse_args()
                undefined_helper()
                if args.small:
                    entry(*inputs(8))
                else:
                    entry.compile(*inputs(64), config=None)
                for rows in args.rows:
                    entry(torch.empty(rows, 4), None)
            """);
    String calls =
        world.surveyCalls(world.main(), Set.of("entry")).stream()
            .map(
                call ->
                    ProgramText.place(world, call.site())
                        + " "
                        + call.callee().name()
                        + call.arguments().stream()
                            .map(ProgramText::show)
                            .collect(Collectors.joining(", ", "(", ")"))
                        + call.keywords().keySet())
            .collect(Collectors.joining("\n"));
    assertThat(calls)
        .isEqualTo(
            """
            program.py:20:5 entry(<tensor of shape (16, 32), float32>, <tensor of shape (16, 32), bfloat16>)[n]
            program.py:33:9 entry(<tensor of shape (16, 8), float32>, <tensor of shape (16, 8), bfloat16>)[]
            program.py:35:9 entry(<tensor of shape (16, 64), float32>, <tensor of shape (16, 64), bfloat16>)[config]
            program.py:37:9 entry(<tensor of shape (<unknown>, 4), float32>, None)[]\
            """);
    assertThat(world.calls()).isEmpty();
  }

  @Test
  void aCallOfAnElementOfATableMayBeACallOfAny() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            import argparse
            import pypto.language as pl
            import torch

            @pl.jit
            def plain(x: pl.Tensor):
                return x

            @pl.jit
            def staged(x: pl.Tensor):
                return x

            MODES = {"plain": plain, "staged": staged}

            if __name__ == "__main__":
                args = argparse.ArgumentParser().parse_args()
                MODES[args.mode](torch.zeros(4, 8))
                MODES["plain"](torch.zeros(2, 8))
            """);
    String calls =
        world.surveyCalls(world.main(), Set.of("MODES")).stream()
            .map(
                call ->
                    ProgramText.place(world, call.site())
                        + " "
                        + call.callee().name()
                        + call.arguments().stream()
                            .map(ProgramText::show)
                            .collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining("\n"));
    assertThat(calls)
        .isEqualTo(
            """
            program.py:17:5 plain(<tensor of shape (4, 8), float32>)
            program.py:17:5 staged(<tensor of shape (4, 8), float32>)
            program.py:18:5 plain(<tensor of shape (2, 8), float32>)\
            """);
  }
}
