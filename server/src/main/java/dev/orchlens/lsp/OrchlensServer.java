package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.Settings;
import dev.orchlens.config.ConfigException;
import dev.orchlens.config.Project;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.lsp4j.ConfigurationItem;
import org.eclipse.lsp4j.ConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.WatchKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.services.JsonDelegate;
import org.eclipse.lsp4j.services.LanguageServer;

/** The language server's life: hello, settings, goodbye. Its services do the rest. */
public final class OrchlensServer implements LanguageServer {
  private final Session session = new Session();
  private final Publisher publisher = new Publisher(session);
  private final TextDocuments textDocuments = new TextDocuments(session, publisher);
  private final WorkspaceEvents workspaceEvents =
      new WorkspaceEvents(
          session, publisher, this::reconfigure, this::foldersChanged, this::projectChanged);
  private final Extensions extensions = new ExtensionRequests(session, publisher);
  private List<Path> workspaceRoots = List.of();
  private JsonElement settings;
  private String projectProblem = "";
  private Runnable onExit = () -> {};
  private volatile boolean shutDown;

  /** Makes a server that has no client yet. */
  public OrchlensServer() {}

  /** Takes the client to serve; called once, before anything else. */
  public void connect(OrchlensClient client) {
    session.connect(client);
  }

  void onExit(Runnable action) {
    onExit = action;
  }

  int exitCode() {
    return shutDown ? 0 : 1;
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    session.features(ClientFeatures.of(params));
    session.encoding(Encoding.of(params));
    endWith(params.getProcessId());
    workspaceRoots = roots(params);
    configure(params.getInitializationOptions() instanceof JsonElement element ? element : null);
    String version = OrchlensServer.class.getPackage().getImplementationVersion();
    return CompletableFuture.completedFuture(
        new InitializeResult(
            Capabilities.of(session.features(), session.encoding()),
            new ServerInfo("orchlens", version)));
  }

  /**
   * A client whose process is not seen here at the start, such as one in another container, is not
   * waited for.
   */
  private void endWith(Integer process) {
    if (process != null) {
      ProcessHandle.of(process).ifPresent(client -> client.onExit().thenRun(onExit));
    }
  }

  @Override
  public void initialized(InitializedParams params) {
    if (session.features().watchesFiles()) {
      FileSystemWatcher programs = new FileSystemWatcher(Either.forLeft("**/*.py"));
      FileSystemWatcher projects = new FileSystemWatcher(Either.forLeft("**/" + Project.FILE));
      FileSystemWatcher kernels =
          new FileSystemWatcher(Either.forLeft("**/*.{c,cc,cce,cpp,cxx}"), WatchKind.Create);
      // Of a folder that is removed only the folder itself may be told.
      FileSystemWatcher folders = new FileSystemWatcher(Either.forLeft("**/*"), WatchKind.Delete);
      session
          .client()
          .registerCapability(
              new RegistrationParams(
                  List.of(
                      new Registration(
                          "orchlens-python-files",
                          "workspace/didChangeWatchedFiles",
                          new DidChangeWatchedFilesRegistrationOptions(
                              List.of(programs, projects, kernels, folders))))));
    }
    session.status().starting();
    if (session.features().configuration()) {
      reconfigure(null);
    } else {
      session.status().started();
    }
  }

  /**
   * Takes new settings: from the client when it answers requests for them, else those that it
   * pushed.
   */
  private void reconfigure(JsonElement pushed) {
    if (!session.features().configuration()) {
      configure(pushed);
      publisher.everything();
      return;
    }
    ConfigurationItem item = new ConfigurationItem();
    item.setSection("orchlens");
    session
        .client()
        .configuration(new ConfigurationParams(List.of(item)))
        .thenAccept(
            answers -> {
              if (answers != null
                  && !answers.isEmpty()
                  && answers.getFirst() instanceof JsonElement section) {
                configure(section);
                publisher.everything();
              }
              session.status().started();
            });
  }

  private synchronized void configure(JsonElement section) {
    settings = section;
    Settings before = session.workspace().snapshot().settings();
    Settings now = Configuration.read(section, workspaceRoots, projects());
    if (!now.equals(before)) {
      session.workspace().configure(now);
    }
  }

  /** Returns the projects of the folders that are open; says once of one that cannot be read. */
  private List<Project> projects() {
    List<Project> projects = new ArrayList<>();
    String problem = "";
    for (Path folder : workspaceRoots) {
      try {
        projects.add(Project.of(folder.toAbsolutePath()));
      } catch (ConfigException wrong) {
        problem = wrong.getMessage();
      }
    }
    if (!problem.isEmpty() && !problem.equals(projectProblem)) {
      session.client().showMessage(new MessageParams(MessageType.Warning, problem));
    }
    projectProblem = problem;
    return projects;
  }

  /** Reads the projects' choices again where one of the files that hold them has changed. */
  private synchronized void projectChanged() {
    configure(settings);
    publisher.everything();
  }

  /**
   * The folders that the client has open; clients before version 3.6 of the protocol name one, by
   * URI or by path.
   */
  @SuppressWarnings("deprecation")
  private static List<Path> roots(InitializeParams params) {
    List<WorkspaceFolder> folders = params.getWorkspaceFolders();
    if (folders != null && !folders.isEmpty()) {
      return folders(folders).toList();
    }
    if (params.getRootUri() != null) {
      return FilePaths.path(params.getRootUri()).stream().toList();
    }
    return Optional.ofNullable(params.getRootPath())
        .filter(path -> !path.isEmpty())
        .map(Path::of)
        .stream()
        .toList();
  }

  /** Follows the folders that the client opens and closes. */
  private synchronized void foldersChanged(WorkspaceFoldersChangeEvent change) {
    List<Path> roots = new ArrayList<>(workspaceRoots);
    folders(change.getRemoved()).forEach(roots::remove);
    folders(change.getAdded()).filter(folder -> !roots.contains(folder)).forEach(roots::add);
    workspaceRoots = List.copyOf(roots);
    configure(settings);
    publisher.everything();
  }

  private static Stream<Path> folders(List<WorkspaceFolder> folders) {
    return folders.stream()
        .map(WorkspaceFolder::getUri)
        .map(FilePaths::path)
        .flatMap(Optional::stream);
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    shutDown = true;
    session.stop();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void exit() {
    onExit.run();
  }

  @Override
  public void setTrace(SetTraceParams params) {
    // The client logs the conversation itself; there is nothing more to trace.
  }

  @Override
  public TextDocuments getTextDocumentService() {
    return textDocuments;
  }

  @Override
  public WorkspaceEvents getWorkspaceService() {
    return workspaceEvents;
  }

  /** Returns the requests of our own. */
  @JsonDelegate
  public Extensions extensions() {
    return extensions;
  }
}
