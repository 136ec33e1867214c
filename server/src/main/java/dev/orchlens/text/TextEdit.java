package dev.orchlens.text;

import java.util.Optional;

/**
 * A change of a document: {@code newText} takes the place of {@code range}, or of the whole text
 * without one.
 */
public record TextEdit(Optional<TextRange> range, String newText) {
  /** Replaces a range. */
  public static TextEdit replace(TextRange range, String newText) {
    return new TextEdit(Optional.of(range), newText);
  }

  /** Replaces everything. */
  public static TextEdit replaceAll(String newText) {
    return new TextEdit(Optional.empty(), newText);
  }
}
