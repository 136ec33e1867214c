package dev.orchlens.analysis;

import dev.orchlens.module.eval.ModuleLoader;
import dev.orchlens.syntax.SyntaxTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The modules that a file of a snapshot may import: those in its own folder, the workspace and the
 * roots. Nothing outside of them is ever read.
 *
 * @param mainKey the key of the file that imports
 */
record SnapshotModules(Snapshot snapshot, String mainKey) implements ModuleLoader {
  /** Returns the folders searched behind the main file's own, as keys. */
  List<String> roots() {
    List<String> roots = new ArrayList<>();
    snapshot.settings().workspaceRoots().forEach(r -> roots.add(FilePaths.key(r)));
    snapshot.settings().roots().forEach(r -> roots.add(FilePaths.key(r)));
    return roots;
  }

  @Override
  public Optional<SyntaxTree> load(String path) {
    return isInside(path) ? snapshot.treeAt(FilePaths.key(Path.of(path))) : Optional.empty();
  }

  @Override
  public boolean isFolder(String path) {
    return isInside(path) && snapshot.disk().isFolder(FilePaths.key(Path.of(path)));
  }

  /** A program that is no file itself has no files beside it that could be missing. */
  @Override
  public Optional<Boolean> hasFile(String path) {
    return isInside(path) && snapshot.disk().isFile(mainKey)
        ? Optional.of(snapshot.disk().isFile(FilePaths.key(Path.of(path))))
        : Optional.empty();
  }

  /** Whether a path, and what it leads to when links are followed, lies in one of the folders. */
  private boolean isInside(String path) {
    String key = FilePaths.key(Path.of(path));
    List<String> folders = new ArrayList<>(roots());
    int slash = mainKey.lastIndexOf('/');
    if (slash > 0) {
      folders.add(mainKey.substring(0, slash));
    }
    if (folders.stream().noneMatch(folder -> isAtOrBelow(key, folder))) {
      return false;
    }
    Optional<String> real = snapshot.disk().real(key);
    return real.isEmpty()
        || folders.stream()
            .anyMatch(
                folder ->
                    snapshot
                        .disk()
                        .real(folder)
                        .filter(found -> isAtOrBelow(real.get(), found))
                        .isPresent());
  }

  private static boolean isAtOrBelow(String key, String folder) {
    return key.equals(folder) || key.startsWith(folder.endsWith("/") ? folder : folder + "/");
  }
}
