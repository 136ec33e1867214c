package dev.orchlens.cli;

import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.config.ConfigException;
import dev.orchlens.config.Project;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** Where the commands look for imported modules: as they are told, else in a file's project. */
final class Roots {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "A folder in which imported modules are looked for.")
  private final List<Path> given = new ArrayList<>();

  private final Map<Path, Project> projects = new HashMap<>();
  private final Map<List<Path>, Workspace> workspaces = new HashMap<>();
  private final Set<Path> guessed = new LinkedHashSet<>();

  /**
   * Returns the project that a file belongs to.
   *
   * @throws UserError when what it chooses cannot be taken as it is
   */
  Project project(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    Project known = projects.get(folder);
    if (known == null) {
      try {
        known = Project.of(folder);
      } catch (ConfigException wrong) {
        throw new UserError(wrong.getMessage());
      }
      projects.put(folder, known);
    }
    return known;
  }

  /** Returns the workspace of a file's project; files with the same roots share one. */
  Workspace workspace(Path file) {
    Project project = project(file);
    List<Path> roots = new ArrayList<>(given.stream().map(Path::toAbsolutePath).toList());
    roots.addAll(project.config().roots());
    if (roots.isEmpty()) {
      project.folder().ifPresent(guessed::add);
      roots.addAll(project.guessedRoots());
    }
    return workspaces.computeIfAbsent(
        roots, all -> new Workspace(Settings.defaults().withRoots(all)));
  }

  /** Returns the folders that nobody named and where modules were looked for all the same. */
  Set<Path> guessed() {
    return Set.copyOf(guessed);
  }
}
