package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.DependencyReport;
import dev.orchlens.feature.GeneratedCode;
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
                .map(report -> new Protocol.ReportResult(report.entry(), report.function(), report.text()))
                .orElse(null));
  }

  @Override
  public CompletableFuture<Protocol.GeneratedResult> generatedOrchestration(Protocol.GeneratedParams params) {
    return session.answer(
        params.uri(), null, analysis -> code(analysis, params).map(code -> result(analysis, code)).orElse(null));
  }

  private Optional<GeneratedCode> code(FileAnalysis analysis, Protocol.GeneratedParams params) {
    return params.entry() != null
        ? GeneratedCode.named(analysis, session.analyzeAutoScopes(), params.entry())
        : GeneratedCode.at(
            analysis, session.analyzeAutoScopes(), Optional.ofNullable(params.position()).map(Messages::position));
  }

  private static Protocol.GeneratedResult result(FileAnalysis analysis, GeneratedCode code) {
    return new Protocol.GeneratedResult(
        code.name(),
        analysis.version(),
        code.text(),
        code.lines().stream()
            .map(line -> new Protocol.GeneratedLine(line.cppLine(), line.sourceUri(), line.sourceLine()))
            .toList());
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
