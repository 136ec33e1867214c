package dev.orchlens.tests.lsp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.ConfigurationParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticCapabilities;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesCapabilities;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentDiagnosticParams;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.InlayHintCapabilities;
import org.eclipse.lsp4j.InlayHintResolveSupportCapabilities;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.RenameCapabilities;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentClientCapabilities;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/**
 * An editor as the server sees one: it starts the server as a process of its own and talks to it
 * over its standard streams. Waiting is always for a message, never for a time; the limit only ends
 * a test whose message never comes.
 */
final class Editor implements AutoCloseable, LanguageClient {
  static final long LIMIT_SECONDS = 300;

  /** Its reader logs that the stream of a server that ended has ended, which every test does. */
  private static final Logger READER =
      Logger.getLogger("org.eclipse.lsp4j.jsonrpc.json.StreamMessageProducer");

  static {
    READER.setLevel(Level.OFF);
  }

  private final Process process;
  private final Server server;
  private final InitializeResult hello;
  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final Map<String, Integer> versions = new ConcurrentHashMap<>();
  private final Mailbox<PublishDiagnosticsParams> diagnostics = new Mailbox<>(LIMIT_SECONDS);
  private final Mailbox<Annotations> annotations = new Mailbox<>(LIMIT_SECONDS);
  private final Mailbox<Status> status = new Mailbox<>(LIMIT_SECONDS);
  private final Mailbox<String> progress = new Mailbox<>(LIMIT_SECONDS);
  private final List<MessageParams> messages = new ArrayList<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final Options options;
  private volatile boolean analyzeAutoScopes;
  private final Set<String> hidden = ConcurrentHashMap.newKeySet();
  private final String generatedDirectory;

  /**
   * What kind of editor it is.
   *
   * @param analysing whether the user has {@code analyze_auto_scopes_for_deps} on
   * @param decorations whether it draws the ends of lines itself
   * @param pulls whether it asks for diagnostics itself
   * @param progress whether it shows the progress of work that the server starts
   * @param scrolls whether it says which lines it shows
   * @param folders the URIs of the folders it has open
   * @param generated the setting that says where generated C++ is written
   */
  record Options(
      boolean analysing,
      boolean decorations,
      boolean pulls,
      boolean progress,
      boolean scrolls,
      List<String> folders,
      String generated) {
    /** An editor with settings as they come, that draws the ends of lines itself. */
    static Options plain() {
      return new Options(false, true, false, false, false, List.of(), "");
    }

    Options withAnalysis() {
      return new Options(true, decorations, pulls, progress, scrolls, folders, generated);
    }

    Options withoutDecorations() {
      return new Options(analysing, false, pulls, progress, scrolls, folders, generated);
    }

    Options pulling() {
      return new Options(analysing, decorations, true, progress, scrolls, folders, generated);
    }

    Options withProgress() {
      return new Options(analysing, decorations, pulls, true, scrolls, folders, generated);
    }

    Options scrolling() {
      return new Options(analysing, decorations, pulls, progress, true, folders, generated);
    }

    Options generatingTo(String directory) {
      return new Options(analysing, decorations, pulls, progress, scrolls, folders, directory);
    }

    Options in(String... uris) {
      return new Options(
          analysing, decorations, pulls, progress, scrolls, List.of(uris), generated);
    }
  }

  /** The notification {@code orchlens/annotations}. */
  record Annotations(
      String uri, int version, boolean complete, List<Annotation> annotations, Counts counts) {}

  /** How much there is in the programs of a document. */
  record Counts(int programs, int tasks, int edges) {}

  /** The notification {@code orchlens/visibleRanges}. */
  record VisibleRanges(String uri, List<Range> ranges) {}

  /** The notification {@code orchlens/status}. */
  record Status(String state, String message, String uri, Integer done, Integer total) {}

  /** One text at the end of a line. */
  record Annotation(int line, String text, String kind, boolean stale, String hoverMarkdown) {}

