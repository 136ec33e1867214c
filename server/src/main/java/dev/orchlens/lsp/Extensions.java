package dev.orchlens.lsp;

import dev.orchlens.feature.DependencyReport;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;
import org.eclipse.lsp4j.jsonrpc.services.JsonSegment;

/** Answers the requests of our own (docs/protocol.md). */
@JsonSegment("orchlens")
public final class Extensions {
  private final Session session;

  Extensions(Session session) {
    this.session = session;
  }

  /** Answers with the counts of dependency entries of the entry at a position, or with nothing. */
  @JsonRequest
  public CompletableFuture<Protocol.ReportResult> dependencyReport(Protocol.ReportParams params) {
    return session.answer(
        params.uri(),
        null,
        a ->
            DependencyReport.of(a, session.analyzeAutoScopes(), Optional.ofNullable(params.position()).map(Messages::position))
                .map(Protocol.ReportResult::new)
                .orElse(null));
  }
}
