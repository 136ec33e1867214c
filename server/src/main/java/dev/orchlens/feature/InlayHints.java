package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Hint;
import dev.orchlens.pass.deps.DirectionRewrite;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/**
 * Hints in the text: the direction of an argument where the compiler changed it and, for clients
 * that do not draw the ends of lines themselves, the annotations.
 */
public final class InlayHints {
  private InlayHints() {}

  /**
   * Returns the hints in a range of the file.
   *
   * @param lineEnds whether annotations are hints too
   * @param wanted the kinds that the user wants to see
   */
  public static List<InlayHint> of(
      FileFacts facts, TextRange range, boolean lineEnds, Set<Hint> wanted) {
    FileAnalysis analysis = facts.analysis();
    List<InlayHint> hints = new ArrayList<>();
    boolean directions = wanted.contains(Hint.DIRECTIONS);
    for (TaskNotes task : directions ? TaskNotes.of(facts) : List.<TaskNotes>of()) {
      for (DirectionRewrite rewrite : task.rewrites()) {
        analysis
            .places()
            .of(rewrite.argument().origin())
            .filter(
                place ->
                    place.uri().equals(analysis.uri()) && LspTypes.intersects(place.range(), range))
            .ifPresent(
                place -> {
                  InlayHint hint = hint(place.range().end(), ": " + rewrite.to().label());
                  hint.setTooltip(markdown(TaskHover.of(task)));
                  hints.add(hint);
                });
      }
    }
    if (lineEnds) {
      for (Annotations.Annotation annotation : 
          Annotations.of(facts, Optional.empty(), wanted, line -> isIn(line, range))) {
        int line = annotation.line();
        if (isIn(line, range)) {
          var lines = analysis.tree().document().lines();
          InlayHint hint = hint(lines.position(lines.lineEnd(line)), annotation.text());
          hint.setPaddingLeft(true);
          annotation.hoverMarkdown().ifPresent(text -> hint.setTooltip(markdown(text)));
          hints.add(hint);
        }
      }
    }
    return hints;
  }

  private static boolean isIn(int line, TextRange range) {
    return line >= range.start().line() && line <= range.end().line();
  }

  private static InlayHint hint(TextPosition position, String label) {
    return new InlayHint(LspTypes.position(position), Either.forLeft(label));
  }

  private static Either<String, MarkupContent> markdown(String text) {
    return Either.forRight(new MarkupContent(MarkupKind.MARKDOWN, text));
  }
}
