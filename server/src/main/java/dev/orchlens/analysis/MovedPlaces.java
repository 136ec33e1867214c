package dev.orchlens.analysis;

import dev.orchlens.ir.Origin;
import dev.orchlens.text.LineMoves;
import java.util.Optional;

/** Where origins of an earlier version of a file lie in a later one. */
final class MovedPlaces implements Places {
  private final Places before;
  private final String key;
  private final LineMoves moves;

  MovedPlaces(FileAnalysis before, FileAnalysis after) {
    this.before = before.places();
    this.key = FilePaths.key(after.uri());
    this.moves = LineMoves.between(before.tree().document(), after.tree().document());
  }

  @Override
  public Optional<Place> of(Origin origin) {
    return before.of(origin).flatMap(this::moved);
  }

  /** Other files are where they were: an edit there makes another analysis. */
  private Optional<Place> moved(Place place) {
    return FilePaths.key(place.uri()).equals(key)
        ? moves.range(place.range()).map(range -> new Place(place.uri(), range))
        : Optional.of(place);
  }
}
