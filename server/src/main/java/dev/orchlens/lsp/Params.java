package dev.orchlens.lsp;

import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

/**
 * Reads what a request must have. All methods throw {@link ResponseErrorException} with {@code
 * InvalidParams} where it is missing or makes no sense.
 */
final class Params {
  private Params() {}

  /** Returns the URI of the document that a request is about. */
  static String uri(TextDocumentIdentifier document) {
    if (document == null || document.getUri() == null) {
      throw invalid("params.textDocument.uri is missing.");
    }
    return document.getUri();
  }

  /** Returns the URI of the document that a request of our own is about. */
  static String uri(String uri) {
    if (uri == null) {
      throw invalid("params.uri is missing.");
    }
    return uri;
  }

  /** Returns the text of a document or of an edit. */
  static String text(String text) {
    if (text == null) {
      throw invalid("The text is missing.");
    }
    return text;
  }

  /** Returns a position as ours. */
  static TextPosition position(Position position) {
    if (position == null) {
      throw invalid("params.position is missing.");
    }
    if (position.getLine() < 0 || position.getCharacter() < 0) {
      throw invalid(
          "Lines and characters count from 0; there is no "
              + position.getLine()
              + ":"
              + position.getCharacter()
              + ".");
    }
    return new TextPosition(position.getLine(), position.getCharacter());
  }

  /** Returns a range as ours. */
  static TextRange range(Range range) {
    if (range == null || range.getStart() == null || range.getEnd() == null) {
      throw invalid("params.range is missing or lacks its start or end.");
    }
    return new TextRange(position(range.getStart()), position(range.getEnd()));
  }

  /** Returns the refusal of a request, in words for who writes the client. */
  static ResponseErrorException invalid(String message) {
    return new ResponseErrorException(
        new ResponseError(ResponseErrorCode.InvalidParams, message, null));
  }
}
