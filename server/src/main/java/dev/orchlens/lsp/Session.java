package dev.orchlens.lsp;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.eclipse.lsp4j.jsonrpc.CompletableFutures;

/** What the handlers of one connection share: the client, the workspace, and the threads that work for both. */
final class Session {
  private final Workspace workspace = new Workspace(Settings.defaults());
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          Math.max(2, Runtime.getRuntime().availableProcessors()),
          Thread.ofPlatform().daemon().name("orchlens-worker-", 1).factory());
  private final Defects defects = new Defects(this);
  private volatile OrchlensClient client;
  private volatile ClientFeatures features = ClientFeatures.none();

  void connect(OrchlensClient remote) {
    client = remote;
  }

  OrchlensClient client() {
    return client;
  }

  Workspace workspace() {
    return workspace;
  }

  /** Returns the option {@code analyze_auto_scopes_for_deps} as the user has set it. */
  boolean analyzeAutoScopes() {
    return workspace.snapshot().settings().analyzeAutoScopes();
  }

  ExecutorService workers() {
    return workers;
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

  /**
   * Answers a request about one file from the present snapshot, on a worker; the client may withdraw it at any time.
   * Where nothing is known about the file, or making the answer fails, the answer is {@code none}.
   */
  <T> CompletableFuture<T> answer(String uri, T none, Function<FileAnalysis, T> make) {
    Snapshot snapshot = workspace.snapshot();
    return CompletableFutures.computeAsync(
        workers,
        checker -> {
          Cancellation cancellation = new Cancellation(checker::isCanceled);
          try {
            Optional<FileAnalysis> analysis = snapshot.analysis(uri, cancellation);
            cancellation.check();
            return analysis.map(make).orElse(none);
          } catch (RuntimeException | StackOverflowError failure) {
            defects.report(uri, snapshot, failure);
            return none;
          }
        });
  }

  void stop() {
    workers.shutdownNow();
  }
}
