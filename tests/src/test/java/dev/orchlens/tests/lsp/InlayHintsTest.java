package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The hints inside the text. */
@Tag("slow")
class InlayHintsTest {
  private static final String URI = "file:///work/demo.py";

  private static final String CHAIN =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          t = self.scale(x, t)
          y = self.scale(t, y)
          return y
          """);

  @Test
  void directionsStandAtTheirArguments() throws IOException {
    assertThat(hints(Options.plain().withAnalysis()))
        .isEqualTo(
            """
            y = self.scale(t«: NoDep», y)
            """);
  }

  @Test
  void aClientThatDrawsNoLineEndsGetsThemAsHints() throws IOException {
    assertThat(hints(Options.plain().withAnalysis().withoutDecorations()))
        .isEqualTo(
            """
            def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:«MANUAL (compiler)»
            t = self.scale(x, t)«task 0 scale <- nothing»
            y = self.scale(t«: NoDep», y)«task 1 scale <- [scale 17:13-17:29] (derived: RAW t)»
            """);
  }

  @Test
  void aTooltipComesWhenItIsAskedFor() throws IOException {
    try (Editor editor = Editor.start(Options.plain().withAnalysis().withoutDecorations())) {
      editor.show(URI, CHAIN);
      InlayHint hint = asked(editor).getLast();
      assertThat(hint.getTooltip()).isNull();
      assertThat(
              editor
                  .await(editor.server().getTextDocumentService().resolveInlayHint(hint))
                  .getTooltip()
                  .getRight()
                  .getValue())
          .startsWith("**task 1** `scale` on AIV");
    }
  }

  /** The lines with hints, each hint in guillemets where it stands. */
  private static String hints(Options options) throws IOException {
    try (Editor editor = Editor.start(options)) {
      editor.show(URI, CHAIN);
      var hints = asked(editor);
      StringBuilder text = new StringBuilder(CHAIN);
      hints.stream()
          .sorted((a, b) -> offset(b.getPosition()) - offset(a.getPosition()))
          .forEach(h -> text.insert(offset(h.getPosition()), "«" + label(h) + "»"));
      return text.toString()
          .lines()
          .filter(line -> line.contains("«"))
          .map(line -> line.strip() + "\n")
          .collect(Collectors.joining());
    }
  }

  private static List<InlayHint> asked(Editor editor) {
    return editor.await(
        editor
            .server()
            .getTextDocumentService()
            .inlayHint(
                new InlayHintParams(
                    new TextDocumentIdentifier(URI), Positions.range(CHAIN, 0, CHAIN.length()))));
  }

  /** Parts that lead somewhere stand in brackets, with the place. */
  private static String label(InlayHint hint) {
    return hint.getLabel().isLeft()
        ? hint.getLabel().getLeft()
        : hint.getLabel().getRight().stream()
            .map(
                part ->
                    part.getLocation() == null
                        ? part.getValue()
                        : "["
                            + part.getValue()
                            + " "
                            + Shown.range(part.getLocation().getRange())
                            + "]")
            .collect(Collectors.joining());
  }

  private static int offset(Position position) {
    return Positions.offset(CHAIN, position);
  }
}
