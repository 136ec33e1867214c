package dev.orchlens.lsp;

import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.CodeLenses;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.feature.Hovers;
import dev.orchlens.feature.InlayHints;
import dev.orchlens.feature.Symbols;
import dev.orchlens.text.TextEdit;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
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
    String uri = Params.uri(document == null ? null : document.getUri());
    session.workspace().open(uri, document.getVersion(), Params.text(document.getText()));
    publisher.opened(uri);
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    String uri = Params.uri(params.getTextDocument());
    List<TextEdit> edits = params.getContentChanges().stream().map(TextDocuments::edit).toList();
    if (session.workspace().change(uri, params.getTextDocument().getVersion(), edits).isPresent()) {
      edits.getLast().range().ifPresent(range -> session.viewport().edited(uri, range.start().line()));
      publisher.changed(uri);
    }
  }

  private static TextEdit edit(TextDocumentContentChangeEvent change) {
    return change.getRange() == null
        ? TextEdit.replaceAll(Params.text(change.getText()))
        : TextEdit.replace(Params.range(change.getRange()), Params.text(change.getText()));
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    String uri = Params.uri(params.getTextDocument());
    session.workspace().close(uri);
    publisher.closed(uri);
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {
    // The text is known from the changes; nothing depends on its being on disk.
  }

  @Override
  public CompletableFuture<DocumentDiagnosticReport> diagnostic(DocumentDiagnosticParams params) {
    return session
        .answer(Params.uri(params.getTextDocument()), List.<Diagnostic>of(), view -> Diagnostics.of(view.found(), on()))
        .thenApply(items -> new DocumentDiagnosticReport(new RelatedFullDocumentDiagnosticReport(items)));
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    TextPosition place = Params.position(params.getPosition());
    return session.answer(
        Params.uri(params.getTextDocument()), null, view -> view.first(a -> Hovers.at(a, on(), place)).orElse(null));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams params) {
    TextRange range = Params.range(params.getRange());
    boolean lineEnds = !session.features().endOfLineDecorations();
    return session.answer(
        Params.uri(params.getTextDocument()),
        List.of(),
        view -> view.both(a -> InlayHints.of(a, on(), range, lineEnds)));
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    TextRange range = Params.range(params.getRange());
    return session.answer(
        Params.uri(params.getTextDocument()),
        List.of(),
        view ->
            CodeActions.of(view.found(), on(), range).stream()
                .map(Either::<Command, CodeAction>forRight)
                .toList());
  }

  @Override
  public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
    return session.answer(Params.uri(params.getTextDocument()), List.of(), view -> view.both(a -> CodeLenses.of(a, on())));
  }

  @Override
  public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
      DocumentSymbolParams params) {
    return session.answer(
        Params.uri(params.getTextDocument()),
        List.of(),
        view -> Symbols.of(view.found()).stream().map(Either::<SymbolInformation, DocumentSymbol>forRight).toList());
  }

  private boolean on() {
    return session.analyzeAutoScopes();
  }
}
