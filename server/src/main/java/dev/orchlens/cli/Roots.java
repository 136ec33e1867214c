package dev.orchlens.cli;

import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the commands look for imported modules. */
final class Roots {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "A folder in which imported modules are looked for.")
  private final List<Path> roots = new ArrayList<>();

  /** Returns a workspace without files that looks there. */
  Workspace workspace() {
    return new Workspace(
        Settings.defaults().withRoots(roots.stream().map(Path::toAbsolutePath).toList()));
  }
}
