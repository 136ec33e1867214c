package dev.orchlens.cli;

import dev.orchlens.analysis.FileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Finds the Python files that a command was given. */
final class Sources {
  private static final Set<String> SKIPPED =
      Set.of("__pycache__", "node_modules", "target", "build");

  private Sources() {}

  /**
   * Returns the given files, and the {@code .py} files under the given folders in the order of
   * their names; hidden folders and build output are passed over. A path that does not exist counts
   * as a file: {@link #read} says what is wrong with it, and the others are not lost.
   *
   * @throws UserError when the folders hold no Python file and no file is given
   */
  static List<Path> of(List<Path> paths) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        files.addAll(under(path));
      } else {
        files.add(path);
      }
    }
    if (files.isEmpty()) {
      throw new UserError("there is no Python file in the paths given");
    }
    return files;
  }

  /**
   * Returns the text of a file.
   *
   * @throws UserError when the file is a folder, cannot be read, or holds no text
   */
  static String read(Path path) {
    try {
      return FileReader.read(path);
    } catch (IOException unreadable) {
      throw new UserError(path + ": " + unreadable.getMessage());
    }
  }

  /** A link in a folder counts only where what it leads to is in the folder as well. */
  private static boolean isInside(Path folder, Path file, BasicFileAttributes attributes) {
    try {
      return !attributes.isSymbolicLink() || file.toRealPath().startsWith(folder.toRealPath());
    } catch (IOException dangling) {
      return false;
    }
  }

  private static List<Path> under(Path folder) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              String name = dir.getFileName() == null ? "" : dir.getFileName().toString();
              boolean skip =
                  !dir.equals(folder) && (name.startsWith(".") || SKIPPED.contains(name));
              return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".py") && isInside(folder, file, attributes)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    Collections.sort(found);
    return found;
  }
}
