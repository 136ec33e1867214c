package dev.orchlens.tests.lsp;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Offsets of a text as the protocol's positions. */
final class Positions {
  private Positions() {}

  static Position position(String text, int offset) {
    int line = 0;
    int start = 0;
    for (int end = lineEnd(text, 0); end <= offset && end > start; end = lineEnd(text, end)) {
      line++;
      start = end;
    }
    return new Position(line, offset - start);
  }

  static int offset(String text, Position position) {
    int start = 0;
    for (int line = 0; line < position.getLine(); line++) {
      start = lineEnd(text, start);
    }
    return start + position.getCharacter();
  }

  /**
   * Where the line that begins at an offset ends, behind its line break; {@code start} itself when
   * it has none.
   */
  private static int lineEnd(String text, int start) {
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r') {
        return c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n' ? i + 2 : i + 1;
      }
    }
    return start;
  }

  static Range range(String text, int start, int end) {
    return new Range(position(text, start), position(text, end));
  }
}
