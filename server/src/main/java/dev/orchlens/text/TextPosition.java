package dev.orchlens.text;

/**
 * A place between two characters of a document: {@code line} and {@code character} count from 0,
 * {@code character} in UTF-16 code units from the start of the line, as the Language Server
 * Protocol counts.
 */
public record TextPosition(int line, int character) implements Comparable<TextPosition> {
  /** The first place of every document. */
  public static final TextPosition START = new TextPosition(0, 0);

  @Override
  public String toString() {
    return line + ":" + character;
  }

  @Override
  public int compareTo(TextPosition other) {
    int byLine = Integer.compare(line, other.line);
    return byLine != 0 ? byLine : Integer.compare(character, other.character);
  }
}
