package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Code that is half typed, or wrong: what was known of it stays, and what is known of the rest. */
@Tag("slow")
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
              ifEnabled (stale): if enabled: MANUAL (compiler)
            t, first = pl.submit(self.scale, x, t)
              now (stale): task 0 scale <- nothing
            y, _ = pl.submit(self.scale, t, y, deps=[first])
              now (stale): task 1 scale <- scale (deps, runtime: RAW t)
              ifEnabled (stale): if enabled: t NoDep
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
              now: task 0 scale <- nothing
            y, _ = pl.submit(self.scale, t, y, deps=[fir])
              now: task 1 scale <- scale (runtime: RAW t)
              ifEnabled: if enabled: <- first (RAW t); t NoDep
            18:50-18:53 Error name/undefined: 'fir' is not defined at this point.
            """);
  }

  @Test
  void aBrokenKernelBesideIt() throws IOException {
    assertThat(
            afterTyping("def part(self, i: pl.Scalar[pl.INDEX],", "def part(self, i: pl.Scalar[,"))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              ifEnabled (stale): if enabled: MANUAL (compiler)
            t, first = pl.submit(self.scale, x, t)
              now (stale): task 0 scale <- nothing
            y, _ = pl.submit(self.scale, t, y, deps=[first])
              now (stale): task 1 scale <- scale (deps, runtime: RAW t)
              ifEnabled (stale): if enabled: t NoDep
            11:101-11:102 Error syntax: this ')' does not match the '[' before it
            """);
  }

  @Test
  void aLineThatIsIndentedTooLittle() throws IOException {
    String broken = "    t, first = pl.submit(self.scale, x, t)";
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);
      editor.edit(URI, "import pypto.language as pl", "import os\nimport pypto.language as pl");

      assertThat(
              Shown.annotations(
                  editor.text(URI).replace("    " + broken, broken),
                  editor.edit(URI, "    " + broken, broken)))
          .isEqualTo(
              """
              def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                ifEnabled (stale): if enabled: MANUAL (compiler)
              t, first = pl.submit(self.scale, x, t)
                now (stale): task 0 scale <- nothing
              y, _ = pl.submit(self.scale, t, y, deps=[first])
                now (stale): task 1 scale <- scale (deps, runtime: RAW t)
                ifEnabled (stale): if enabled: t NoDep
              """);
      assertThat(editor.hover(URI, "self.scale, t")).startsWith("**task 1** `scale` on AIV");
      JsonObject code = generated(editor);
      assertThat(code.get("stale").getAsBoolean()).isTrue();
      assertThat(code.get("text").getAsString()).contains("params_t1");
      JsonObject graph = graph(editor);
      assertThat(graph.get("stale").getAsBoolean()).isTrue();
      assertThat(graph.getAsJsonArray("nodes"))
          .extracting(node -> node.getAsJsonObject().get("sourceLine").getAsInt())
          .containsExactly(17, 18);

      assertThat(Shown.annotations(editor.text(URI), editor.edit(URI, broken, "    " + broken)))
          .contains("  now: task 1 scale <- scale (deps, runtime: RAW t)\n")
          .doesNotContain("stale");
      assertThat(generated(editor).get("stale").getAsBoolean()).isFalse();
      assertThat(graph(editor).get("stale").getAsBoolean()).isFalse();
    }
  }

  @Test
  void aProgramOfWhichNothingWasKnownBefore() throws IOException {
    String header = "import pypto.language as pl\n\nD = input()\n";
    String unknown =
        CHAIN.replace("import pypto.language as pl\n", header).replace("pl.FP32]", "D]");
    try (Editor editor = Editor.start()) {
      assertThat(Shown.annotations(unknown, editor.open(URI, unknown))).isEmpty();

      String mended = unknown.replace("D = input()\n", "D = pl.FP32\n)\n");
      assertThat(Shown.annotations(mended, editor.edit(URI, "D = input()\n", "D = pl.FP32\n)\n")))
          .contains("  now: task 1 scale <- scale (deps, runtime: RAW t)\n");
    }
  }

  @Test
  void whatCannotBeUnrolledOrInlinedIsNoDefectOfOurs() throws IOException {
    try (Editor editor = Editor.start()) {
      String unrolled =
          Programs.run(
              """
              for i in pl.unroll(0, 8, 0):
                  y = self.part(i, x, y)
              for i in pl.unroll(nope):
                  y = self.part(i, x, y)
              return y
              """);
      editor.open(URI, unrolled);
      assertThat(editor.diagnostics(URI, 1).getDiagnostics())
          .extracting(d -> d.getCode().getLeft())
          .containsExactly("loop/unroll", "name/undefined");

      String inlined =
          """
          import pypto.language as pl

          @pl.jit.inline
          def helper(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32]):
              return b

          @pl.jit
          def entry(a: pl.Tensor[[64], pl.FP32], b: pl.Out[pl.Tensor[[64], pl.FP32]]):
              b = helper(a, b, b)
              return b
          """;
      String other = "file:///work/other.py";
      editor.open(other, inlined);
      assertThat(editor.diagnostics(other, 1).getDiagnostics())
          .extracting(d -> d.getCode().getLeft())
          .containsExactly("call/argument-count");
      assertThat(editor.messages()).isEmpty();
    }
  }

  @Test
  void aProgramThatWasNeverWhole() throws IOException {
    try (Editor editor = Editor.start()) {
      String broken = CHAIN.replace("return y\n", "y = self.scale(\n        return y\n");

      assertThat(Shown.annotations(broken, editor.open(URI, broken)))
          .contains("  now: task 1 scale <- scale (deps, runtime: RAW t)\n");
    }
  }

  private static JsonObject generated(Editor editor) {
    return editor
        .await(editor.server().generatedOrchestration(Editor.at(URI, 18, 8)))
        .getAsJsonObject();
  }

  private static JsonObject graph(Editor editor) {
    return editor.await(editor.server().taskGraph(Editor.at(URI, 18, 8))).getAsJsonObject();
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
