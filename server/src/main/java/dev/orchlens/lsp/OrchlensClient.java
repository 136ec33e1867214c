package dev.orchlens.lsp;

import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;
import org.eclipse.lsp4j.services.LanguageClient;

/**
 * What the server may tell its client: the Language Server Protocol and our own notifications
 * (docs/protocol.md).
 */
public interface OrchlensClient extends LanguageClient {
  /** Replaces the texts at the ends of a document's lines. */
  @JsonNotification("orchlens/annotations")
  void annotations(Protocol.AnnotationsParams params);

  /** Says what the server is doing. */
  @JsonNotification("orchlens/status")
  void status(Protocol.StatusParams params);

  /** Says that the C++ of a document's entries may have changed. */
  @JsonNotification("orchlens/generatedChanged")
  void generatedChanged(Protocol.GeneratedChangedParams params);
}
