package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is reported as wrong or worth knowing. */
@Tag("slow")
class DiagnosticsTest {
  private static final String URI = "file:///work/demo.py";

  private static final String RESHAPED =
      Programs.run(
          """
          t = pl.create_tensor([8, 8], dtype=pl.FP32)
          flat = pl.reshape(t, [64])
          y = self.scale(flat, y)
          return y
          """);

  private static final String BROKEN_RULE =
      Programs.run(
          """
          with pl.scope():
              y = self.scale(x, y)
          return y
          """);

  @Test
  void aFallbackIsAHintWhileTheOptionIsOff() throws IOException {
    assertThat(pushed(Options.plain(), RESHAPED))
        .isEqualTo(
            """
            18:24-18:28 Hint unresolved_location: With analyze_auto_scopes_for_deps on: The storage of 'flat' in this launch of 'scale' is not known: it comes from 'tensor.reshape', which the compiler does not look through. Name its producer in deps=, or pass the tensor itself, a constant window of it, or the result of a kernel.
              17:16-17:35 Here its storage is lost.
            """);
  }

  @Test
  void aStorageThatIsLostTellsOfAllArgumentsAtOnce() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([8, 8], dtype=pl.FP32)
            flat = pl.reshape(t, [64])
            y = self.scale(flat, y)
            y = self.part(0, flat, y)
            return y
            """);
    assertThat(pushed(Options.plain(), program))
        .isEqualTo(
            """
            18:24-18:28 Hint unresolved_location: With analyze_auto_scopes_for_deps on this costs the edges of 2 arguments. The first: The storage of 'flat' in this launch of 'scale' is not known: it comes from 'tensor.reshape', which the compiler does not look through. Name its producer in deps=, or pass the tensor itself, a constant window of it, or the result of a kernel.
              17:16-17:35 Here its storage is lost.
              19:26-19:30 Another argument that it costs.
            """);
  }

  @Test
  void aFallbackIsAWarningWhileTheOptionIsOn() throws IOException {
    assertThat(pushed(Options.plain().withAnalysis(), RESHAPED))
        .isEqualTo(
            """
            18:24-18:28 Warning unresolved_location: The storage of 'flat' in this launch of 'scale' is not known: it comes from 'tensor.reshape', which the compiler does not look through. Name its producer in deps=, or pass the tensor itself, a constant window of it, or the result of a kernel.
              17:16-17:35 Here its storage is lost.
            """);
  }

  @Test
  void aBrokenRuleHasItsCode() throws IOException {
    assertThat(pushed(Options.plain(), BROKEN_RULE))
        .isEqualTo(
            """
            16:9-16:25 Error scope/auto-needs-auto-scope-false: The compiler places the AUTO scopes of this function, so pl.scope() cannot be placed by hand. Write auto_scope=False in the function's decorator to place them all yourself, or use pl.manual_scope().
            """);
  }

  @Test
  void ofAMistakeMadeEverywhereTheFirstOnesAreTold() throws IOException {
    String everywhere =
        Programs.run("with pl.scope():\n    y = self.scale(x, y)\n".repeat(120) + "return y\n");

    List<String> told = pushed(Options.plain(), everywhere).lines().toList();

    assertThat(told).hasSize(101);
    assertThat(told.subList(0, 100))
        .allMatch(line -> line.contains(" Error scope/auto-needs-auto-scope-false: "));
    assertThat(told.getLast())
        .isEqualTo(
            "216:9-216:25 Information scope/auto-needs-auto-scope-false: This file has 20 more of"
                + " this kind from here on.");
  }

  @Test
  void aClientThatAsksGetsTheSameAndNothingIsPushed() throws IOException {
    try (Editor editor = Editor.start(Options.plain().pulling())) {
      editor.open(URI, BROKEN_RULE);

      assertThat(Shown.diagnostics(editor.pulledDiagnostics(URI)))
          .isEqualTo(
              """
              16:9-16:25 Error scope/auto-needs-auto-scope-false: The compiler places the AUTO scopes of this function, so pl.scope() cannot be placed by hand. Write auto_scope=False in the function's decorator to place them all yourself, or use pl.manual_scope().
              """);
      editor.quit();
      assertThat(editor.pushedDiagnostics()).isEmpty();
    }
  }

  @Test
  void whatWasSaidIsTakenBackWhenTheDocumentCloses() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, BROKEN_RULE);
      assertThat(editor.diagnostics(URI, 1).getDiagnostics()).hasSize(1);

      editor.close(URI);

      assertThat(editor.diagnostics(URI, null).getDiagnostics()).isEmpty();
    }
  }

  private static String pushed(Options options, String program) throws IOException {
    try (Editor editor = Editor.start(options)) {
      editor.open(URI, program);
      return Shown.diagnostics(editor.diagnostics(URI, 1).getDiagnostics());
    }
  }
}
