package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;

/** Explains the launch, scope or loop under the mouse. */
public final class Hovers {
  private Hovers() {}

  /** Returns the hover at a position, or nothing where there is nothing of ours to say. */
  public static Optional<Hover> at(FileFacts facts, TextPosition position) {
    FileAnalysis analysis = facts.analysis();
    List<TaskNotes> tasks =
        TaskNotes.of(facts).stream()
            .filter(task -> task.place().range().touches(position))
            .toList();
    List<String> parts = new ArrayList<>();
    if (tasks.isEmpty()) {
      for (Annotations.Annotation note : headNotes(facts)) {
        if (note.line() == position.line() && onFirstWords(analysis, position)) {
          note.hoverMarkdown().ifPresent(parts::add);
        }
      }
    }
    if (!tasks.isEmpty()) {
      parts.add(new Instances(analysis, tasks).hover());
    }
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    String text = String.join("\n\n---\n\n", parts.stream().distinct().toList());
    Hover hover = new Hover(new MarkupContent(MarkupKind.MARKDOWN, text));
    if (!tasks.isEmpty()) {
      hover.setRange(LspTypes.range(tasks.getLast().place().range()));
    }
    return Optional.of(hover);
  }

  private static List<Annotations.Annotation> headNotes(FileFacts facts) {
    List<Annotations.Annotation> notes = new ArrayList<>(ScopeNotes.hovers(facts));
    notes.addAll(FenceNotes.of(facts));
    notes.addAll(ArrayNotes.of(facts));
    return notes;
  }

  /** The head of a compound statement: everything up to its colon, but not the space before it. */
  private static boolean onFirstWords(FileAnalysis analysis, TextPosition position) {
    var document = analysis.tree().document();
    int start = document.lines().lineStart(position.line());
    int offset = document.lines().offset(position);
    return !document.text().substring(start, offset).isBlank() || position.character() > 0;
  }
}
