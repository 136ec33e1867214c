package dev.orchlens.text;

/** A stretch of a document by lines and characters, {@code end} exclusive. */
public record TextRange(TextPosition start, TextPosition end) {
  /** Whether {@code position} lies inside or at either end. */
  public boolean touches(TextPosition position) {
    return start.compareTo(position) <= 0 && position.compareTo(end) <= 0;
  }
}
