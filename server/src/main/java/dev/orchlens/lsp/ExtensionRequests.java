package dev.orchlens.lsp;

import dev.orchlens.feature.DependencyReport;
import dev.orchlens.feature.TaskGraph;
import dev.orchlens.feature.TaskGraphs;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Answers the requests of our own from the present snapshot. */
final class ExtensionRequests implements Extensions {
  private final Session session;

  ExtensionRequests(Session session) {
    this.session = session;
  }

  @Override
  public CompletableFuture<Protocol.ReportResult> dependencyReport(Protocol.ReportParams params) {
    return session.answer(
        params.uri(),
        null,
        analysis ->
            DependencyReport.of(
                    analysis,
                    session.analyzeAutoScopes(),
                    Optional.ofNullable(params.position()).map(Messages::position))
                .map(Protocol.ReportResult::new)
                .orElse(null));
  }

  @Override
  public CompletableFuture<TaskGraph> taskGraph(Protocol.TaskGraphParams params) {
    return session.answer(
        params.uri(),
        null,
        analysis ->
            TaskGraphs.at(analysis, session.analyzeAutoScopes(), Messages.position(params.position())).orElse(null));
  }
}
