package dev.orchlens.analysis;

import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that no editor holds open, as they were first read. A snapshot sees each file in one
 * state; a change on disk is seen by snapshots made {@link #without} the old state.
 */
final class DiskFiles {
  private final Map<String, Optional<SyntaxTree>> trees;
  private final Map<String, Boolean> folders = new ConcurrentHashMap<>();
  private final Map<String, Boolean> files = new ConcurrentHashMap<>();
  private final Map<String, Optional<String>> real = new ConcurrentHashMap<>();

  DiskFiles() {
    this(new ConcurrentHashMap<>());
  }

  private DiskFiles(Map<String, Optional<SyntaxTree>> trees) {
    this.trees = trees;
  }

  /** Returns how many files were read. */
  int count() {
    return trees.size();
  }

  /**
   * Returns the same files without what is known of those at or below {@code keys}, which have
   * changed.
   */
  DiskFiles without(Collection<String> keys) {
    Map<String, Optional<SyntaxTree>> kept = new ConcurrentHashMap<>(trees);
    kept.keySet().removeIf(known -> keys.stream().anyMatch(key -> isAtOrBelow(known, key)));
    return new DiskFiles(kept);
  }

  /** Returns whether both know the same of every file, since nothing has changed between them. */
  boolean knowsSame(DiskFiles other) {
    return trees == other.trees;
  }

  private static boolean isAtOrBelow(String known, String key) {
    return known.startsWith(key)
        && (known.length() == key.length()
            || known.startsWith(FileSystems.getDefault().getSeparator(), key.length()));
  }

  /** Returns the syntax of the file at a path, or nothing when there is no readable text file. */
  Optional<SyntaxTree> tree(String key) {
    return trees.computeIfAbsent(key, DiskFiles::read);
  }

  /**
   * Returns the key of what a path leads to when links are followed; empty where there is nothing.
   */
  Optional<String> real(String key) {
    return real.computeIfAbsent(key, DiskFiles::followed);
  }

  private static Optional<String> followed(String key) {
    try {
      return Optional.of(FilePaths.key(Path.of(key).toRealPath()));
    } catch (IOException nothingThere) {
      return Optional.empty();
    }
  }

  /** Returns whether there is a folder at a path. */
  boolean isFolder(String key) {
    return folders.computeIfAbsent(key, k -> Files.isDirectory(Path.of(k)));
  }

  /** Returns whether there is a file at a path, of whatever kind. */
  boolean isFile(String key) {
    return files.computeIfAbsent(key, k -> Files.isRegularFile(Path.of(k)));
  }

  private static Optional<SyntaxTree> read(String key) {
    Path path = Path.of(key);
    try {
      return Optional.of(
          SyntaxTree.parse(Document.of(path.toUri().toString(), 0, FileReader.read(path))));
    } catch (IOException unreadable) {
      // To an import, a file that cannot be read is a module that is not there; its diagnostic says
      // so.
      return Optional.empty();
    }
  }
}
