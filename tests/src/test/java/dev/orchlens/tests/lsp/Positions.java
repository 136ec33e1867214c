package dev.orchlens.tests.lsp;

import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Offsets of a text as the protocol's positions. */
final class Positions {
  private Positions() {}

  static Position position(String text, int offset) {
    int line = 0;
    int start = 0;
    for (int i = 0; i < offset; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        start = i + 1;
      }
    }
    return new Position(line, offset - start);
  }

  static Range range(String text, int start, int end) {
    return new Range(position(text, start), position(text, end));
  }
}
