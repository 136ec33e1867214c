package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.util.List;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What somebody looks at comes first, then the rest; what is older than the text says so. */
@Tag("slow")
class ResultsInOrderTest {
  private static final String URI = "file:///work/demo.py";

  /** Two programs that both read {@code ROWS}, and each launch tasks in lines of their own. */
  private static final String TWO =
      """
      import pypto.language as pl
      ROWS = 32

      @pl.jit
      def upper(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="up"):
              out[:] = pl.sqrt(x)
          return out

      @pl.jit
      def lower(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="down"):
              out[:] = pl.sqrt(x)
          return out
      """;

  @Test
  void theProgramInViewComesFirst() throws IOException {
    try (Editor editor = Editor.start(Options.plain().scrolling())) {
      editor.open(URI, TWO);
      editor.scroll(URI, 9, 13);

      int version = editor.replace(URI, "ROWS = 32", "# all\nROWS = 16");

      Editor.Annotations first = editor.firstAnnotations(URI, version);
      assertThat(first.complete()).isFalse();
      assertThat(Shown.annotations(editor.text(URI), first))
          .isEqualTo(
              """
              def upper(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
                ifEnabled (stale): if enabled: MANUAL (compiler)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="up"):
                now (stale): task 0 up <- nothing
              def lower(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
                ifEnabled: if enabled: MANUAL (compiler)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="down"):
                now: task 0 down <- nothing
              """);
      assertThat(Shown.annotations(editor.text(URI), editor.annotations(URI, version)))
          .isEqualTo(
              """
              def upper(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
                ifEnabled: if enabled: MANUAL (compiler)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="up"):
                now: task 0 up <- nothing
              def lower(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
                ifEnabled: if enabled: MANUAL (compiler)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="down"):
                now: task 0 down <- nothing
              """);
    }
  }

  @Test
  void diagnosticsOfProgramsThatAreWorkedOnStayWithTheirStatements() throws IOException {
    String wrong = TWO.replaceFirst("pl.sqrt\\(x\\)", "pl.sqrt(z)");
    try (Editor editor = Editor.start(Options.plain().scrolling())) {
      editor.open(URI, wrong);
      assertThat(Shown.diagnostics(editor.diagnostics(URI, 1).getDiagnostics()))
          .isEqualTo(undefinedAt(7));
      editor.scroll(URI, 9, 13);

      int version = editor.replace(URI, "ROWS = 32", "# all\nROWS = 16");

      PublishDiagnosticsParams first = editor.diagnostics(URI, version);
      assertThat(Shown.diagnostics(first.getDiagnostics())).isEqualTo(undefinedAt(8));
      PublishDiagnosticsParams all = editor.diagnostics(URI, version);
      assertThat(Shown.diagnostics(all.getDiagnostics())).isEqualTo(undefinedAt(8));
    }
  }

  private static String undefinedAt(int line) {
    return line + ":26-" + line + ":27 Error name/undefined: 'z' is not defined at this point.\n";
  }

  @Test
  void whatIsFoundBehindTheFirstAnswerStaysUntilItIsFoundAgain() throws IOException {
    String program =
        Programs.run(
            """
            for i in pl.range(4):
                y = self.part(0, x, y)
            return y
            """);
    try (Editor editor = Editor.start(Options.plain().withAnalysis())) {
      editor.open(URI, program);

      int version = editor.replace(URI, "for i in", "twelve = 12\n        for i in");

      assertThat(Shown.diagnostics(editor.diagnostics(URI, version).getDiagnostics()))
          .isEqualTo(
              """
              18:17-18:35 Warning race/between-iterations: Nothing orders the launch of 'part' behind itself in an earlier iteration: both write 'y'. Nothing orders the tasks of one iteration of a MANUAL scope behind those of another. In one run both reach y[0:8], the first in iteration 0 of i, the second in iteration 1 of i. Carry the TaskId with init_values= and name it in deps=, or use a buffer of its own for each iteration.
              """);
    }
  }

  @Test
  void hoversComeForTheLinesThatAreShown() throws IOException {
    String far = TWO.replace("@pl.jit\ndef lower", "\n".repeat(300) + "@pl.jit\ndef lower");
    try (Editor editor = Editor.start(Options.plain().scrolling())) {
      editor.show(URI, far);
      editor.scroll(URI, 0, 20);
      editor.annotations(URI, 1);
      int version = editor.replace(URI, "ROWS = 32", "ROWS = 16");

      assertThat(withHover(editor.annotations(URI, version))).containsExactly(4, 5);

      editor.scroll(URI, 300, 320);

      assertThat(withHover(editor.annotations(URI, version))).containsExactly(310, 311);
    }
  }

  private static List<Integer> withHover(Editor.Annotations annotations) {
    return annotations.annotations().stream()
        .filter(one -> one.hoverMarkdown() != null)
        .map(Editor.Annotation::line)
        .toList();
  }

  @Test
  void countsAreOfTheWholeDocumentAndOfBrokenTextAsItWas() throws IOException {
    try (Editor editor = Editor.start(Options.plain())) {
      assertThat(editor.open(URI, TWO).counts()).isEqualTo(new Editor.Counts(2, 2, 0));

      int broken = editor.replace(URI, "name_hint=\"up\"):", "name_hint=\"up\"");
      assertThat(editor.annotations(URI, broken).counts()).isEqualTo(new Editor.Counts(2, 2, 0));
    }
  }
}
