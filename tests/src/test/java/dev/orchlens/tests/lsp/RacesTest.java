package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Accesses that nothing orders; the compiler is silent about them. */
@Tag("slow")
class RacesTest {
  private static final String URI = "file:///work/demo.py";

  @Test
  void iterationsOfALoopThatTheCompilerMadeManual() throws IOException {
    String program =
        Programs.run(
            """
            for i in pl.range(4):
                y = self.part(0, x, y)
            return y
            """);

    assertThat(diagnostics(Options.plain().withAnalysis(), program))
        .isEqualTo(
            """
            17:17-17:35 Warning race/between-iterations: Nothing orders the launch of 'part' behind itself in an earlier iteration: both write 'y'. Nothing orders the tasks of one iteration of a MANUAL scope behind those of another. In one run both reach y[0:8], the first in iteration 0 of i, the second in iteration 1 of i. Carry the TaskId with init_values= and name it in deps=, or use a buffer of its own for each iteration.
            """);
    assertThat(diagnostics(Options.plain(), program)).isEmpty();
  }

  @Test
  void iterationsThatWriteStripesOfTheirOwn() throws IOException {
    String program =
        Programs.run(
            """
            for i in pl.range(4):
                y = self.part(i, x, y)
            return y
            """);

    assertThat(diagnostics(Options.plain().withAnalysis(), program)).isEmpty();
    String wider = program.replace("pl.load(x, [i * 8], [8])", "pl.load(x, [i * 8], [16])");
    assertThat(diagnostics(Options.plain().withAnalysis(), wider))
        .startsWith(
            "17:17-17:35 Warning race/between-iterations: Nothing orders the launch of 'part'"
                + " behind itself");
  }

  @Test
  void anOuterLoopThatWritesTheSameStripesAgain() throws IOException {
    String program =
        Programs.run(
            """
            for i in pl.range(0, 8, 4):
                for j in pl.range(4):
                    k = i + j
                    y = self.part(j, x, y)
            return y
            """);

    assertThat(diagnostics(Options.plain().withAnalysis(), program))
        .startsWith(
            "19:21-19:39 Warning race/between-iterations: Nothing orders the launch of 'part'"
                + " behind itself");
    assertThat(diagnostics(Options.plain().withAnalysis(), program.replace("part(j,", "part(k,")))
        .isEmpty();
    assertThat(
            diagnostics(
                Options.plain().withAnalysis(), program.replace("range(4)", "range(i, i + 4)")))
        .isEmpty();
  }

  @Test
  void iterationsThatACarriedTaskIdOrders() throws IOException {
    String program =
        Programs.run(
            """
            y, last = pl.submit(self.part, 0, x, y)
            for i, (y, last) in pl.range(4, init_values=(y, last)):
                y, done = pl.submit(self.part, i, x, y, deps=[last])
                y, last = pl.yield_(y, done)
            return y
            """);

    assertThat(diagnostics(Options.plain().withAnalysis(), program)).doesNotContain("race/");
  }

  @Test
  void iterationsOfAParallelLoopAndFreshBuffersAreIndependent() throws IOException {
    String program =
        Programs.run(
            """
            for i in pl.parallel(4):
                y = self.part(i, x, y)
            for i in pl.range(4):
                t = pl.create_tensor([64], dtype=pl.FP32)
                t = self.scale(x, t)
            return y
            """);

    assertThat(diagnostics(Options.plain().withAnalysis(), program)).doesNotContain("race/");
  }

  @Test
  void aReaderInAManualScopeThatNamesNoProducer() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            with pl.manual_scope():
                t, first = pl.submit(self.scale, x, t)
                y, _ = pl.submit(self.scale, t, y)
            return y
            """);

    assertThat(diagnostics(Options.plain(), program))
        .isEqualTo(
            """
            19:20-19:47 Warning race/in-manual-scope: Nothing orders the launch of 'scale' behind the launch of 'scale' in line 18: it reads 't', which that one writes. In a MANUAL scope only deps= orders tasks. In one run both reach t[:]. Name the TaskId of the earlier launch in deps=.
              18:24-18:51 The other one: it writes 't'.
            """);
    assertThat(
            diagnostics(
                Options.plain(),
                program.replace("self.scale, t, y)", "self.scale, t, y, deps=[first])")))
        .isEmpty();
  }

  @Test
  void aReaderBehindAManualScope() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            t = self.scale(x, t)
            kept = pl.array.create(1, pl.TASK_ID)
            with pl.manual_scope():
                t, second = pl.submit(self.part, 0, x, t)
                kept[0] = second
            y, _ = pl.submit(self.scale, t, y)
            return y
            """);

    assertThat(diagnostics(Options.plain(), program))
        .isEqualTo(
            """
            20:25-20:54 Warning race/into-manual-scope: Nothing orders the launch of 'part' behind the launch of 'scale' in line 17: both write 't'. A task in a MANUAL scope waits for what deps= names alone, whoever wrote before the scope. In one run both reach t[0:8]. Name the TaskId of the earlier launch in deps=.
              17:13-17:29 The other one: it writes 't'.
            22:16-22:43 Warning race/behind-manual-scope: Nothing orders the launch of 'scale' behind the launch of 'part' in line 20: it reads 't', which that one writes. The runtime does not record what tasks in a MANUAL scope access. In one run both reach t[0:8]. Launch both in the same scope, or store the TaskId in an array of TaskIds made before the scope and name the array in deps=.
              20:25-20:54 The other one: it writes 't'.
            """);
    String mended =
        program
            .replace("t = self.scale(x, t)", "t, first = pl.submit(self.scale, x, t)")
            .replace("self.part, 0, x, t)", "self.part, 0, x, t, deps=[first])")
            .replace("self.scale, t, y)", "self.scale, t, y, deps=[kept])");
    assertThat(diagnostics(Options.plain(), mended)).isEmpty();
  }

  @Test
  void partsThatDoNotOverlapAndArmsThatExcludeEachOther() throws IOException {
    String program =
        Programs.run(
            """
            n: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
            with pl.manual_scope():
                if n > 8:
                    y, a = pl.submit(self.part, 0, x, y)
                else:
                    y, a = pl.submit(self.part, 1, x, y)
            return y
            """);

    assertThat(diagnostics(Options.plain(), program)).doesNotContain("race/");
  }

  private static String diagnostics(Options options, String program) throws IOException {
    try (Editor editor = Editor.start(options.pulling())) {
      editor.open(URI, program);
      return Shown.diagnostics(editor.pulledDiagnostics(URI));
    }
  }
}
