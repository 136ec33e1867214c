package dev.orchlens.lsp;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.feature.Annotations;
import dev.orchlens.feature.Diagnostics;
import dev.orchlens.syntax.SyntaxTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/**
 * Analyses documents after each change and tells the client what came out. A change withdraws the work on the version
 * before it at once; a result goes out only while its version is the current one.
 */
final class Publisher {
  /** How long typing must pause before work starts, in milliseconds; short enough to feel instant. */
  private static final int QUIET_MILLIS = 25;

  private final Session session;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("orchlens-clock").factory());
  private final FirstScan firstScan;
  private final Map<String, Cancellation> running = new HashMap<>();
  private final Map<String, Set<String>> imports = new HashMap<>();

  Publisher(Session session) {
    this.session = session;
    this.firstScan = new FirstScan(session);
  }

  /** Analyses one open document, and those open ones that import it. */
  void changed(String uri) {
    schedule(uri, QUIET_MILLIS);
    changedElsewhere(FilePaths.key(uri));
  }

  /** Analyses again the open documents that import a file. */
  private void changedElsewhere(String key) {
    List<String> dependents = dependents(key);
    for (String dependent : dependents) {
      schedule(dependent, 2 * QUIET_MILLIS);
    }
    if (!dependents.isEmpty()) {
      refresh();
    }
  }

  /** Analyses one document that was just opened, without delay. */
  void opened(String uri) {
    firstScan.opened(FilePaths.key(uri));
    schedule(uri, 0);
  }

  /** Analyses all open documents again. */
  void everything() {
    for (SyntaxTree tree : session.workspace().snapshot().openTrees()) {
      schedule(tree.document().uri(), 0);
    }
    refresh();
  }

  /** Has the client ask again for what it asks for by itself only after an edit of the same document. */
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
    synchronized (running) {
      Optional.ofNullable(running.remove(key)).ifPresent(Cancellation::cancel);
      imports.remove(key);
    }
    firstScan.finished(key);
    session.client().publishDiagnostics(new PublishDiagnosticsParams(uri, List.of()));
    // The file counts again, which may hold something else than what the editor had of it.
    changedElsewhere(key);
  }

  void stop() {
    clock.shutdownNow();
    synchronized (running) {
      running.values().forEach(Cancellation::cancel);
    }
  }

  private List<String> dependents(String key) {
    List<String> found = new ArrayList<>();
    synchronized (running) {
      for (SyntaxTree tree : session.workspace().snapshot().openTrees()) {
        String uri = tree.document().uri();
        if (imports.getOrDefault(FilePaths.key(uri), Set.of()).contains(key)) {
          found.add(uri);
        }
      }
    }
    return found;
  }

  private void schedule(String uri, int delayMillis) {
    Cancellation cancellation = new Cancellation();
    synchronized (running) {
      Optional.ofNullable(running.put(FilePaths.key(uri), cancellation)).ifPresent(Cancellation::cancel);
    }
    clock.schedule(
        () -> session.workers().execute(() -> analyse(uri, cancellation)), delayMillis, TimeUnit.MILLISECONDS);
  }

  private void analyse(String uri, Cancellation cancellation) {
    if (cancellation.isCancelled()) {
      return;
    }
    Snapshot snapshot = session.workspace().snapshot();
    try {
      snapshot.analysis(uri, cancellation).ifPresent(analysis -> publish(analysis, snapshot, cancellation));
    } catch (CancellationException superseded) {
      // A newer version is being worked on.
      return;
    } catch (RuntimeException | StackOverflowError failure) {
      session.defects().report(uri, snapshot, failure);
    }
    firstScan.finished(FilePaths.key(uri));
  }

  private void publish(FileAnalysis analysis, Snapshot snapshot, Cancellation cancellation) {
    boolean on = snapshot.settings().analyzeAutoScopes();
    var diagnostics = Diagnostics.of(analysis, on);
    var annotations = Annotations.of(analysis, on);
    analysis.defects().forEach(defect -> session.defects().report(analysis.uri(), snapshot, defect));
    synchronized (running) {
      cancellation.check();
      imports.put(FilePaths.key(analysis.uri()), analysis.imports());
      if (!session.features().pullsDiagnostics()) {
        session
            .client()
            .publishDiagnostics(
                new PublishDiagnosticsParams(analysis.uri(), diagnostics, analysis.version()));
      }
      if (session.features().endOfLineDecorations()) {
        session.client().annotations(Messages.annotations(analysis, annotations));
      }
      session.client().generatedChanged(new Protocol.GeneratedChangedParams(analysis.uri()));
    }
  }
}
