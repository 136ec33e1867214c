package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.feature.DependencyReport;
import dev.orchlens.feature.GeneratedCode;
import dev.orchlens.feature.Standing;
import dev.orchlens.feature.TaskGraph;
import dev.orchlens.feature.TaskGraphs;
import dev.orchlens.lsp.Session.Need;
import dev.orchlens.text.TextPosition;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Answers the requests of our own from the present snapshot. */
final class ExtensionRequests implements Extensions {
  private final Session session;
  private final Publisher publisher;

  ExtensionRequests(Session session, Publisher publisher) {
    this.session = session;
    this.publisher = publisher;
  }

  @Override
  public void visibleRanges(Protocol.VisibleRangesParams params) {
    String uri = Params.uri(params.uri());
    if (params.ranges() == null) {
      throw Params.invalid("params.ranges is missing.");
    }
    session.viewport().shown(uri, params.ranges().stream().map(Params::range).toList());
    publisher.shown(uri);
  }

  @Override
  public CompletableFuture<Protocol.ReportResult> dependencyReport(Protocol.ReportParams params) {
    Optional<TextPosition> asked = Optional.ofNullable(params.position()).map(Params::position);
    Optional<String> entry = Optional.ofNullable(params.entry());
    return session.latestAnswer(
        Params.uri(params.uri()),
        Need.ORDER,
        null,
        view -> {
          Optional<TextPosition> place = asked.map(at -> session.encoding().in(view.found(), at));
          return DependencyReport.of(Standing.meant(view, place, entry), place, entry)
              .map(
                  report ->
                      new Protocol.ReportResult(
                          report.entry(), report.function(), report.text(), report.entries()))
              .orElse(null);
        });
  }

  @Override
  public CompletableFuture<Protocol.GeneratedResult> generatedOrchestration(
      Protocol.GeneratedParams params) {
    Optional<TextPosition> asked = Optional.ofNullable(params.position()).map(Params::position);
    Optional<String> entry = Optional.ofNullable(params.entry());
    return session.latestAnswer(
        Params.uri(params.uri()),
        Need.FACTS,
        null,
        view -> {
          Optional<TextPosition> place = asked.map(at -> session.encoding().in(view.found(), at));
          FileFacts meant = Standing.meant(view, place, entry);
          return entry
              .map(name -> GeneratedCode.named(meant, name))
              .orElseGet(() -> GeneratedCode.at(meant, place))
              .map(code -> result(meant.analysis(), code, meant != view.now()))
              .orElse(null);
        });
  }

  private static Protocol.GeneratedResult result(
      FileAnalysis analysis, GeneratedCode code, boolean stale) {
    return new Protocol.GeneratedResult(
        code.name(),
        analysis.version(),
        code.text(),
        code.lines().stream()
            .map(
                line ->
                    new Protocol.GeneratedLine(line.cppLine(), line.sourceUri(), line.sourceLine()))
            .toList(),
        code.entries(),
        code.complete(),
        stale);
  }

  @Override
  public CompletableFuture<TaskGraph> taskGraph(Protocol.TaskGraphParams params) {
    TextPosition asked = Params.position(params.position());
    Optional<String> entry = Optional.ofNullable(params.entry());
    return session.latestAnswer(
        Params.uri(params.uri()),
        Need.ORDER,
        null,
        view -> {
          TextPosition place = session.encoding().in(view.found(), asked);
          FileFacts meant = Standing.meant(view, Optional.of(place), entry);
          return TaskGraphs.at(meant, place, entry)
              .map(graph -> meant == view.now() ? graph : graph.asStale())
              .orElse(null);
        });
  }
}
