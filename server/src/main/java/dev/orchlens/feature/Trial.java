package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.text.TextEdit;
import java.util.List;
import java.util.Optional;

/** Tells what would be known of a file behind some edits, without making them. */
@FunctionalInterface
public interface Trial {
  /**
   * Returns the analysis of the edited text, with what holds its tasks apart worked out.
   *
   * @param edits each counts positions, in UTF-16 code units, in the text that those before it have
   *     left
   * @return nothing when the text is no longer the one that the edits were made for
   */
  Optional<FileAnalysis> of(FileAnalysis before, List<TextEdit> edits);
}