  private Editor(Options options) throws IOException {
    this.options = options;
    this.analyzeAutoScopes = options.analysing();
    this.generatedDirectory = options.generated();
    this.process = serverProcess();
    process.onExit().thenRun(this::processEnded);
    Launcher<Server> launcher =
        new Launcher.Builder<Server>()
            .setLocalService(this)
            .setRemoteInterface(Server.class)
            .setInput(process.getInputStream())
            .setOutput(process.getOutputStream())
            .setExecutorService(
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
            .create();
    launcher.startListening();
    this.server = launcher.getRemoteProxy();
    this.hello = await(server.initialize(parameters()));
    server.initialized(new InitializedParams());
  }

  /** Starts a server, with further arguments for its JVM. */
  static Process serverProcess(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC"));
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "dev.orchlens.cli.Main", "lsp"));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Starts a server for an editor. */
  static Editor start(Options options) throws IOException {
    return new Editor(options);
  }

  /** Starts a server for an editor with settings as they come, that draws line ends itself. */
  static Editor start() throws IOException {
    return new Editor(Options.plain());
  }

  private InitializeParams parameters() {
    WorkspaceClientCapabilities workspace = new WorkspaceClientCapabilities();
    workspace.setConfiguration(true);
    workspace.setDidChangeWatchedFiles(new DidChangeWatchedFilesCapabilities(true));
    TextDocumentClientCapabilities document = new TextDocumentClientCapabilities();
    if (options.pulls()) {
      document.setDiagnostic(new DiagnosticCapabilities());
    }
    InlayHintCapabilities hints = new InlayHintCapabilities();
    hints.setResolveSupport(new InlayHintResolveSupportCapabilities(List.of("tooltip")));
    document.setInlayHint(hints);
    document.setRename(new RenameCapabilities(true, false));
    WindowClientCapabilities window = new WindowClientCapabilities();
    window.setWorkDoneProgress(options.progress());
    InitializeParams params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities(workspace, document, window, null));
    params.setWorkspaceFolders(
        options.folders().stream().map(uri -> new WorkspaceFolder(uri, uri)).toList());
    JsonObject initial = settings();
    initial.addProperty("endOfLineDecorations", options.decorations());
    initial.addProperty("visibleRanges", options.scrolls());
    params.setInitializationOptions(initial);
    return params;
  }

  private JsonObject settings() {
    JsonObject settings = new JsonObject();
    settings.addProperty("analyzeAutoScopesForDeps", analyzeAutoScopes);
    settings.add("roots", new JsonArray());
    JsonObject generated = new JsonObject();
    generated.addProperty("directory", generatedDirectory);
    settings.add("generated", generated);
    JsonObject hints = new JsonObject();
    hidden.forEach(kind -> hints.addProperty(kind, false));
    settings.add("hints", hints);
    return settings;
  }

  /** Nobody shall wait for a server that is gone. */
  private void processEnded() {
    String message = "the server process ended with exit code " + process.exitValue();
    ended.complete(message);
    diagnostics.end(message);
    annotations.end(message);
    status.end(message);
    progress.end(message);
  }

  /**
   * The user switches {@code analyze_auto_scopes_for_deps}; the server has to ask for the settings
   * to learn it.
   */
  void configure(boolean analysing) {
    analyzeAutoScopes = analysing;
    server
        .getWorkspaceService()
        .didChangeConfiguration(new DidChangeConfigurationParams(new JsonObject()));
  }

  /** The user switches kinds of hints off: settings behind {@code orchlens.hints}. */
  void hide(String... kinds) {
    hidden.addAll(List.of(kinds));
    server
        .getWorkspaceService()
        .didChangeConfiguration(new DidChangeConfigurationParams(new JsonObject()));
  }

  /** The user saves, makes or removes a file outside of the editor. */
  void fileChanged(String uri, FileChangeType type) {
    server
        .getWorkspaceService()
        .didChangeWatchedFiles(new DidChangeWatchedFilesParams(List.of(new FileEvent(uri, type))));
  }

  /** The server with the requests of docs/protocol.md, as a client knows them. */
  interface Server extends LanguageServer {
    @JsonNotification("orchlens/visibleRanges")
    void visibleRanges(VisibleRanges params);

    @JsonRequest("orchlens/taskGraph")
    CompletableFuture<JsonElement> taskGraph(JsonObject params);

    @JsonRequest("orchlens/dependencyReport")
    CompletableFuture<JsonElement> dependencyReport(JsonObject params);

    @JsonRequest("orchlens/generatedOrchestration")
    CompletableFuture<JsonElement> generatedOrchestration(JsonObject params);
  }

  /** The parameters of those requests: a place in a document; line and column from 0. */
  static JsonObject at(String uri, int line, int character) {
    JsonObject position = new JsonObject();
    position.addProperty("line", line);
    position.addProperty("character", character);
    JsonObject params = new JsonObject();
    params.addProperty("uri", uri);
    params.add("position", position);
    return params;
  }

  Server server() {
    return server;
  }

  InitializeResult hello() {
    return hello;
  }

  /** Opens a document and waits until the server has spoken of it. */
  Annotations open(String uri, String text) {
    show(uri, text);
    return annotations(uri, 1);
  }

  /** Opens a document without waiting. */
  void show(String uri, String text) {
    versions.put(uri, 1);
    texts.put(uri, text);
    server
        .getTextDocumentService()
        .didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "python", 1, text)));
  }

  /** Replaces the first occurrence of some text, as an edit of just that range, without waiting. */
  int replace(String uri, String before, String after) {
    String text = texts.get(uri);
    int start = text.indexOf(before);
    if (start < 0) {
      throw new IllegalArgumentException("the document does not hold: " + before);
    }
    return apply(uri, new TextEdit(Positions.range(text, start, start + before.length()), after));
  }

  /** Makes an edit, without waiting, and returns the new version. */
  int apply(String uri, TextEdit edit) {
    String text = texts.get(uri);
    int start = Positions.offset(text, edit.getRange().getStart());
    int end = Positions.offset(text, edit.getRange().getEnd());
    int version = versions.merge(uri, 1, Integer::sum);
    texts.put(uri, text.substring(0, start) + edit.getNewText() + text.substring(end));
    var change = new TextDocumentContentChangeEvent(edit.getRange(), edit.getNewText());
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri, version), List.of(change)));
    return version;
  }

  /**
   * Replaces the first occurrence of some text and waits until the server has spoken of the new
   * version.
   */
  Annotations edit(String uri, String before, String after) {
    return annotations(uri, replace(uri, before, after));
  }

  /** What the mouse shows over the first occurrence of some text. */
  String hover(String uri, String where) {
    Position place = Positions.position(texts.get(uri), texts.get(uri).indexOf(where));
    HoverParams params = new HoverParams(new TextDocumentIdentifier(uri), place);
    return await(server.getTextDocumentService().hover(params)).getContents().getRight().getValue();
  }

  /** Says which lines are shown, both from 0. */
  void scroll(String uri, int first, int last) {
    server.visibleRanges(
        new VisibleRanges(uri, List.of(new Range(new Position(first, 0), new Position(last, 0)))));
  }

  /** Closes a document. */
  void close(String uri) {
    server
        .getTextDocumentService()
        .didClose(new DidCloseTextDocumentParams(new TextDocumentIdentifier(uri)));
  }

  /** The text of an open document as the editor has it. */
  String text(String uri) {
    return texts.get(uri);
  }

  /**
   * Waits for all annotations of one version of a document; those of later versions must not come
   * before.
   */
  Annotations annotations(String uri, int version) {
    Annotations next =
        annotations.take(a -> a.complete() && a.uri().equals(uri) && a.version() >= version);
    if (next.version() > version) {
      throw new AssertionError(
          "annotations of version " + next.version() + " came before those of " + version);
    }
    return next;
  }

  /** Waits for annotations of a document none of which holds a text. */
  Annotations annotationsWithout(String uri, String absent) {
    return annotations.take(
        a ->
            a.complete()
                && a.uri().equals(uri)
                && a.annotations().stream().noneMatch(one -> one.text().contains(absent)));
  }

  /** Waits for the first annotations of one version of a document, be they complete or not. */
  Annotations firstAnnotations(String uri, int version) {
    return annotations.take(a -> a.uri().equals(uri) && a.version() == version);
  }

  /** Waits for the next state of the server. */
  Status nextStatus() {
    return status.take(_ -> true);
  }

  /** The diagnostics that came and that nobody waited for. */
  List<PublishDiagnosticsParams> pushedDiagnostics() {
    return diagnostics.left();
  }

  /** Waits for the diagnostics of one version of a document; null for those of a closed one. */
  PublishDiagnosticsParams diagnostics(String uri, Integer version) {
    return diagnostics.take(d -> d.getUri().equals(uri) && Objects.equals(d.getVersion(), version));
  }

  /** Asks for the diagnostics of a document. */
  List<Diagnostic> pulledDiagnostics(String uri) {
    return await(
            server
                .getTextDocumentService()
                .diagnostic(new DocumentDiagnosticParams(new TextDocumentIdentifier(uri))))
        .getRelatedFullDocumentDiagnosticReport()
        .getItems();
  }

  /** Waits for diagnostics of a document that are as expected. */
  List<Diagnostic> diagnosticsThat(String uri, Predicate<List<Diagnostic>> expected) {
    return diagnostics
        .take(d -> d.getUri().equals(uri) && expected.test(d.getDiagnostics()))
        .getDiagnostics();
  }

  /** What the server showed the user or logged. */
  List<MessageParams> messages() {
    synchronized (messages) {
      return List.copyOf(messages);
    }
  }

  /**
   * Waits for the next step of progress: {@code begin}, {@code report} or {@code end} with what it
   * says.
   */
  String nextProgress() {
    return progress.take(_ -> true);
  }

  /** Waits for the answer to a request. */
  <T> T await(CompletableFuture<T> answer) {
    try {
      CompletableFuture.anyOf(answer, ended).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (!answer.isDone()) {
        throw new AssertionError(ended.join());
      }
      return answer.get();
    } catch (InterruptedException | ExecutionException | TimeoutException failure) {
      throw new AssertionError("the server did not answer", failure);
    }
  }

  /** Says goodbye and returns the server's exit code. */
  int quit() {
    await(server.shutdown());
    server.exit();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the server did not end");
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
    return process.exitValue();
  }

  /** Says goodbye where nobody did: a server that does not end in order fails the test. */
  @Override
  public void close() {
    if (process.isAlive() && quit() != 0) {
      throw new AssertionError("the server ended with exit code " + process.exitValue());
    }
  }

  @JsonNotification("orchlens/annotations")
  public void annotations(Annotations params) {
    annotations.add(params);
  }

  @JsonNotification("orchlens/status")
  public void status(Status params) {
    status.add(params);
  }

  @JsonNotification("orchlens/generatedChanged")
  public void generatedChanged(Object params) {
    // The tests ask for generated code themselves.
  }

  @Override
  public CompletableFuture<List<Object>> configuration(ConfigurationParams params) {
    return CompletableFuture.completedFuture(List.of(settings()));
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams params) {
    diagnostics.add(params);
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
  public void notifyProgress(ProgressParams params) {
    String step =
        switch (params.getValue().getLeft()) {
          case WorkDoneProgressBegin begin -> "begin " + begin.getTitle();
          case WorkDoneProgressReport report ->
              "report " + report.getMessage() + " " + report.getPercentage() + "%";
          case WorkDoneProgressEnd end -> "end " + end.getMessage();
          default -> throw new AssertionError("unknown progress " + params);
        };
    progress.add(step);
  }

  @Override
  public void telemetryEvent(Object object) {
    throw new AssertionError("the server sends no telemetry");
  }

  @Override
  public void showMessage(MessageParams params) {
    logMessage(params);
  }

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    throw new AssertionError("the server asks the user nothing");
  }

  @Override
  public void logMessage(MessageParams params) {
    synchronized (messages) {
      messages.add(params);
    }
  }
}
