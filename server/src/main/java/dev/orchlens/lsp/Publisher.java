package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.FileView;
import dev.orchlens.analysis.Hint;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.feature.Annotations;
import dev.orchlens.feature.Counts;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.lsp.Workers.Rank;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/**
 * Has documents analysed after each change and tells the client what came out: what is looked at
 * first, and all of it behind that. A change withdraws the work on the version before it at once; a
 * result goes out only while its version is the current one.
 */
final class Publisher implements Analyses.Listener {
  /**
   * How many lines above and below those that are shown have hovers too, so that scrolling finds
   * them there.
   */
  private static final int MARGIN = 100;

  private final Session session;
  private final Map<String, Set<String>> imports = new HashMap<>();
  private final Map<String, PublishDiagnosticsParams> said = new HashMap<>();

  /** The documents of which more is to be published than was; guarded like what was said. */
  private final Set<String> unfinished = new HashSet<>();

  Publisher(Session session) {
    this.session = session;
    session.analyses().onResult(this);
  }

  /** Analyses one open document after a keystroke, and those open ones that import it. */
  void changed(String uri) {
    session.status().begun(uri);
    session.analyses().typed(uri);
    changedElsewhere(FilePaths.key(uri));
  }

  /** Analyses again the open documents that import a file. */
  private void changedElsewhere(String key) {
    List<String> dependents = dependents(key);
    for (String uri : dependents) {
      if (!session.isOutOfStep(uri)) {
        session.status().begun(uri);
        session.analyses().typed(uri);
      }
    }
    if (!dependents.isEmpty()) {
      refresh();
    }
  }

  /**
   * Analyses one document that was just opened, and those that import it: its text may be another
   * one than the file's.
   */
  void opened(String uri) {
    renew(uri);
    changedElsewhere(FilePaths.key(uri));
  }

  /** Analyses all open documents again. */
  void everything() {
    for (SyntaxTree tree : session.workspace().snapshot().openTrees()) {
      renew(tree.document().uri());
    }
    refresh();
  }

  private void renew(String uri) {
    if (session.isOutOfStep(uri)) {
      return;
    }
    session.status().begun(uri);
    session.analyses().renew(uri);
  }

  /**
   * Has the client ask again for what it asks for by itself only after an edit of the same
   * document.
   */
  private void refresh() {
    if (session.features().inlayHintRefresh()) {
      session.client().refreshInlayHints();
    }
    if (session.features().codeLensRefresh()) {
      session.client().refreshCodeLenses();
    }
  }

  /** Withdraws the work on a document that was closed, and takes back what was said of it. */
  void closed(String uri) {
    String key = FilePaths.key(uri);
    synchronized (imports) {
      session.analyses().closed(uri);
      imports.remove(key);
      said.remove(key);
      unfinished.remove(key);
      session.client().publishDiagnostics(new PublishDiagnosticsParams(uri, List.of()));
    }
    session.status().finished(uri);
    // The file counts again, which may hold something else than what the editor had of it.
    changedElsewhere(key);
  }

  /**
   * Says that an edit of a document does not fit the text that is known, and of the document
   * nothing else until its whole text comes (docs/protocol.md).
   */
  void outOfStep(String uri, int version, String why) {
    if (!session.loseStep(uri)) {
      return;
    }
    String message =
        "Orchlens has lost track of the text of "
            + Status.name(uri)
            + ": "
            + why
            + ". Close the file and open it again.";
    synchronized (imports) {
      session.analyses().closed(uri);
      session
          .client()
          .publishDiagnostics(
              new PublishDiagnosticsParams(uri, List.of(Diagnostics.outOfStep(message))));
      if (session.features().endOfLineDecorations()) {
        session
            .client()
            .annotations(
                new Protocol.AnnotationsParams(uri, version, true, List.of(), new Counts(0, 0, 0)));
      }
    }
    session.client().showMessage(new MessageParams(MessageType.Warning, message));
    session.status().finished(uri);
  }

  private List<String> dependents(String key) {
    List<String> found = new ArrayList<>();
    synchronized (imports) {
      for (SyntaxTree tree : session.workspace().snapshot().openTrees()) {
        String uri = tree.document().uri();
        if (imports.getOrDefault(FilePaths.key(uri), Set.of()).contains(key)) {
          found.add(uri);
        }
      }
    }
    return found;
  }

  /** Says that a file wants more memory than there is; nothing else is known of it. */
  @Override
  public void tooLarge(Job job) {
    String message =
        "The programs of "
            + Status.name(job.uri())
            + " want more memory than the server has (-Xmx), so nothing is shown of them. Other"
            + " files are not affected.";
    int version = job.snapshot().tree(job.uri()).map(tree -> tree.document().version()).orElse(0);
    synchronized (imports) {
      if (job.cancellation().isCancelled()) {
        return;
      }
      session
          .client()
          .publishDiagnostics(
              new PublishDiagnosticsParams(
                  job.uri(), List.of(Diagnostics.tooLarge(message)), version));
      if (session.features().endOfLineDecorations()) {
        session
            .client()
            .annotations(
                new Protocol.AnnotationsParams(
                    job.uri(), version, true, List.of(), new Counts(0, 0, 0)));
      }
    }
    session.status().failed(job.uri(), message);
  }

