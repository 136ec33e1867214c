package dev.orchlens.analysis;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names files. Editors spell the same file's URI in different ways (percent-encoding), so files are
 * told apart by their path; a document that is no file is told apart by its URI.
 */
public final class FilePaths {
  private FilePaths() {}

  /** Returns the path that a URI names, or nothing when it names no file. */
  public static Optional<Path> path(String uri) {
    try {
      URI parsed = URI.create(uri);
      return "file".equalsIgnoreCase(parsed.getScheme())
          ? Optional.of(Path.of(parsed).normalize())
          : Optional.empty();
    } catch (IllegalArgumentException | FileSystemNotFoundException notAFile) {
      return Optional.empty();
    }
  }

  /**
   * Returns what tells the document with this URI apart: its absolute path with {@code /}, or the
   * URI.
   */
  public static String key(String uri) {
    return path(uri).map(FilePaths::key).orElse(uri);
  }

  /** Returns what tells a file apart: its absolute path with {@code /} between its parts. */
  public static String key(Path path) {
    return path.toAbsolutePath().normalize().toString().replace('\\', '/');
  }
}
