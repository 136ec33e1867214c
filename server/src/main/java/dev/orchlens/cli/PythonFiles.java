package dev.orchlens.cli;

import dev.orchlens.text.SourceFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Finds and reads the Python files that paths on a command line stand for. */
final class PythonFiles {
  private PythonFiles() {}

  /** A file and what reading it gave. */
  record Found(Path path, SourceFile content) {}

  /**
   * The files that the paths name, in this order; a directory stands for all files below it whose names end in
   * {@code .py}, sorted by path, hidden directories left out.
   */
  static List<Found> find(List<Path> paths) {
    List<Found> found = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        findBelow(path, found);
      } else {
        found.add(new Found(path, SourceFile.read(path)));
      }
    }
    return found;
  }

  private static void findBelow(Path directory, List<Found> found) {
    List<Path> files = new ArrayList<>();
    List<Found> failures = new ArrayList<>();
    try {
      Files.walkFileTree(directory, new Walk(directory, files, failures));
    } catch (IOException failure) {
      failures.add(new Found(directory, new SourceFile.Unreadable("cannot be searched: " + failure.getMessage())));
    }
    files.sort(null);
    files.forEach(file -> found.add(new Found(file, SourceFile.read(file))));
    found.addAll(failures);
  }

  /** Collects the Python files below a directory, and what cannot be looked into. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> files;
    private final List<Found> failures;

    Walk(Path root, List<Path> files, List<Found> failures) {
      this.root = root;
      this.files = files;
      this.failures = failures;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      boolean hidden = !directory.equals(root) && directory.getFileName().toString().startsWith(".");
      return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (file.getFileName().toString().endsWith(".py") && !attributes.isDirectory()) {
        files.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      failures.add(new Found(file, new SourceFile.Unreadable("cannot be read: " + failure.getMessage())));
      return FileVisitResult.CONTINUE;
    }
  }
}
