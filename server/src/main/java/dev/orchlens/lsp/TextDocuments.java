package dev.orchlens.lsp;

import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.CodeLenses;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.feature.Hovers;
import dev.orchlens.feature.InlayHints;
import dev.orchlens.feature.Symbols;
import dev.orchlens.text.TextEdit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentDiagnosticParams;
import org.eclipse.lsp4j.DocumentDiagnosticReport;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.RelatedFullDocumentDiagnosticReport;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.TextDocumentService;

/** Follows the documents that the editor holds, and answers questions about them. */
public final class TextDocuments implements TextDocumentService {
  private final Session session;
  private final Publisher publisher;

  TextDocuments(Session session, Publisher publisher) {
    this.session = session;
    this.publisher = publisher;
  }

  @Override
  public void didOpen(DidOpenTextDocumentParams params) {
    TextDocumentItem document = params.getTextDocument();
    session.workspace().open(document.getUri(), document.getVersion(), document.getText());
    publisher.opened(document.getUri());
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    String uri = params.getTextDocument().getUri();
    List<TextEdit> edits = params.getContentChanges().stream().map(TextDocuments::edit).toList();
    if (session.workspace().change(uri, params.getTextDocument().getVersion(), edits).isPresent()) {
      publisher.changed(uri);
    }
  }

  private static TextEdit edit(TextDocumentContentChangeEvent change) {
    return change.getRange() == null
        ? TextEdit.replaceAll(change.getText())
        : TextEdit.replace(Messages.range(change.getRange()), change.getText());
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    session.workspace().close(params.getTextDocument().getUri());
    publisher.closed(params.getTextDocument().getUri());
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {
    // The text is known from the changes; nothing depends on its being on disk.
  }

  @Override
  public CompletableFuture<DocumentDiagnosticReport> diagnostic(DocumentDiagnosticParams params) {
    return session
        .answer(params.getTextDocument().getUri(), List.<Diagnostic>of(), a -> Diagnostics.of(a, on()))
        .thenApply(items -> new DocumentDiagnosticReport(new RelatedFullDocumentDiagnosticReport(items)));
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    return session.answer(
        params.getTextDocument().getUri(),
        null,
        a -> Hovers.at(a, on(), Messages.position(params.getPosition())).orElse(null));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams params) {
    boolean lineEnds = !session.features().endOfLineDecorations();
    return session.answer(
        params.getTextDocument().getUri(),
        List.of(),
        a -> InlayHints.of(a, on(), Messages.range(params.getRange()), lineEnds));
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    return session.answer(
        params.getTextDocument().getUri(),
        List.of(),
        a ->
            CodeActions.of(a, on(), Messages.range(params.getRange())).stream()
                .map(Either::<Command, CodeAction>forRight)
                .toList());
  }

  @Override
  public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
    return session.answer(params.getTextDocument().getUri(), List.of(), a -> CodeLenses.of(a, on()));
  }

  @Override
  public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
      DocumentSymbolParams params) {
    return session.answer(
        params.getTextDocument().getUri(),
        List.of(),
        a -> Symbols.of(a).stream().map(Either::<SymbolInformation, DocumentSymbol>forRight).toList());
  }

  private boolean on() {
    return session.analyzeAutoScopes();
  }
}
