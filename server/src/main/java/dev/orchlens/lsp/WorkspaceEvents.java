package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.function.Consumer;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.services.WorkspaceService;

/** Follows settings and files on disk. */
public final class WorkspaceEvents implements WorkspaceService {
  private final Session session;
  private final Publisher publisher;
  private final Consumer<JsonElement> reconfigure;

  WorkspaceEvents(Session session, Publisher publisher, Consumer<JsonElement> reconfigure) {
    this.session = session;
    this.publisher = publisher;
    this.reconfigure = reconfigure;
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    JsonElement settings = params.getSettings() instanceof JsonElement element ? element : null;
    boolean wrapped = settings instanceof JsonObject object && object.has("orchlens");
    reconfigure.accept(wrapped ? settings.getAsJsonObject().get("orchlens") : settings);
  }

  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    session.workspace().filesChanged(params.getChanges().stream().map(FileEvent::getUri).toList());
    publisher.everything();
  }
}
