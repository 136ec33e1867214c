package dev.orchlens.feature;

import dev.orchlens.analysis.Place;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Our positions as the protocol's. */
public final class LspTypes {
  private LspTypes() {}

  /** Returns a position. */
  public static Position position(TextPosition position) {
    return new Position(position.line(), position.character());
  }

  /** Returns a range. */
  public static Range range(TextRange range) {
    return new Range(position(range.start()), position(range.end()));
  }

  /** Returns a place in a file. */
  public static Location location(Place place) {
    return new Location(place.uri(), range(place.range()));
  }

  /** Returns whether two ranges have a position in common, be it their ends. */
  public static boolean intersects(TextRange a, TextRange b) {
    return a.start().compareTo(b.end()) <= 0 && b.start().compareTo(a.end()) <= 0;
  }
}
