package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import dev.orchlens.pass.tools.ProgramPass;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OptimizeOrchTensorsTest {
  private static final ProgramPass[] PASSES = {
    new ConvertToSSA(),
    new FlattenCallExpr(),
    new OutlineIncoreScopes(),
    new ConvertTensorToTileOps(),
    new OptimizeOrchTensors()
  };

  private static String text(Program program, String function) {
    return Printer.print(program.function(function).orElseThrow())
        .lines()
        .filter(l -> !l.startsWith("@"))
        .map(
            l ->
                l.replaceAll("^( +\\w+): pl\\..*? = ", "$1 = ")
                    .replace("pl.Tensor[[64], pl.FP32]", "T"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  void aResultThatALoopCarriesOnIsWrittenWhereItWasRead() {
    Program program =
        PassText.run(
            PassText.lower(
                PassText.withBody(
                    """
                    for i in pl.range(n):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="grow"):
                            x = pl.add(x, x)
                    return x
                    """)),
            PASSES);
    assertThat(text(program, "grow").lines().toList().getFirst())
        .isEqualTo("def grow(self, x__iter_v1: pl.InOut[T]) -> T:");
    assertThat(text(program, "run").lines().skip(1).collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(
            """
                for i__idx_v0, (x__iter_v1,) in pl.range(n__ssa_v0, init_values=(x__ssa_v0,)):
                    x__ssa_v3 = self.grow(x__iter_v1)
                    x__rv_v2 = pl.yield_(x__ssa_v3)
                return x__rv_v2
            """);
  }

  @Test
  void assemblingIntoAnInputThatIsLoadedWholeDoesNotWriteIt() {
    Program program =
        PassText.run(
            PassText.lower(
                PassText.withBody(
                    """
                    for i in pl.range(n):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="grow"):
                            o[:] = pl.add(o, x)
                    return o
                    """)),
            PASSES);
    assertThat(text(program, "grow").lines().toList().getFirst())
        .isEqualTo("def grow(self, o__iter_v1: pl.InOut[T], x__ssa_v0: T) -> T:");
    assertThat(text(program, "run").lines().skip(1).collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(
            """
                for i__idx_v0, (o__iter_v1,) in pl.range(n__ssa_v0, init_values=(o__ssa_v0,)):
                    o__ssa_v3 = self.grow(o__iter_v1, x__ssa_v0)
                    o__rv_v2 = pl.yield_(o__ssa_v3)
                return o__rv_v2
            """);
  }

  @Test
  void aResultThatNoLoopCarriesOnGetsABuffer() {
    Program program =
        PassText.run(
            PassText.lower(
                PassText.withBody(
                    """
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="grow"):
                        y = pl.add(x, x)
                    return y
                    """)),
            PASSES);
    assertThat(text(program, "grow").lines().toList().getFirst())
        .isEqualTo("def grow(self, x__ssa_v0: T, ret0__out: pl.Out[T]) -> T:");
    assertThat(text(program, "run").lines().skip(1).collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(
            """
                ret0__out = pl.tensor.create([64], dtype=pl.FP32)
                y__ssa_v0 = self.grow(x__ssa_v0, ret0__out)
                return y__ssa_v0
            """);
  }
}
