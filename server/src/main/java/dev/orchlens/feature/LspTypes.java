package dev.orchlens.feature;

import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Our positions as the protocol's. */
final class LspTypes {
  private LspTypes() {}

  static Position position(TextPosition position) {
    return new Position(position.line(), position.character());
  }

  static Range range(TextRange range) {
    return new Range(position(range.start()), position(range.end()));
  }

  static boolean intersects(TextRange a, TextRange b) {
    return a.start().compareTo(b.end()) <= 0 && b.start().compareTo(a.end()) <= 0;
  }
}
