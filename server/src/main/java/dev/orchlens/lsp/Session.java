package dev.orchlens.lsp;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.FileView;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.config.CodeFilter;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.lsp.Workers.Rank;
import dev.orchlens.text.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

/**
 * What the handlers of one connection share: the client, the workspace, and the threads that work
 * for both.
 */
final class Session {
  private final Workspace workspace = new Workspace(Settings.defaults());
  private final Defects defects = new Defects(this);
  private final ScheduledExecutorService clock = new Clock(defects::report);
  private final Workers workers = new Workers(clock);
  private final Viewport viewport = new Viewport();
  private final Status status = new Status(this);
  private final Rest rest = new Rest(this);
  private final Analyses analyses = new Analyses(this);
  private final Set<String> outOfStep = ConcurrentHashMap.newKeySet();
  private volatile OrchlensClient client;
  private volatile ClientFeatures features = ClientFeatures.none();
  private volatile Encoding encoding = Encoding.utf16();

  void connect(OrchlensClient remote) {
    client = remote;
  }

  OrchlensClient client() {
    return client;
  }

  Workspace workspace() {
    return workspace;
  }

  /** Returns the diagnostics of a file that the user wants to see; the list may be changed. */
  List<Diagnostic> diagnostics(FileFacts facts) {
    return wanted(Diagnostics.of(facts));
  }

  /** Returns those of all that can be shown of a file; the list may be changed. */
  List<Diagnostic> diagnostics(FileView view) {
    return wanted(Diagnostics.of(view));
  }

  private List<Diagnostic> wanted(List<Diagnostic> all) {
    CodeFilter codes = workspace.snapshot().settings().codes();
    List<Diagnostic> wanted = new ArrayList<>(all);
    wanted.removeIf(diagnostic -> !codes.wants(diagnostic.getCode().getLeft()));
    return wanted;
  }

  /** The thread that waits for times to come; it must not be given work. */
  ScheduledExecutorService clock() {
    return clock;
  }

  Workers workers() {
    return workers;
  }

  Viewport viewport() {
    return viewport;
  }

  Status status() {
    return status;
  }

  Analyses analyses() {
    return analyses;
  }

  Rest rest() {
    return rest;
  }

  Defects defects() {
    return defects;
  }

  ClientFeatures features() {
    return features;
  }

  void features(ClientFeatures value) {
    features = value;
  }

  /** How the client counts characters. */
  Encoding encoding() {
    return encoding;
  }

  void encoding(Encoding value) {
    encoding = value;
  }

  /** Returns whether a document's text is not known any more. */
  boolean isOutOfStep(String uri) {
    return outOfStep.contains(FilePaths.key(uri));
  }

  /** Notes that a document's text is known again. */
  void inStep(String uri) {
    outOfStep.remove(FilePaths.key(uri));
  }

  /** Notes that a document's text is not known any more, and returns whether it was until now. */
  boolean loseStep(String uri) {
    return outOfStep.add(FilePaths.key(uri));
  }

  /**
   * Returns what would be known of a document behind some edits; nothing when it has been changed
   * meanwhile.
   */
  Optional<FileAnalysis> trial(FileAnalysis before, List<TextEdit> edits) {
    Cancellation cancellation = new Cancellation();
    Snapshot now = workspace.snapshot();
    Optional<FileAnalysis> after = now.trial(before.tree(), edits, cancellation);
    after.ifPresent(
        analysis -> analysis.facts(now.settings().analyzeAutoScopes()).order(cancellation));
    return after;
  }

  /** Reports that the analysis of a document failed through a fault of ours. */
  void failed(Job job, Throwable failure) {
    defects.report(job.uri(), job.snapshot(), failure);
    status.failed(
        job.uri(),
        "Orchlens failed on "
            + Status.name(job.uri())
            + " through a defect of its own; its log says more.");
  }

