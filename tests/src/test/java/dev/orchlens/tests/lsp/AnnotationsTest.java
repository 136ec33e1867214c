package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The texts at the ends of lines. */
@Tag("slow")
class AnnotationsTest {
  private static final String URI = "file:///work/demo.py";

  private static final String PHASES =
      Programs.run(
          """
          with pl.manual_scope():
              first = pl.array.create(8, pl.TASK_ID)
              for i in pl.parallel(8):
                  y, done = pl.submit(self.part, i, x, y)
                  first[i] = done
              for i in pl.parallel(8):
                  y, _ = pl.submit(self.part, i, x, y, deps=[first])
          return y
          """);

  @Test
  void aFenceAndTheSlotsOfItsArray() throws IOException {
    assertThat(shown(Options.plain(), PHASES))
        .isEqualTo(
            """
            first = pl.array.create(8, pl.TASK_ID)
              now: 8 slots, all written
            y, done = pl.submit(self.part, i, x, y)
              now: task 0 part <- nothing
            for i in pl.parallel(8):
              now: fence saves 48 dep entries (64 -> 16)
            y, _ = pl.submit(self.part, i, x, y, deps=[first])
              now: task 1 part <- barrier 0 (fence)
            """);
  }

  @Test
  void barriersOfDerivedDependencies() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            t = self.scale(x, t)
            for i in pl.parallel(8):
                t = self.part(i, x, t)
            for j in pl.parallel(4):
                y = self.part(j, t, y)
            return y
            """);

    assertThat(shown(Options.plain().withAnalysis(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              now: MANUAL (compiler)
            t = self.scale(x, t)
              now: task 0 scale <- nothing
            t = self.part(i, x, t)
              now: task 1 part <- scale (derived: WAW t)
            for j in pl.parallel(4):
              now: fence saves 20 dep entries (36 -> 16)
            y = self.part(j, t, y)
              now: task 2 part <- barrier 0 (fence), scale (derived: RAW t)
            """);
  }

  @Test
  void slotsThatNobodyOrOnlyTheRunTimeFills() throws IOException {
    String program =
        Programs.run(
            """
            some = pl.array.create(8, pl.TASK_ID)
            late = pl.array.create(4, pl.TASK_ID)
            none = pl.array.create(2, pl.TASK_ID)
            n: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)
            for i in pl.parallel(3):
                y, done = pl.submit(self.part, i, x, y)
                some[2 * i] = done
            for i in pl.parallel(n):
                y, done = pl.submit(self.part, i, x, y, deps=[some, none])
                late[i] = done
            return y
            """);

    assertThat(shown(Options.plain(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            some = pl.array.create(8, pl.TASK_ID)
              now: 8 slots, 5 not written (1, 3, 5 to 7)
            late = pl.array.create(4, pl.TASK_ID)
              now: 4 slots, which are written shows at run time
            none = pl.array.create(2, pl.TASK_ID)
              now: 2 slots, none written
            y, done = pl.submit(self.part, i, x, y)
              now: task 0 part <- its previous iteration (runtime: y)
            y, done = pl.submit(self.part, i, x, y, deps=[some, none])
              now: task 1 part <- task 0 part (deps, runtime: WAW y) and 1 more
              ifEnabled: if enabled: y OutputExisting
            """);
  }

  @Test
  void whatTheOptionWouldChangeIsSaidApart() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            t = self.scale(x, t)
            y = self.scale(t, y)
            return y
            """);

    assertThat(shown(Options.plain(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            t = self.scale(x, t)
              now: task 0 scale <- nothing
            y = self.scale(t, y)
              now: task 1 scale <- scale (runtime: RAW t)
              ifEnabled: if enabled: <- task 0 scale (RAW t); t NoDep
            """);
    assertThat(shown(Options.plain().withAnalysis(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              now: MANUAL (compiler)
            t = self.scale(x, t)
              now: task 0 scale <- nothing
            y = self.scale(t, y)
              now: task 1 scale <- scale (derived: RAW t)
            """);
  }

  @Test
  void aFallbackIsAWarningOnlyWhenTheOptionIsOn() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([8, 8], dtype=pl.FP32)
            flat = pl.reshape(t, [64])
            for i in pl.range(2):
                y = self.scale(flat, y)
            return y
            """);

    assertThat(shown(Options.plain(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: AUTO, fell back: unresolved location
            y = self.scale(flat, y)
              now: task 0 scale <- its previous iteration (runtime: WAW y)
            """);
    assertThat(shown(Options.plain().withAnalysis(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              warning: AUTO, fell back: unresolved location
            y = self.scale(flat, y)
              now: task 0 scale <- its previous iteration (runtime: WAW y)
            """);
  }

  @Test
  void windowsAndListsWithoutANameOfTheirOwn() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([128], dtype=pl.FP32)
            low = t[0:64]
            low = self.scale(x, low)
            done = pl.array.create(2, pl.TASK_ID)
            for i in pl.parallel(2):
                y, part = pl.submit(self.part, i, x, y)
                done[i] = part
            y, _ = pl.submit(self.scale, t[0:64], y, deps=[done[i] for i in range(2)])
            return y
            """);

    assertThat(shown(Options.plain(), program))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            low = self.scale(x, low)
              now: task 0 scale <- nothing
            done = pl.array.create(2, pl.TASK_ID)
              now: 2 slots, all written
            y, part = pl.submit(self.part, i, x, y)
              now: task 1 part <- its previous iteration (runtime: y)
            y, _ = pl.submit(self.scale, t[0:64], y, deps=[done[i] for i in range(2)])
              now: task 2 scale <- part (deps, runtime: WAW y) and 1 more
              ifEnabled: if enabled: <- task 0 scale (RAW t)
            """);
  }

  @Test
  void whatTheUserSwitchesOffIsNotShown() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            done = pl.array.create(1, pl.TASK_ID)
            t, first = pl.submit(self.scale, x, t)
            done[0] = first
            y = self.scale(t, y)
            return y
            """);
    try (Editor editor = Editor.start()) {
      assertThat(Shown.annotations(program, editor.open(URI, program)))
          .contains("now: 1 slot, all written", "ifEnabled: ", "now: task 0 scale");
      editor.hide("slots", "ifEnabled");
      assertThat(Shown.annotations(program, editor.annotationsWithout(URI, "1 slot")))
          .isEqualTo(
              """
              t, first = pl.submit(self.scale, x, t)
                now: task 0 scale <- nothing
              y = self.scale(t, y)
                now: task 1 scale <- scale (runtime: RAW t)
              """);
    }
  }

  private static String shown(Options options, String program) throws IOException {
    try (Editor editor = Editor.start(options)) {
      return Shown.annotations(program, editor.open(URI, program));
    }
  }
}