  /** Publishes what is known of the programs that are looked at. */
  @Override
  public void early(Job job, FileAnalysis analysis) {
    publish(job, analysis, false);
  }

  /** Publishes all that is known at once. */
  @Override
  public void complete(Job job, FileAnalysis analysis) {
    publish(job, analysis, false);
    analysis
        .defects()
        .forEach(defect -> session.defects().report(analysis.uri(), job.snapshot(), defect));
    session.client().generatedChanged(new Protocol.GeneratedChangedParams(analysis.uri()));
  }

  /**
   * Works out what holds tasks apart and publishes that too, and analyses again where an imported
   * file has changed meanwhile.
   */
  @Override
  public void behind(Job job, FileAnalysis analysis) {
    session.ordered(job.snapshot(), analysis, job.cancellation());
    if (isUnfinished(analysis.uri())) {
      publish(job, analysis, true);
    }
    session.status().finished(job.uri());
    Snapshot now = session.workspace().snapshot();
    if (now.isOpen(job.uri())
        && now.tree(job.uri()).equals(job.snapshot().tree(job.uri()))
        && !now.confirms(analysis, job.snapshot())) {
      renew(job.uri());
    }
  }

  /**
   * Publishes what can be shown of an analysis.
   *
   * @param isRest whether something of the same analysis was published before; what has not changed
   *     is not said again
   */
  private void publish(Job job, FileAnalysis analysis, boolean isRest) {
    FileView view = job.snapshot().view(analysis);
    // Asked before anything is made of it: a request may have more worked out at any moment.
    boolean isComplete = view.isComplete();
    List<Diagnostic> diagnostics = session.diagnostics(view);
    session.encoding().out(analysis, job.snapshot()).diagnostics(diagnostics);
    Optional<Protocol.AnnotationsParams> annotations = annotations(view);
    synchronized (imports) {
      job.cancellation().check();
      imports.put(FilePaths.key(analysis.uri()), analysis.imports());
      if (isComplete) {
        unfinished.remove(FilePaths.key(analysis.uri()));
      } else {
        unfinished.add(FilePaths.key(analysis.uri()));
      }
      PublishDiagnosticsParams all =
          new PublishDiagnosticsParams(analysis.uri(), diagnostics, analysis.version());
      PublishDiagnosticsParams before = said.put(FilePaths.key(analysis.uri()), all);
      if (!session.features().pullsDiagnostics() && !(isRest && all.equals(before))) {
        session.client().publishDiagnostics(all);
      }
      annotations.ifPresent(session.client()::annotations);
    }
  }

  /**
   * Returns whether what was published last of a document lacked something that is worked out
   * behind it.
   */
  private boolean isUnfinished(String uri) {
    synchronized (imports) {
      return unfinished.contains(FilePaths.key(uri));
    }
  }

  /** Returns the texts at the ends of lines; nothing where the client has no place for them. */
  private Optional<Protocol.AnnotationsParams> annotations(FileView view) {
    if (!session.features().endOfLineDecorations()) {
      return Optional.empty();
    }
    List<TextRange> shown = session.viewport().lines(view.found().uri());
    boolean everywhere = !session.features().visibleRanges();
    IntPredicate hovers = line -> everywhere || isNear(line, shown);
    return Optional.of(
        Messages.annotations(
            view,
            view.isComplete(),
            Annotations.of(view.now(), view.lastOrdered(), hints(), hovers),
            earlier(view, hovers),
            Counts.of(view)));
  }

  private Set<Hint> hints() {
    return session.workspace().snapshot().settings().hints();
  }

  private List<Annotations.Annotation> earlier(FileView view, IntPredicate hovers) {
    return view.earlier()
        .map(earlier -> Annotations.of(earlier, view.lastOrdered(), hints(), hovers))
        .orElse(List.of());
  }

  private static boolean isNear(int line, List<TextRange> shown) {
    return shown.stream()
        .anyMatch(
            range -> line >= range.start().line() - MARGIN && line <= range.end().line() + MARGIN);
  }

  /**
   * Sends the hovers of lines that the client shows now, where what is known of the document is
   * known already.
   */
  void shown(String uri) {
    Snapshot snapshot = session.workspace().snapshot();
    if (!session.features().visibleRanges() || snapshot.known(uri).isEmpty()) {
      return;
    }
    session
        .workers()
        .submit(
            Rank.ANSWER,
            () ->
                snapshot
                    .known(uri)
                    .ifPresent(
                        analysis ->
                            annotations(snapshot.view(analysis))
                                .ifPresent(message -> send(snapshot, message))));
  }

  private void send(Snapshot snapshot, Protocol.AnnotationsParams message) {
    synchronized (imports) {
      if (session.workspace().snapshot().tree(message.uri()).equals(snapshot.tree(message.uri()))) {
        session.client().annotations(message);
      }
    }
  }
}