  /**
   * Works out what holds the tasks of a file apart and returns all that can be shown of it.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  FileView ordered(Snapshot snapshot, FileAnalysis analysis, Cancellation cancellation) {
    return answering(Need.ORDER, snapshot, analysis, cancellation);
  }

  /** Works out what an answer needs and returns all that can be shown of the analysis. */
  private FileView answering(
      Need need, Snapshot snapshot, FileAnalysis analysis, Cancellation cancellation) {
    boolean on = snapshot.settings().analyzeAutoScopes();
    List<Throwable> met = new ArrayList<>(need.workOut(analysis.facts(on), cancellation));
    snapshot
        .view(analysis)
        .earlier()
        .ifPresent(earlier -> met.addAll(need.workOut(earlier, cancellation)));
    met.forEach(defect -> defects.report(analysis.uri(), snapshot, defect));
    return snapshot.view(analysis);
  }

  /** What an answer is made of. */
  enum Need {
    /** What the compiler makes of the programs, and their C++. */
    FACTS,
    /** The same, and what holds their tasks apart. */
    ORDER;

    /** Works it out and returns the faults of our own that were met. */
    private List<Throwable> workOut(FileFacts facts, Cancellation cancellation) {
      return switch (this) {
        case FACTS -> facts.analysis().write(cancellation);
        case ORDER -> facts.order(cancellation);
      };
    }
  }

  /**
   * Answers a request about one file from the present snapshot, on a worker; the client may
   * withdraw it at any time. Where nothing is known about the file, or making the answer fails, the
   * answer is {@code none}; where the document changes before it is known, the request fails as the
   * protocol has it, with {@code ContentModified}.
   */
  <T> CompletableFuture<T> answer(String uri, Need need, T none, Function<FileView, T> make) {
    return new Answer<>(uri, need, none, make, false).ask();
  }

  /**
   * Answers like {@link #answer}, but about the later text where the document changes before the
   * answer is known.
   */
  <T> CompletableFuture<T> latestAnswer(String uri, Need need, T none, Function<FileView, T> make) {
    return new Answer<>(uri, need, none, make, true).ask();
  }

  /** A request that is being answered. */
  private final class Answer<T> {
    private final String uri;
    private final Need need;
    private final T none;
    private final Function<FileView, T> make;
    private final boolean latest;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Answer(String uri, Need need, T none, Function<FileView, T> make, boolean latest) {
      this.uri = uri;
      this.need = need;
      this.none = none;
      this.make = make;
      this.latest = latest;
    }

    CompletableFuture<T> ask() {
      if (isOutOfStep(uri)) {
        answer.complete(none);
        return answer;
      }
      Snapshot snapshot = workspace.snapshot();
      var known = snapshot.known(uri);
      if (known.isPresent()) {
        workers.submit(Rank.ANSWER, () -> tell(snapshot, known.get()));
        return answer;
      }
      Job job = analyses.join(uri, snapshot, answer::isDone);
      job.result()
          .whenComplete(
              (found, failure) -> {
                if (failure != null) {
                  withdrawn(snapshot);
                } else if (found.isEmpty()) {
                  answer.complete(none);
                } else if (snapshot.confirms(found.get(), job.snapshot())) {
                  workers.submit(Rank.ANSWER, () -> tell(snapshot, found.get()));
                } else {
                  ask();
                }
              });
      return answer;
    }

    private void withdrawn(Snapshot snapshot) {
      if (answer.isDone()) {
        return;
      }
      if (latest || workspace.snapshot().tree(uri).equals(snapshot.tree(uri))) {
        ask();
      } else {
        answer.completeExceptionally(
            new ResponseErrorException(
                new ResponseError(
                    ResponseErrorCode.ContentModified, "The document changed meanwhile.", null)));
      }
    }

    private void tell(Snapshot snapshot, FileAnalysis found) {
      if (answer.isDone()) {
        return;
      }
      try {
        Cancellation cancellation = new Cancellation(answer::isDone);
        answer.complete(make.apply(answering(need, snapshot, found, cancellation)));
      } catch (CancellationException withdrawn) {
        answer.cancel(false);
      } catch (RuntimeException | StackOverflowError failure) {
        defects.report(uri, snapshot, failure);
        answer.complete(none);
      }
    }
  }

  void stop() {
    analyses.stop();
    workers.stop();
    clock.shutdown();
  }
}
