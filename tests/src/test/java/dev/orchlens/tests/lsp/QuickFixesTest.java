package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The edits that make a diagnostic go away: after each of them it is gone. */
@Tag("slow")
class QuickFixesTest {
  private static final String URI = "file:///work/demo.py";

  @Test
  void aBareLaunchBecomesASubmit() throws IOException {
    String program =
        """
        import pypto.language as pl


        @pl.program
        class Demo:
            @pl.function(type=pl.FunctionType.InCore)
            def audit(self, x: pl.Tensor[[64], pl.FP32]):
                pl.load(x, [0], [64])

            @pl.function(type=pl.FunctionType.InCore)
            def fill(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                return pl.store(pl.load(x, [0], [64]), [0], y)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                self.audit(y)
                y = self.fill(x, y)
                return y
        """;

    assertThat(fixed(program, "missing_prior_task_id"))
        .isEqualTo(
            program.replace(
                "        self.audit(y)\n", "        audit_done = pl.submit(self.audit, y)\n"));
  }

  @Test
  void aScopePlacedByHandSwitchesTheCompilersOff() throws IOException {
    String program =
        Programs.run(
            """
            with pl.scope():
                y = self.scale(x, y)
            return y
            """);

    assertThat(fixed(program, "scope/auto-needs-auto-scope-false"))
        .isEqualTo(
            program.replace(
                "FunctionType.Orchestration)", "FunctionType.Orchestration, auto_scope=False)"));
  }

  @Test
  void aLaunchInAManualScopeWaitsForTheOneItReadsFrom() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            with pl.manual_scope():
                t, first = pl.submit(self.scale, x, t)
                y, _ = pl.submit(self.scale, t, y)
            return y
            """);

    assertThat(fixed(program, "race/in-manual-scope"))
        .isEqualTo(program.replace("self.scale, t, y)", "self.scale, t, y, deps=[first])"));
  }

  @Test
  void aLaunchThatWaitsAlreadyWaitsForOneMore() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            with pl.manual_scope():
                y, zeroth = pl.submit(self.scale, x, y)
                t, first = pl.submit(self.scale, x, t)
                y, _ = pl.submit(self.scale, t, y, deps=[zeroth,])
            return y
            """);

    assertThat(fixed(program, "race/in-manual-scope"))
        .isEqualTo(program.replace("t, y, deps=[zeroth,]", "t, y, deps=[zeroth, first,]"));
  }

  @Test
  void aPlainLaunchIsSubmittedSoThatALaterOneCanWaitForIt() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            t = self.scale(x, t)
            y = self.scale(t, y)
            t = self.scale(x, t)
            return y
            """);

    assertThat(fixed(program, "race/overwrites-input"))
        .isEqualTo(
            program
                .replace("y = self.scale(t, y)", "y, scale_done = pl.submit(self.scale, t, y)")
                .replace(
                    "t = self.scale(x, t)\n        return",
                    "t, _ = pl.submit(self.scale, x, t, deps=[scale_done])\n        return"));
  }

  @Test
  void whatWasTakenOutOfTheLookUpIsLookedUpAgain() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            t = self.scale(x, t)
            y = self.scale(pl.no_dep(t), y)
            return y
            """);

    assertThat(titles(program, "race/no-dep"))
        .containsExactly(
            "Name the TaskId of 'scale' and wait for it: deps=[scale_done]",
            "Drop pl.no_dep, so that the runtime orders the two launches");
  }

  @Test
  void anEntryOfDepsThatAnotherOneImpliesIsTakenOut() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([64], dtype=pl.FP32)
            with pl.manual_scope():
                t, a = pl.submit(self.scale, x, t)
                t, b = pl.submit(self.scale, x, t, deps=[a])
                y, c = pl.submit(self.part, 0, t, y, deps=[a, b])
            return y
            """);

    assertThat(fixed(program, "order/needless-wait"))
        .isEqualTo(program.replace("deps=[a, b]", "deps=[b]"));
  }

  @Test
  void iterationsThatTouchPartsOfTheirOwnRunSideBySide() throws IOException {
    String program =
        """
        import pypto.language as pl


        @pl.program
        class Tiles:
            @pl.function(type=pl.FunctionType.InCore)
            def tile(self, x: pl.Tensor[[64], pl.FP32], k: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                return pl.store(pl.load(x, [k * 8], [8]), [k * 8], y)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                for i in pl.range(2):
                    for j in pl.range(4):
                        k = i * 4 + j
                        y = self.tile(x, k, y)
                return y
        """;

    assertThat(fixed(program, "order/serialised")).isEqualTo(program.replace("range", "parallel"));
  }

  /** Returns the titles of the quick fixes for a diagnostic. */
  private static List<String> titles(String program, String code) throws IOException {
    try (Editor editor = Editor.start(Options.plain().pulling())) {
      editor.open(URI, program);
      return actions(editor, code).stream().map(CodeAction::getTitle).toList();
    }
  }

  private static List<CodeAction> actions(Editor editor, String code) {
    Diagnostic diagnostic =
        editor.pulledDiagnostics(URI).stream()
            .filter(d -> d.getCode().getLeft().equals(code))
            .findFirst()
            .orElseThrow();
    return editor
        .await(
            editor
                .server()
                .getTextDocumentService()
                .codeAction(
                    new CodeActionParams(
                        new TextDocumentIdentifier(URI),
                        diagnostic.getRange(),
                        new CodeActionContext(List.of(diagnostic)))))
        .stream()
        .map(Either::getRight)
        .toList();
  }

  /**
   * Applies the only quick fix for a diagnostic, and has the server confirm that the diagnostic is
   * gone.
   */
  private static String fixed(String program, String code) throws IOException {
    try (Editor editor = Editor.start(Options.plain().pulling())) {
      editor.open(URI, program);
      List<CodeAction> actions = actions(editor, code);
      assertThat(actions).hasSize(1);
      for (TextEdit edit : actions.getFirst().getEdit().getChanges().get(URI)) {
        editor.apply(URI, edit);
      }
      assertThat(editor.pulledDiagnostics(URI)).noneMatch(d -> d.getCode().getLeft().equals(code));
      return editor.text(URI);
    }
  }
}
