package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InlayHintCapabilities;
import org.eclipse.lsp4j.InlayHintResolveSupportCapabilities;
import org.eclipse.lsp4j.ShowDocumentCapabilities;
import org.eclipse.lsp4j.TextDocumentClientCapabilities;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;

/**
 * What this client can do.
 *
 * @param configuration whether it answers requests for its settings
 * @param watchesFiles whether it accepts a request to watch files
 * @param progress whether it shows progress that the server starts
 * @param inlayHintRefresh whether it asks again for inlay hints when told to
 * @param codeLensRefresh whether it asks again for code lenses when told to
 * @param pullsDiagnostics whether it asks for diagnostics itself
 * @param resolvesHints whether it asks for the tooltips of inlay hints when it shows them
 * @param preparesRename whether it asks what would be renamed before it asks for a name
 * @param showsDocuments whether it opens a document that the server names
 * @param endOfLineDecorations whether it draws the texts at line ends itself (docs/protocol.md)
 * @param visibleRanges whether it says which lines it shows (docs/protocol.md)
 */
record ClientFeatures(
    boolean configuration,
    boolean watchesFiles,
    boolean progress,
    boolean inlayHintRefresh,
    boolean codeLensRefresh,
    boolean pullsDiagnostics,
    boolean resolvesHints,
    boolean preparesRename,
    boolean showsDocuments,
    boolean endOfLineDecorations,
    boolean visibleRanges) {

  static ClientFeatures none() {
    return new ClientFeatures(
        false, false, false, false, false, false, false, false, false, false, false);
  }

  static ClientFeatures of(InitializeParams params) {
    Optional<ClientCapabilities> all = Optional.ofNullable(params.getCapabilities());
    Optional<WorkspaceClientCapabilities> workspace = all.map(ClientCapabilities::getWorkspace);
    return new ClientFeatures(
        workspace.map(WorkspaceClientCapabilities::getConfiguration).orElse(false),
        workspace
            .map(WorkspaceClientCapabilities::getDidChangeWatchedFiles)
            .map(c -> Boolean.TRUE.equals(c.getDynamicRegistration()))
            .orElse(false),
        all.map(ClientCapabilities::getWindow)
            .map(w -> Boolean.TRUE.equals(w.getWorkDoneProgress()))
            .orElse(false),
        workspace
            .map(WorkspaceClientCapabilities::getInlayHint)
            .map(c -> Boolean.TRUE.equals(c.getRefreshSupport()))
            .orElse(false),
        workspace
            .map(WorkspaceClientCapabilities::getCodeLens)
            .map(c -> Boolean.TRUE.equals(c.getRefreshSupport()))
            .orElse(false),
        all.map(ClientCapabilities::getTextDocument)
            .map(t -> t.getDiagnostic() != null)
            .orElse(false),
        all.map(ClientCapabilities::getTextDocument)
            .map(TextDocumentClientCapabilities::getInlayHint)
            .map(InlayHintCapabilities::getResolveSupport)
            .map(InlayHintResolveSupportCapabilities::getProperties)
            .map(properties -> properties.contains("tooltip"))
            .orElse(false),
        all.map(ClientCapabilities::getTextDocument)
            .map(TextDocumentClientCapabilities::getRename)
            .map(c -> Boolean.TRUE.equals(c.getPrepareSupport()))
            .orElse(false),
        all.map(ClientCapabilities::getWindow)
            .map(WindowClientCapabilities::getShowDocument)
            .map(ShowDocumentCapabilities::isSupport)
            .orElse(false),
        option(params, "endOfLineDecorations"),
        option(params, "visibleRanges"));
  }

  private static boolean option(InitializeParams params, String key) {
    if (!(params.getInitializationOptions() instanceof JsonObject options)) {
      return false;
    }
    JsonElement value = options.get(key);
    return value != null
        && value.isJsonPrimitive()
        && value.getAsJsonPrimitive().isBoolean()
        && value.getAsBoolean();
  }
}
