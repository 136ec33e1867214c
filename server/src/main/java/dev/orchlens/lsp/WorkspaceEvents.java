package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.orchlens.config.Project;
import dev.orchlens.feature.CodeActions;
import dev.orchlens.feature.request.FoundSymbols;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.WorkspaceSymbolParams;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.WorkspaceService;

/** Follows settings and files on disk. */
public final class WorkspaceEvents implements WorkspaceService {
  private final Session session;
  private final Publisher publisher;
  private final Consumer<JsonElement> reconfigure;
  private final Consumer<WorkspaceFoldersChangeEvent> foldersChanged;
  private final Runnable projectChanged;
  private final GeneratedFiles files;

  WorkspaceEvents(
      Session session,
      Publisher publisher,
      Consumer<JsonElement> reconfigure,
      Consumer<WorkspaceFoldersChangeEvent> foldersChanged,
      Runnable projectChanged) {
    this.session = session;
    this.publisher = publisher;
    this.reconfigure = reconfigure;
    this.foldersChanged = foldersChanged;
    this.projectChanged = projectChanged;
    this.files = new GeneratedFiles(session);
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    JsonElement settings = params.getSettings() instanceof JsonElement element ? element : null;
    boolean wrapped = settings instanceof JsonObject object && object.has("orchlens");
    reconfigure.accept(wrapped ? settings.getAsJsonObject().get("orchlens") : settings);
  }

  @Override
  public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
    if (!CodeActions.GENERATE.equals(params.getCommand())) {
      throw Params.invalid("There is no command '" + params.getCommand() + "'.");
    }
    List<Object> arguments = params.getArguments() == null ? List.of() : params.getArguments();
    if (arguments.size() != 2
        || !(arguments.get(0) instanceof JsonPrimitive uri && uri.isString())
        || !(arguments.get(1) instanceof JsonPrimitive name && name.isString())) {
      throw Params.invalid(
          CodeActions.GENERATE + " takes the URI of a document and the name of what to generate.");
    }
    return files.write(uri.getAsString(), name.getAsString());
  }

  @Override
  public CompletableFuture<
          Either<List<? extends SymbolInformation>, List<? extends WorkspaceSymbol>>>
      symbol(WorkspaceSymbolParams params) {
    String query = Params.text(params.getQuery());
    List<CompletableFuture<List<WorkspaceSymbol>>> answers =
        session.workspace().snapshot().openTrees().stream()
            .map(tree -> symbols(tree.document().uri(), query))
            .toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            _ ->
                Either.forRight(
                    answers.stream().flatMap(answer -> answer.join().stream()).toList()));
  }

  private CompletableFuture<List<WorkspaceSymbol>> symbols(String uri, String query) {
    return session.latestAnswer(
        uri,
        Session.Need.FACTS,
        List.of(),
        view ->
            session
                .encoding()
                .out(view.found(), session.workspace().snapshot())
                .found(FoundSymbols.of(view.facts(), query)));
  }

  @Override
  public void didChangeWorkspaceFolders(DidChangeWorkspaceFoldersParams params) {
    foldersChanged.accept(params.getEvent());
  }

  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    List<String> changed = params.getChanges().stream().map(FileEvent::getUri).toList();
    session.workspace().filesChanged(changed);
    if (changed.stream().anyMatch(uri -> uri.endsWith("/" + Project.FILE))) {
      projectChanged.run();
    } else {
      publisher.everything();
    }
  }
}
