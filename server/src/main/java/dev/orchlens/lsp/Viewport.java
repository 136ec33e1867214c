package dev.orchlens.lsp;

import dev.orchlens.analysis.FilePaths;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that the client shows: as it says or, where it does not, those around the last edit.
 */
final class Viewport {
  /** How many lines around an edit count as shown. */
  private static final int AROUND = 40;

  private final Map<String, List<TextRange>> told = new HashMap<>();
  private final Map<String, TextRange> edited = new HashMap<>();
  private String latest = "";

  /** Takes what the client says of a document. */
  synchronized void shown(String uri, List<TextRange> ranges) {
    told.put(FilePaths.key(uri), List.copyOf(ranges));
  }

  /** Notes where a document was edited. */
  synchronized void edited(String uri, int line) {
    latest = FilePaths.key(uri);
    edited.put(
        latest,
        new TextRange(
            new TextPosition(Math.max(0, line - AROUND), 0), new TextPosition(line + AROUND, 0)));
  }

  /** Forgets a document. */
  synchronized void closed(String uri) {
    told.remove(FilePaths.key(uri));
    edited.remove(FilePaths.key(uri));
  }

  /** Returns the lines of a document that are shown, as far as that is known. */
  synchronized List<TextRange> lines(String uri) {
    String key = FilePaths.key(uri);
    List<TextRange> ranges = told.get(key);
    return ranges != null ? ranges : edited.containsKey(key) ? List.of(edited.get(key)) : List.of();
  }

  /**
   * Returns whether a document is shown: one whose lines are told, or the one that was edited last.
   */
  synchronized boolean isShown(String uri) {
    String key = FilePaths.key(uri);
    List<TextRange> ranges = told.get(key);
    return ranges != null ? !ranges.isEmpty() : latest.equals(key) || latest.isEmpty();
  }
}
