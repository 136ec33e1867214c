package dev.orchlens.tests.measure;

import java.util.List;
import java.util.Map;

/** What VS Code with the extension says of itself when it starts the server. */
final class Hello {
  private static final Map<String, Object> REFRESH = Map.of("refreshSupport", true);
  private static final Map<String, Object> DYNAMIC = Map.of("dynamicRegistration", true);

  private Hello() {}

  /**
   * The parameters of {@code initialize}.
   *
   * @param folder the URI of the one folder that is open
   * @param visibleRanges whether the client says which lines it shows, as the extension does
   */
  static Map<String, Object> parameters(String folder, boolean visibleRanges) {
    Map<String, Object> workspace =
        Map.of(
            "configuration", true,
            "workspaceFolders", true,
            "didChangeWatchedFiles", DYNAMIC,
            "inlayHint", REFRESH,
            "codeLens", REFRESH);
    Map<String, Object> document =
        Map.of(
            "publishDiagnostics",
            Map.of("versionSupport", true),
            "inlayHint",
            DYNAMIC,
            "hover",
            DYNAMIC);
    return Map.of(
        "rootUri", folder,
        "workspaceFolders", List.of(Map.of("uri", folder, "name", "checkout")),
        "capabilities",
            Map.of(
                "workspace",
                workspace,
                "textDocument",
                document,
                "window",
                Map.of("workDoneProgress", true)),
        "initializationOptions",
            Map.of("endOfLineDecorations", true, "visibleRanges", visibleRanges));
  }

  /** The section {@code orchlens} of a user who changed nothing. */
  static Map<String, Object> settings() {
    return Map.of("analyzeAutoScopesForDeps", false, "roots", List.of());
  }
}
