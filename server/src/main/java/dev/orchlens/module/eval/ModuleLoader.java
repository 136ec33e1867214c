package dev.orchlens.module.eval;

import dev.orchlens.syntax.SyntaxTree;
import java.util.Optional;

/**
 * Where the source of modules comes from: the only way by which an evaluation reaches files. Paths
 * are absolute, with {@code /} between their parts. Implementations answer only for files inside
 * their roots, and the same way for as long as one evaluation runs.
 */
public interface ModuleLoader {
  /**
   * The syntax of the file at a path; empty where there is no such file, or it is outside of the
   * roots.
   */
  Optional<SyntaxTree> load(String path);

  /** Whether a path is a folder inside the roots. */
  boolean isFolder(String path);

  /**
   * Whether there is a file at a path, of whatever kind; empty where that is not known, as outside
   * of the roots.
   */
  default Optional<Boolean> hasFile(String path) {
    return Optional.empty();
  }
}
