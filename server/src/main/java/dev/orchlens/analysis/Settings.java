package dev.orchlens.analysis;

import dev.orchlens.config.CodeFilter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the user chose.
 *
 * @param analyzeAutoScopes the compiler's option {@code analyze_auto_scopes_for_deps}; off by
 *     default, as there
 * @param workspaceRoots the folders open in the editor
 * @param roots further folders in which imported modules are looked for, absolute
 * @param generatedDirectory where generated C++ is written; empty for beside the program
 * @param codes which diagnostics are wanted
 * @param hints what is drawn into the text
 */
public record Settings(
    boolean analyzeAutoScopes,
    List<Path> workspaceRoots,
    List<Path> roots,
    String generatedDirectory,
    CodeFilter codes,
    Set<Hint> hints) {
  public Settings {
    workspaceRoots = List.copyOf(workspaceRoots);
    roots = List.copyOf(roots);
    hints = Set.copyOf(hints);
  }

  /** Returns the settings of someone who chose nothing and opened no folder. */
  public static Settings defaults() {
    return new Settings(
        false, List.of(), List.of(), "", CodeFilter.all(), EnumSet.allOf(Hint.class));
  }

  /** Returns these settings with other further roots. */
  public Settings withRoots(List<Path> newRoots) {
    return new Settings(
        analyzeAutoScopes, workspaceRoots, newRoots, generatedDirectory, codes, hints);
  }
}
