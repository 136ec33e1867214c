package dev.orchlens.analysis;

import dev.orchlens.ir.Origin;
import java.util.Optional;

/** Finds where in the files of a snapshot an origin lies now. */
@FunctionalInterface
public interface Places {
  /**
   * Returns the place of {@code origin} itself (not of its call sites), or nothing when its
   * statement is gone.
   */
  Optional<Place> of(Origin origin);

  /**
   * Returns the place of {@code origin} in the file {@code uri}: its own when it was written there,
   * else that of the innermost call site written there; nothing when no part of the inlining chain
   * is in that file.
   */
  default Optional<Place> in(String uri, Origin origin) {
    if (origin.file().equals(uri)) {
      return of(origin);
    }
    return origin.inlinedAt().flatMap(caller -> in(uri, caller));
  }
}
