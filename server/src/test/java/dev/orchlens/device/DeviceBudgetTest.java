package dev.orchlens.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What scopes hold: each as the line that opens it and its ring, what it holds at least and at
 * most, and the loop that leaves it open. The lines of {@code run} count from 1.
 */
class DeviceBudgetTest {
  private static final String KERNELS =
      """
      import pypto.language as pl

      @pl.program
      class Demo:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.mul(pl.load(x, [0], [64]), 2.0), [0], y)

          @pl.function(type=pl.FunctionType.Orchestration%s)
          def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
      """;

  @TempDir private Path folder;

  @Test
  void aBodyHoldsItsTasksAndBuffersAndALoopsBodyIsAScopeOfItsOwn() throws IOException {
    assertThat(
            scopes(
                """
                t = pl.create_tensor([64], dtype=pl.FP32)
                u = pl.create_tensor([300], dtype=pl.FP32)
                t = self.scale(x, t)
                for i in pl.range(100):
                    v = pl.create_tensor([64], dtype=pl.FP32)
                    v = self.scale(t, v)
                    y = self.scale(v, y)
                """))
        .isEqualTo(
            """
            0 ring 1: 2 tasks, 3072 bytes
            4 ring 2: 3 tasks, 1024 bytes
            """);
  }

  @Test
  void oneSideOfABranchCountsAtMostAndNoneAtLeast() throws IOException {
    assertThat(
            byHand(
                """
                if n > 0:
                    y = self.scale(x, y)
                    y = self.scale(x, y)
                else:
                    y = self.scale(x, y)
                """))
        .isEqualTo(
            """
            0 ring 0: 1 to 2 tasks, 0 bytes
            """);
  }

  @Test
  void loopsCountByTheBoundsOfWhatTheyRunOver() throws IOException {
    assertThat(
            byHand(
                """
                m = pl.min(n, 10)
                for i in pl.range(4):
                    for j in pl.range(i * 2, i * 2 + 3):
                        y = self.scale(x, y)
                for k in pl.range(m):
                    y = self.scale(x, y)
                """))
        .isEqualTo(
            """
            0 ring 0: 12 to 22 tasks, 0 bytes
            """);
  }

  @Test
  void howManyIterationsFitIsSaidWhereOneLoopIsOpen() throws IOException {
    assertThat(
            byHand(
                """
                y = self.scale(x, y)
                for i in pl.range(n):
                    t = pl.create_tensor([1024, 256], dtype=pl.FP32)
                    y = self.scale(x, y)
                    y = self.scale(x, y)
                """))
        .isEqualTo(
            """
            0 ring 0: 1 to ? tasks, 0 to ? bytes, 256 iterations of 2 fit
            """);
  }

  @Test
  void scopesFromTheThirdOnShareARingThatATaskAroundThemHolds() throws IOException {
    assertThat(
            byHand(
                """
                with pl.scope():
                    with pl.scope():
                        with pl.scope():
                            for i in pl.range(10):
                                with pl.scope():
                                    y = self.scale(x, y)
                            y = self.scale(x, y)
                            for i in pl.range(10):
                                with pl.scope():
                                    y = self.scale(x, y)
                """))
        .isEqualTo(
            """
            3 ring 3: 11 tasks, 0 bytes
            5 ring 3: 1 tasks, 0 bytes
            9 ring 3: 1 tasks, 0 bytes
            """);
  }

  private String scopes(String body) throws IOException {
    return scopes("", body);
  }

  private String byHand(String body) throws IOException {
    return scopes(", auto_scope=False", body);
  }

  private String scopes(String option, String body) throws IOException {
    String head = KERNELS.formatted(option);
    Path file = folder.resolve("demo.py");
    Files.writeString(file, head + (body + "return y\n").indent(8));
    FileAnalysis analysis =
        new Workspace(Settings.defaults())
            .snapshot()
            .analysis(file.toUri().toString(), new Cancellation())
            .orElseThrow();
    EntryAnalysis entry = analysis.entries().getFirst();
    assertThat(entry.outcome(false).problems()).noneMatch(Problem::stops);
    int before = (int) head.lines().count();
    return entry.facts(false).orElseThrow().budgets().get("run").scopes().stream()
        .map(scope -> describe(analysis, scope, before) + "\n")
        .collect(Collectors.joining());
  }

  private static String describe(FileAnalysis analysis, ScopeBudget scope, int before) {
    return Math.max(0, line(analysis, scope.scope()) - before)
        + " ring "
        + scope.ring()
        + ": "
        + range(scope.least().tasks(), scope.most().tasks())
        + " tasks, "
        + range(scope.least().bytes(), scope.most().bytes())
        + " bytes"
        + scope
            .open()
            .map(
                open ->
                    ", "
                        + open.fits()
                        + " iterations of "
                        + (line(analysis, open.loop()) - before)
                        + " fit")
            .orElse("");
  }

  private static String range(long least, long most) {
    return least == most
        ? Long.toString(least)
        : least + " to " + (most == Amount.UNKNOWN ? "?" : most);
  }

  private static int line(FileAnalysis analysis, Origin origin) {
    return analysis.places().of(origin).orElseThrow().range().start().line() + 1;
  }
}
