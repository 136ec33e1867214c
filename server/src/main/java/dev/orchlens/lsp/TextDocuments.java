package dev.orchlens.lsp;

import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.FileView;
import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.CodeLenses;
import dev.orchlens.feature.Hovers;
import dev.orchlens.feature.InlayHints;
import dev.orchlens.feature.Symbols;
import dev.orchlens.feature.request.Completions;
import dev.orchlens.feature.request.Folding;
import dev.orchlens.feature.request.Navigation;
import dev.orchlens.feature.request.OperatorHelp;
import dev.orchlens.feature.request.Renaming;
import dev.orchlens.feature.request.TaskHierarchy;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.lsp.Session.Need;
import dev.orchlens.text.BadEditException;
import dev.orchlens.text.Document;
import dev.orchlens.text.TextEdit;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.eclipse.lsp4j.CallHierarchyIncomingCall;
import org.eclipse.lsp4j.CallHierarchyIncomingCallsParams;
import org.eclipse.lsp4j.CallHierarchyItem;
import org.eclipse.lsp4j.CallHierarchyOutgoingCall;
import org.eclipse.lsp4j.CallHierarchyOutgoingCallsParams;
import org.eclipse.lsp4j.CallHierarchyPrepareParams;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DeclarationParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentDiagnosticParams;
import org.eclipse.lsp4j.DocumentDiagnosticReport;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeRequestParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.ImplementationParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameDefaultBehavior;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RelatedFullDocumentDiagnosticReport;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SelectionRange;
import org.eclipse.lsp4j.SelectionRangeParams;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureHelpParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextDocumentPositionParams;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
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
            view.first(facts -> hover(facts, session.encoding().in(facts.analysis(), place)))
                .map(out(view)::hover)
                .orElse(null));
  }

  /** An operator is told of before the region that it stands in. */
  private Optional<Hover> hover(FileFacts facts, TextPosition place) {
    return OperatorHelp.hover(facts.analysis(), operators(), place)
        .or(() -> Hovers.at(facts, place));
  }

  private OperatorCatalog operators() {
    return session.workspace().snapshot().operators();
  }

  @Override
  public CompletableFuture<SignatureHelp> signatureHelp(SignatureHelpParams params) {
    return at(
        params,
        Need.FACTS,
        null,
        (view, place) ->
            OperatorHelp.signatures(
                    view.found(), operators(), session.encoding().in(view.found(), place))
                .orElse(null));
  }

  @Override
  public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(
      CompletionParams params) {
    return this.<List<CompletionItem>>at(
            params,
            Need.ORDER,
            List.of(),
            (view, place) ->
                view.<List<CompletionItem>>first(
                        facts ->
                            Optional.of(
                                    Completions.at(
                                        facts,
                                        operators(),
                                        session.encoding().in(facts.analysis(), place)))
                                .filter(items -> !items.isEmpty()))
                    .orElse(List.of()))
        .thenApply(Either::forLeft);
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
                                facts,
                                session.encoding().in(facts.analysis(), range),
                                lineEnds,
                                session.workspace().snapshot().settings().hints(),
                                session.features().resolvesHints()))));
  }

  @Override
  public CompletableFuture<InlayHint> resolveInlayHint(InlayHint hint) {
    Optional<String> document = InlayHints.document(hint);
    return document.isEmpty()
        ? CompletableFuture.completedFuture(hint)
        : session.answer(
            document.get(),
            Need.ORDER,
            hint,
            view -> {
              view.first(facts -> InlayHints.tooltip(facts, hint)).ifPresent(hint::setTooltip);
              return hint;
            });
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

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      definition(DefinitionParams params) {
    return locations(params, Navigation::definition);
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      declaration(DeclarationParams params) {
    return locations(params, (facts, place) -> Navigation.declaration(facts.analysis(), place));
  }

  @Override
  public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      implementation(ImplementationParams params) {
    return locations(params, Navigation::implementation);
  }

  private CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>>
      locations(
          TextDocumentPositionParams params,
          BiFunction<FileFacts, TextPosition, List<Location>> find) {
    return this.<List<Location>>at(
            params, Need.FACTS, List.of(), (view, place) -> found(view, place, find))
        .thenApply(Either::forLeft);
  }

  @Override
  public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
    boolean declaration = params.getContext() == null || params.getContext().isIncludeDeclaration();
    return at(
        params,
        Need.ORDER,
        List.of(),
        (view, place) ->
            found(view, place, (facts, where) -> Navigation.references(facts, where, declaration)));
  }

  /** Asks the present programs first, and the earlier ones where these know nothing. */
  private List<Location> found(
      FileView view, TextPosition place, BiFunction<FileFacts, TextPosition, List<Location>> find) {
    return view.first(
            facts ->
                Optional.of(find.apply(facts, session.encoding().in(facts.analysis(), place)))
                    .filter(list -> !list.isEmpty()))
        .map(out(view)::locations)
        .orElse(List.of());
  }

  @Override
  public CompletableFuture<List<? extends DocumentHighlight>> documentHighlight(
      DocumentHighlightParams params) {
    return at(
        params,
        Need.FACTS,
        List.of(),
        (view, place) ->
            out(view)
                .highlights(
                    Navigation.highlights(
                        view.facts(), session.encoding().in(view.found(), place))));
  }

  @Override
  public CompletableFuture<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>>
      prepareRename(PrepareRenameParams params) {
    return at(
        params,
        Need.FACTS,
        null,
        (view, place) ->
            Renaming.prepare(view.found(), session.encoding().in(view.found(), place))
                .map(out(view)::renamed)
                .<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>>map(
                    Either3::forSecond)
                .orElse(null));
  }

  @Override
  public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
    String name = Params.text(params.getNewName());
    return this.<Optional<Object>>at(
            params, Need.FACTS, Optional.empty(), (view, place) -> renamed(view, place, name))
        .thenApply(
            edit ->
                switch (edit.orElse(null)) {
                  case null -> null;
                  case WorkspaceEdit found -> found;
                  default -> throw Params.invalid(edit.get().toString());
                });
  }

  private Optional<Object> renamed(FileView view, TextPosition place, String name) {
    try {
      return Renaming.rename(view.found(), session.encoding().in(view.found(), place), name)
          .map(out(view)::edit);
    } catch (Renaming.NotPossible refused) {
      return Optional.of(refused.getMessage());
    }
  }

  @Override
  public CompletableFuture<List<CallHierarchyItem>> prepareCallHierarchy(
      CallHierarchyPrepareParams params) {
    return at(
        params,
        Need.ORDER,
        List.of(),
        (view, place) ->
            view
                .both(
                    facts ->
                        TaskHierarchy.at(facts, session.encoding().in(facts.analysis(), place)))
                .stream()
                .map(out(view)::item)
                .toList());
  }

  @Override
  public CompletableFuture<List<CallHierarchyIncomingCall>> callHierarchyIncomingCalls(
      CallHierarchyIncomingCallsParams params) {
    CallHierarchyItem item = params.getItem();
    return session.answer(
        program(item),
        Need.ORDER,
        List.of(),
        view ->
            view.both(facts -> TaskHierarchy.incoming(facts, item)).stream()
                .map(out(view)::incoming)
                .toList());
  }

  @Override
  public CompletableFuture<List<CallHierarchyOutgoingCall>> callHierarchyOutgoingCalls(
      CallHierarchyOutgoingCallsParams params) {
    CallHierarchyItem item = params.getItem();
    return session.answer(
        program(item),
        Need.ORDER,
        List.of(),
        view ->
            view.both(facts -> TaskHierarchy.outgoing(facts, item)).stream()
                .map(call -> out(view).outgoing(call, item.getUri()))
                .toList());
  }

  private static String program(CallHierarchyItem item) {
    return TaskHierarchy.document(item)
        .orElseThrow(() -> Params.invalid("params.item.data is not what this server gave it."));
  }

  @Override
  public CompletableFuture<List<FoldingRange>> foldingRange(FoldingRangeRequestParams params) {
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.FACTS,
        List.of(),
        view -> Folding.of(view.found()));
  }

  @Override
  public CompletableFuture<List<SelectionRange>> selectionRange(SelectionRangeParams params) {
    List<TextPosition> places = params.getPositions().stream().map(Params::position).toList();
    return session.answer(
        Params.uri(params.getTextDocument()),
        Need.FACTS,
        List.of(),
        view ->
            places.stream()
                .map(place -> session.encoding().in(view.found(), place))
                .map(place -> Folding.around(view.found(), place))
                .map(out(view)::selection)
                .toList());
  }

  /** Answers a request about a place in a document. */
  private <T> CompletableFuture<T> at(
      TextDocumentPositionParams params,
      Need need,
      T none,
      BiFunction<FileView, TextPosition, T> make) {
    TextPosition place = Params.position(params.getPosition());
    return session.answer(
        Params.uri(params.getTextDocument()), need, none, view -> make.apply(view, place));
  }

  /** Positions of what is answered are counted as the client counts them. */
  private Encoding.Outgoing out(FileView view) {
    return session.encoding().out(view.found(), session.workspace().snapshot());
  }
}
