package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.DependencyReport;
import dev.orchlens.feature.GeneratedCode;
import dev.orchlens.feature.TaskGraph;
import dev.orchlens.feature.TaskGraphs;
import dev.orchlens.text.TextPosition;
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
    Optional<TextPosition> place = Optional.ofNullable(params.position()).map(Params::position);
    return session.answer(
        Params.uri(params.uri()),
        null,
        analysis ->
            DependencyReport.of(analysis, session.analyzeAutoScopes(), place, Optional.ofNullable(params.entry()))
                .map(
                    report ->
                        new Protocol.ReportResult(
                            report.entry(), report.function(), report.text(), report.entries()))
                .orElse(null));
  }

  @Override
  public CompletableFuture<Protocol.GeneratedResult> generatedOrchestration(Protocol.GeneratedParams params) {
    Optional<TextPosition> place = Optional.ofNullable(params.position()).map(Params::position);
    return session.answer(
        Params.uri(params.uri()),
        null,
        analysis ->
            (params.entry() != null
                    ? GeneratedCode.named(analysis, session.analyzeAutoScopes(), params.entry())
                    : GeneratedCode.at(analysis, session.analyzeAutoScopes(), place))
                .map(code -> result(analysis, code))
                .orElse(null));
  }

  private static Protocol.GeneratedResult result(FileAnalysis analysis, GeneratedCode code) {
    return new Protocol.GeneratedResult(
        code.name(),
        analysis.version(),
        code.text(),
        code.lines().stream()
            .map(line -> new Protocol.GeneratedLine(line.cppLine(), line.sourceUri(), line.sourceLine()))
            .toList(),
        code.entries());
  }

  @Override
  public CompletableFuture<TaskGraph> taskGraph(Protocol.TaskGraphParams params) {
    TextPosition place = Params.position(params.position());
    Optional<String> entry = Optional.ofNullable(params.entry());
    return session.answer(
        Params.uri(params.uri()),
        null,
        analysis -> TaskGraphs.at(analysis, session.analyzeAutoScopes(), place, entry).orElse(null));
  }
}
