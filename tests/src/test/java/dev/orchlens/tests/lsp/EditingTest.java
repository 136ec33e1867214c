package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a user sees while typing, through a real client over the server's standard streams. */
@Tag("slow")
class EditingTest {
  private static final String URI = "file:///work/program.py";

  private static final String PROGRAM =
      """
      import pypto.language as pl


      @pl.program
      class Chain:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.mul(pl.load(x, [0], [64]), 2.0), [0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              t = pl.create_tensor([64], dtype=pl.FP32)
              t, t_scaled = pl.submit(self.scale, x, t)
              y, y_scaled = pl.submit(self.scale, t, y, deps=[t_scaled])
              return y
      """;

  @Test
  void annotationsSayWhatEachTaskWaitsFor() throws IOException {
    try (Editor editor = Editor.start()) {
      Editor.Annotations annotations = editor.open(URI, PROGRAM);

      assertThat(Shown.annotations(editor.text(URI), annotations))
          .isEqualTo(
              """
              def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                ifEnabled: if enabled: MANUAL (compiler)
              t, t_scaled = pl.submit(self.scale, x, t)
                now: task 0 scale <- nothing
              y, y_scaled = pl.submit(self.scale, t, y, deps=[t_scaled])
                now: task 1 scale <- scale (deps, runtime: RAW t)
                ifEnabled: if enabled: t NoDep
              """);
    }
  }

  @Test
  void removingADependencyShowsTheDerivedOne() throws IOException {
    try (Editor editor = Editor.start(Options.plain().withAnalysis())) {
      editor.open(URI, PROGRAM);
      Editor.Annotations annotations = editor.edit(URI, ", deps=[t_scaled]", "");

      assertThat(Shown.annotations(editor.text(URI), annotations))
          .isEqualTo(
              """
              def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                now: MANUAL (compiler)
              t, t_scaled = pl.submit(self.scale, x, t)
                now: task 0 scale <- nothing
              y, y_scaled = pl.submit(self.scale, t, y)
                now: task 1 scale <- scale (derived: RAW t)
              """);
    }
  }

  @Test
  void aHalfTypedLineCostsNothingElse() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, PROGRAM);
      editor.diagnostics(URI, 1);
      int version = editor.replace(URI, "        return y\n", "        return y\n\n\ndef later(\n");

      assertThat(editor.annotations(URI, version).annotations()).isNotEmpty();
      assertThat(editor.diagnostics(URI, version).getDiagnostics())
          .filteredOn(d -> d.getSeverity() == DiagnosticSeverity.Error)
          .singleElement()
          .satisfies(d -> assertThat(d.getRange().getStart().getLine()).isEqualTo(17));
    }
  }

  @Test
  void onlyTheNewestVersionIsSpokenOf() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, PROGRAM);
      int version = 0;
      for (int i = 0; i < 50; i++) {
        version = editor.replace(URI, "import pypto", "\nimport pypto");
      }

      Editor.Annotations annotations = editor.annotations(URI, version);

      assertThat(annotations.annotations()).extracting(Editor.Annotation::line).contains(12 + 50);
      assertThat(editor.messages()).isEmpty();
    }
  }

  @Test
  void hoverExplainsTheEdge() throws IOException {
    try (Editor editor = Editor.start(Options.plain().withAnalysis())) {
      editor.open(URI, PROGRAM);
      editor.edit(URI, ", deps=[t_scaled]", "");
      int offset = editor.text(URI).indexOf("pl.submit(self.scale, t, y)");

      var hover =
          editor.await(
              editor
                  .server()
                  .getTextDocumentService()
                  .hover(
                      new HoverParams(
                          new TextDocumentIdentifier(URI),
                          Positions.position(editor.text(URI), offset))));

      assertThat(hover.getContents().getRight().getValue())
          .isEqualTo(
              """
              **task 1** `scale` on AIV

              | argument | direction | |
              |---|---|---|
              | `t` | NoDep | was Input; the runtime need not look it up: RAW against task 0 `scale` [program.py:13](file:///work/program.py#L13) by a derived edge |
              | `y` | OutputExisting | written in place; in a MANUAL scope the runtime looks nothing up |

              Waits for
              - task 0 `scale` [program.py:13](file:///work/program.py#L13): derived by the compiler
                - **RAW** `t`: this task reads `t` through `t`; `scale` writes `t` at [program.py:13](file:///work/program.py#L13)

              Nobody waits for it.

              Hazards: 1 ordered by waits\
              """);
    }
  }

  @Test
  void saysGoodbyeInOrder() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, PROGRAM);

      assertThat(editor.quit()).isZero();
    }
  }
}
