package dev.orchlens.analysis;

import dev.orchlens.text.TextRange;

/**
 * A range in a file, as the file is in one snapshot.
 *
 * @param uri the file
 * @param range lines and UTF-16 columns, both from 0
 */
public record Place(String uri, TextRange range) {
  /** Returns the last part of the file's path. */
  public String fileName() {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  /** Returns the line the range starts in, from 1, as compilers count. */
  public int line() {
    return range.start().line() + 1;
  }
}
