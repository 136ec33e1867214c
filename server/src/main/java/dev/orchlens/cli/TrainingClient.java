package dev.orchlens.cli;

import com.google.gson.JsonObject;
import dev.orchlens.lsp.Extensions;
import dev.orchlens.lsp.OrchlensClient;
import dev.orchlens.lsp.Protocol;
import dev.orchlens.lsp.ServerLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.ConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.InlayHintParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.services.JsonDelegate;
import org.eclipse.lsp4j.services.LanguageServer;

/**
 * A client in the JVM of its server, over pipes, that does in short what a person does with an
 * editor all day.
 */
final class TrainingClient implements OrchlensClient, AutoCloseable {
  private static final String URI = "file:///orchlens/training.py";
  private static final int EDITS = 12;

  /** Far more than any machine needs: whoever waits longer waits for nothing. */
  private static final long LIMIT_SECONDS = 300;

  private final Server server;
  private final BlockingQueue<Integer> shown = new LinkedBlockingQueue<>();
  private String text = TrainingProgram.text();
  private int version = 1;

  /** The server with the requests of docs/protocol.md. */
  interface Server extends LanguageServer {
    @JsonDelegate
    Extensions extensions();
  }

  TrainingClient() throws IOException {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    InputStream in = Channels.newInputStream(there.source());
    OutputStream out = Channels.newOutputStream(back.sink());
    Thread.ofPlatform().daemon().name("training-server").start(() -> ServerLauncher.run(in, out));
    Launcher<Server> launcher =
        new Launcher.Builder<Server>()
            .setLocalService(this)
            .setRemoteInterface(Server.class)
            .setInput(Channels.newInputStream(back.source()))
            .setOutput(Channels.newOutputStream(there.sink()))
            .setExecutorService(
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
            .create();
    launcher.startListening();
    server = launcher.getRemoteProxy();
  }

  /**
   * Opens the program, edits it in several places, and asks after each edit all that an editor
   * asks.
   */
  void work() {
    hello();
    server
        .getTextDocumentService()
        .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(URI, "python", version, text)));
    waitForAnnotations();
    int[] places = {
      text.indexOf("    wide = pl.create"),
      text.lastIndexOf("    return out"),
      text.lastIndexOf("SCALE")
    };
    for (int edit = 0; edit < EDITS; edit++) {
      int place = places[edit % places.length];
      int start = text.lastIndexOf('\n', place) + 1;
      String indent = place == places[2] ? "" : "    ";
      insert(start, indent + "edited_" + edit + " = " + edit + "\n");
      waitForAnnotations();
      ask(text.indexOf("with pl.at", start));
    }
  }

  private void hello() {
    WorkspaceClientCapabilities workspace = new WorkspaceClientCapabilities();
    workspace.setConfiguration(true);
    InitializeParams params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities(workspace, null, null, null));
    JsonObject options = new JsonObject();
    options.addProperty("endOfLineDecorations", true);
    params.setInitializationOptions(options);
    await(server.initialize(params));
    server.initialized(new InitializedParams());
  }

  private void insert(int offset, String by) {
    Position place = position(offset);
    text = text.substring(0, offset) + by + text.substring(offset);
    version++;
    var change = new TextDocumentContentChangeEvent(new Range(place, place), by);
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(URI, version), List.of(change)));
  }

  private void ask(int offset) {
    TextDocumentIdentifier document = new TextDocumentIdentifier(URI);
    Position place = position(Math.max(0, offset));
    var documents = server.getTextDocumentService();
    await(documents.hover(new HoverParams(document, place)));
    await(
        documents.inlayHint(
            new InlayHintParams(document, new Range(new Position(0, 0), position(text.length())))));
    await(documents.codeLens(new CodeLensParams(document)));
    await(documents.documentSymbol(new DocumentSymbolParams(document)));
    await(
        server.extensions().generatedOrchestration(new Protocol.GeneratedParams(URI, null, place)));
    await(server.extensions().taskGraph(new Protocol.TaskGraphParams(URI, null, place)));
    await(server.extensions().dependencyReport(new Protocol.ReportParams(URI, null, place)));
  }

  private Position position(int offset) {
    int lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    return new Position(
        (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count(),
        offset - lineStart);
  }

  private void waitForAnnotations() {
    try {
      Integer latest = 0;
      while (latest != null && latest < version) {
        latest = shown.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
      if (latest == null) {
        throw new IllegalStateException("the server did not answer in the training");
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static void await(CompletableFuture<?> answer) {
    try {
      answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException failure) {
      throw new IllegalStateException("the server did not answer in the training", failure);
    }
  }

  @Override
  public void close() {
    await(server.shutdown());
    server.exit();
  }

  @Override
  public void annotations(Protocol.AnnotationsParams params) {
    if (params.complete()) {
      shown.add(params.version());
    }
  }

  @Override
  public CompletableFuture<List<Object>> configuration(ConfigurationParams params) {
    return CompletableFuture.completedFuture(List.of(new JsonObject()));
  }

  @Override
  public CompletableFuture<Void> registerCapability(RegistrationParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> createProgress(WorkDoneProgressCreateParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void generatedChanged(Protocol.GeneratedChangedParams params) {
    // The C++ is asked for after each edit anyway.
  }

  @Override
  public void status(Protocol.StatusParams params) {
    // Nobody looks.
  }

  @Override
  public void notifyProgress(ProgressParams params) {
    // Nobody looks.
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams params) {
    // Nobody looks; that they are made is what matters.
  }

  @Override
  public void telemetryEvent(Object object) {
    // There is none.
  }

  @Override
  public void showMessage(MessageParams message) {
    logMessage(message);
  }

  @Override
  public void logMessage(MessageParams message) {
    System.err.println(message.getMessage());
  }
}
