package dev.orchlens.lsp;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * The analysis of one document of one snapshot, shared by all who wait for it; withdrawn when none
 * of them does any more.
 */
final class Job {
  private final String uri;
  private final Snapshot snapshot;
  private final List<BooleanSupplier> withdrawals = new CopyOnWriteArrayList<>();
  private final Cancellation cancellation = new Cancellation(this::isUnwanted);
  private final CompletableFuture<Optional<FileAnalysis>> result = new CompletableFuture<>();

  Job(String uri, Snapshot snapshot) {
    this.uri = uri;
    this.snapshot = snapshot;
  }

  String uri() {
    return uri;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /**
   * What comes out: nothing where there is no such file, and a {@code CancellationException} where
   * it is withdrawn.
   */
  CompletableFuture<Optional<FileAnalysis>> result() {
    return result;
  }

  /** Adds somebody who waits until {@code withdrawn} says otherwise. */
  void await(BooleanSupplier withdrawn) {
    withdrawals.add(withdrawn);
  }

  /** Withdraws the job whoever waits for it, since the document has moved on. */
  void cancel() {
    cancellation.cancel();
    result.completeExceptionally(new CancellationException());
  }

  /**
   * Returns whether what comes out holds for a later snapshot too, as far as the document itself
   * goes.
   */
  boolean isFor(Snapshot later) {
    return !cancellation.isCancelled()
        && !result.isDone()
        && snapshot.settings().equals(later.settings())
        && snapshot.tree(uri).equals(later.tree(uri));
  }

  private boolean isUnwanted() {
    for (BooleanSupplier withdrawn : withdrawals) {
      if (!withdrawn.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }
}
