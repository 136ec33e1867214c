package dev.orchlens.lsp;

import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.request.Completions;
import java.util.List;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DiagnosticRegistrationOptions;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.InlayHintRegistrationOptions;
import org.eclipse.lsp4j.RenameOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.SignatureHelpOptions;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextDocumentSyncOptions;
import org.eclipse.lsp4j.WorkspaceFoldersOptions;
import org.eclipse.lsp4j.WorkspaceServerCapabilities;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** What the server offers; only what it really answers. */
final class Capabilities {
  private Capabilities() {}

  static ServerCapabilities of(ClientFeatures client, Encoding encoding) {
    ServerCapabilities server = new ServerCapabilities();
    TextDocumentSyncOptions sync = new TextDocumentSyncOptions();
    sync.setOpenClose(true);
    sync.setChange(TextDocumentSyncKind.Incremental);
    server.setTextDocumentSync(sync);
    server.setPositionEncoding(encoding.unit().label());
    server.setHoverProvider(true);
    server.setDocumentSymbolProvider(true);
    InlayHintRegistrationOptions hints = new InlayHintRegistrationOptions();
    hints.setResolveProvider(true);
    server.setInlayHintProvider(hints);
    server.setCodeLensProvider(new CodeLensOptions(false));
    server.setCodeActionProvider(true);
    server.setDefinitionProvider(true);
    server.setDeclarationProvider(true);
    server.setImplementationProvider(true);
    server.setReferencesProvider(true);
    server.setDocumentHighlightProvider(true);
    server.setRenameProvider(
        client.preparesRename() ? Either.forRight(new RenameOptions(true)) : Either.forLeft(true));
    server.setCallHierarchyProvider(true);
    server.setFoldingRangeProvider(true);
    server.setCompletionProvider(new CompletionOptions(false, Completions.TRIGGERS));
    server.setSignatureHelpProvider(new SignatureHelpOptions(List.of("(", ",")));
    server.setWorkspaceSymbolProvider(true);
    server.setSelectionRangeProvider(true);
    server.setExecuteCommandProvider(new ExecuteCommandOptions(List.of(CodeActions.GENERATE)));
    if (client.pullsDiagnostics()) {
      server.setDiagnosticProvider(new DiagnosticRegistrationOptions(true, false));
    }
    WorkspaceFoldersOptions folders = new WorkspaceFoldersOptions();
    folders.setSupported(true);
    folders.setChangeNotifications(true);
    server.setWorkspace(new WorkspaceServerCapabilities(folders));
    return server;
  }
}
