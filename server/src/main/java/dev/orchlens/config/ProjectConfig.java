package dev.orchlens.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a project's {@code [tool.orchlens]} in {@code pyproject.toml} chooses; docs/cli.md describes
 * the keys.
 *
 * @param codes which diagnostics are wanted
 * @param roots further folders in which imported modules are looked for, absolute
 * @param analyzeAutoScopes the compiler's option {@code analyze_auto_scopes_for_deps}, if it is
 *     chosen
 * @param strict whether {@code check} also prints notes and hints
 */
public record ProjectConfig(
    CodeFilter codes, List<Path> roots, Optional<Boolean> analyzeAutoScopes, boolean strict) {
  /** Keeps a copy of the roots. */
  public ProjectConfig {
    roots = List.copyOf(roots);
  }

  /** Returns what holds where a project chooses nothing. */
  public static ProjectConfig none() {
    return new ProjectConfig(CodeFilter.all(), List.of(), Optional.empty(), false);
  }
}
