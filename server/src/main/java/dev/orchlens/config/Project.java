package dev.orchlens.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The project that a folder belongs to.
 *
 * @param folder the nearest one around that has a {@code pyproject.toml} or is the top of a Git
 *     checkout; none where there is neither
 * @param config what its {@code [tool.orchlens]} chooses
 */
public record Project(Optional<Path> folder, ProjectConfig config) {
  /** The name of the file that holds what a project chooses. */
  public static final String FILE = "pyproject.toml";

  /**
   * Returns the project of a folder. What it chooses stands in the nearest {@code pyproject.toml}
   * with a {@code [tool.orchlens]}, not above the top of the checkout.
   *
   * @param start an absolute path
   * @throws ConfigException when that file cannot be taken as it is
   */
  public static Project of(Path start) throws ConfigException {
    Optional<Path> found = Optional.empty();
    for (Path folder = start.normalize(); folder != null; folder = folder.getParent()) {
      boolean isTop = Files.exists(folder.resolve(".git"));
      if (found.isEmpty() && (isTop || Files.exists(folder.resolve(FILE)))) {
        found = Optional.of(folder);
      }
      Optional<ProjectConfig> config = PyProject.read(folder.resolve(FILE));
      if (config.isPresent()) {
        return new Project(found, config.get());
      }
      if (isTop) {
        break;
      }
    }
    return new Project(found, ProjectConfig.none());
  }

  /** Returns the folders in which modules are looked for unasked: the project's and its src. */
  public List<Path> guessedRoots() {
    List<Path> roots = new ArrayList<>(folder.stream().toList());
    folder.map(top -> top.resolve("src")).filter(Files::isDirectory).ifPresent(roots::add);
    return roots;
  }
}
