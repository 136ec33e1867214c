package dev.orchlens.lsp;

import dev.orchlens.feature.TaskGraph;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;
import org.eclipse.lsp4j.jsonrpc.services.JsonSegment;

/** The requests of our own; docs/protocol.md describes them. */
@JsonSegment("orchlens")
public interface Extensions {
  /**
   * Answers with the counts of dependency entries of the function at a position, or with nothing.
   */
  @JsonRequest
  CompletableFuture<Protocol.ReportResult> dependencyReport(Protocol.ReportParams params);

  /** Answers with the C++ that has a name or belongs to a position, or with nothing. */
  @JsonRequest
  CompletableFuture<Protocol.GeneratedResult> generatedOrchestration(
      Protocol.GeneratedParams params);

  /** Learns which lines of a document the client shows. */
  @JsonNotification
  void visibleRanges(Protocol.VisibleRangesParams params);

  /** Answers with the tasks of the function at a position and their order, or with nothing. */
  @JsonRequest
  CompletableFuture<TaskGraph> taskGraph(Protocol.TaskGraphParams params);
}
