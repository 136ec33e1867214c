package dev.orchlens.lsp;

import dev.orchlens.analysis.FileView;
import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.CodeLenses;
import dev.orchlens.feature.Hovers;
import dev.orchlens.feature.InlayHints;
import dev.orchlens.feature.Symbols;
import dev.orchlens.lsp.Session.Need;
import dev.orchlens.text.BadEditException;
import dev.orchlens.text.Document;
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
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
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
    session.inStep(uri);
    try {
      session.workspace().open(uri, document.getVersion(), Params.text(document.getText()));
      publisher.opened(uri);
    } catch (OutOfMemoryError full) {
      noRoom(uri, document.getVersion());
    }
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    String uri = Params.uri(params.getTextDocument());
    int version = params.getTextDocument().getVersion();
    List<TextEdit> edits = params.getContentChanges().stream().map(TextDocuments::edit).toList();
    try {
      if (session.isOutOfStep(uri)) {
        catchUp(uri, version, edits);
        return;
      }
      if (!session.workspace().snapshot().isOpen(uri)) {
        throw new BadEditException("an edit came without the document being open");
      }
      session.workspace().change(uri, version, edits, session.encoding().unit());
      if (!edits.isEmpty()) {
        edits
            .getLast()
            .range()
            .ifPresent(range -> session.viewport().edited(uri, range.start().line()));
      }
      publisher.changed(uri);
    } catch (BadEditException misfit) {
      publisher.outOfStep(uri, version, misfit.getMessage());
    } catch (OutOfMemoryError full) {
      noRoom(uri, version);
    }
  }

  /**
   * A text that cannot be read for lack of memory is not known; whatever else can be found out
   * again makes room.
   */
  private void noRoom(String uri, int version) {
    session.workspace().forget();
    publisher.outOfStep(uri, version, "it wants more memory than the server has (-Xmx)");
  }

  /** A document that is out of step takes nothing but a whole text, and the edits of that. */
  private void catchUp(String uri, int version, List<TextEdit> edits) {
    for (int i = edits.size() - 1; i >= 0; i--) {
      if (edits.get(i).range().isEmpty()) {
        Document whole =
            Document.of(uri, version, "")
                .apply(edits.subList(i, edits.size()), version, session.encoding().unit());
        session.inStep(uri);
        session.workspace().open(uri, version, whole.text());
        publisher.opened(uri);
        return;
      }
    }
  }

  private static TextEdit edit(TextDocumentContentChangeEvent change) {
    Range range = change.getRange();
    if (range == null) {
      return TextEdit.replaceAll(Params.text(change.getText()));
    }
    if (range.getStart() == null || range.getEnd() == null) {
      throw Params.invalid("A range lacks its start or end.");
    }
    return TextEdit.replace(
        new TextRange(raw(range.getStart()), raw(range.getEnd())), Params.text(change.getText()));
  }

  /** A position as it was sent, which may make no sense. */
  private static TextPosition raw(Position position) {
    return new TextPosition(position.getLine(), position.getCharacter());
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    String uri = Params.uri(params.getTextDocument());
    session.inStep(uri);
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
        .answer(
            Params.uri(params.getTextDocument()),
            Need.ORDER,
            List.<Diagnostic>of(),
            view -> out(view).diagnostics(session.diagnostics(view.facts())))
        .thenApply(
            items -> new DocumentDiagnosticReport(new RelatedFullDocumentDiagnosticReport(items)));
  }

  @Override
  public CompletableFuture<Hover> hover(HoverParams params) {
    TextPosition place = Params.position(params.getPosition());
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.ORDER,
        null,
        view ->
            view.first(facts -> Hovers.at(facts, session.encoding().in(facts.analysis(), place)))
                .map(out(view)::hover)
                .orElse(null));
  }

  @Override
  public CompletableFuture<List<InlayHint>> inlayHint(InlayHintParams params) {
    TextRange range = Params.range(params.getRange());
    boolean lineEnds = !session.features().endOfLineDecorations();
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.ORDER,
        List.of(),
        view ->
            out(view)
                .hints(
                    view.both(
                        facts ->
                            InlayHints.of(
                                facts, session.encoding().in(facts.analysis(), range), lineEnds))));
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    TextRange range = Params.range(params.getRange());
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.ORDER,
        List.of(),
        view ->
            out(view)
                .actions(
                    CodeActions.of(
                        view.facts(), session.encoding().in(view.found(), range), session::trial))
                .stream()
                .map(Either::<Command, CodeAction>forRight)
                .toList());
  }

  @Override
  public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.ORDER,
        List.of(),
        view -> out(view).lenses(view.both(CodeLenses::of)));
  }

  @Override
  public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
      DocumentSymbolParams params) {
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.FACTS,
        List.of(),
        view ->
            out(view).symbols(Symbols.of(view.found())).stream()
                .map(Either::<SymbolInformation, DocumentSymbol>forRight)
                .toList());
  }

  /** Positions of what is answered are counted as the client counts them. */
  private Encoding.Outgoing out(FileView view) {
    return session.encoding().out(view.found(), session.workspace().snapshot());
  }
}
