package dev.orchlens.cli;

import dev.orchlens.config.Project;
import picocli.CommandLine.Option;

/** Which setting of {@code analyze_auto_scopes_for_deps} a command works with. */
final class AutoScopes {
  @Option(
      names = "--analyze-auto-scopes",
      negatable = true,
      description =
          "As with the compiler's option analyze_auto_scopes_for_deps on; default: what the project"
              + " says, else off.")
  private Boolean given;

  /** Returns the setting for the files of a project. */
  boolean in(Project project) {
    return given == null ? project.config().analyzeAutoScopes().orElse(false) : given;
  }
}
