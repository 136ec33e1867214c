package dev.orchlens.analysis;

import dev.orchlens.config.CodeFilter;
import java.nio.file.Path;
import java.util.List;

/**
 * What the user chose.
 *
 * @param analyzeAutoScopes the compiler's option {@code analyze_auto_scopes_for_deps}; off by
 *     default, as there
 * @param workspaceRoots the folders open in the editor
 * @param roots further folders in which imported modules are looked for, absolute
 * @param generatedDirectory where generated C++ is written; empty for beside the program
 * @param codes which diagnostics are wanted
 */
public record Settings(
    boolean analyzeAutoScopes,
    List<Path> workspaceRoots,
    List<Path> roots,
    String generatedDirectory,
    CodeFilter codes) {
  public Settings {
    workspaceRoots = List.copyOf(workspaceRoots);
    roots = List.copyOf(roots);
  }

  /** Returns the settings of someone who chose nothing and opened no folder. */
  public static Settings defaults() {
    return new Settings(false, List.of(), List.of(), "", CodeFilter.all());
  }

  /** Returns these settings with other further roots. */
  public Settings withRoots(List<Path> newRoots) {
    return new Settings(analyzeAutoScopes, workspaceRoots, newRoots, generatedDirectory, codes);
  }
}
