package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Code that is half typed, or wrong: what is known of the rest stays. */
class BrokenCodeTest {
  private static final String URI = "file:///work/demo.py";

  private static final String CHAIN =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          t, first = pl.submit(self.scale, x, t)
          y, _ = pl.submit(self.scale, t, y, deps=[first])
          return y
          """);

  @Test
  void aHalfTypedLaunch() throws IOException {
    assertThat(afterTyping("return y\n", "y = self.scale(\n        return y\n"))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            t, first = pl.submit(self.scale, x, t)
              now: task 0
            y, _ = pl.submit(self.scale, t, y, deps=[first])
              now: task 1 <- first
              ifEnabled: if enabled: t NoDep
            19:23-19:24 Error syntax: this '(' is never closed
            """);
  }

  @Test
  void anUnknownName() throws IOException {
    assertThat(afterTyping("deps=[first]", "deps=[fir]"))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            t, first = pl.submit(self.scale, x, t)
              now: task 0
            y, _ = pl.submit(self.scale, t, y, deps=[fir])
              now: task 1
              ifEnabled: if enabled: <- first (RAW t); t NoDep
            18:50-18:53 Error name/undefined: 'fir' is not defined at this point.
            """);
  }

  @Test
  void aBrokenKernelBesideIt() throws IOException {
    assertThat(afterTyping("def part(self, i: pl.Scalar[pl.INDEX],", "def part(self, i: pl.Scalar[,"))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled: if enabled: MANUAL (compiler)
            t, first = pl.submit(self.scale, x, t)
              now: task 0
            y, _ = pl.submit(self.scale, t, y, deps=[first])
              now: task 1 <- first
              ifEnabled: if enabled: t NoDep
            11:101-11:102 Error syntax: this ')' does not match the '[' before it
            """);
  }

  private static String afterTyping(String before, String after) throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);
      int version = editor.replace(URI, before, after);
      return Shown.annotations(editor.text(URI), editor.annotations(URI, version))
          + Shown.diagnostics(editor.diagnostics(URI, version).getDiagnostics());
    }
  }
}
