package dev.orchlens.tests.measure;

import dev.orchlens.text.LineIndex;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A document that the client has open: its text, its version, and the changes of it as the protocol states them. */
final class OpenFile {
  private final Client client;
  private final String uri;
  private String text;
  private LineIndex lines;
  private int version = 1;

  private OpenFile(Client client, String uri, String text) {
    this.client = client;
    this.uri = uri;
    set(text);
  }

  /** Opens a file with the text that it has on disk. */
  static OpenFile open(Client client, Path path) throws IOException {
    return open(client, path.toUri().toString(), Files.readString(path));
  }

  /** Opens a document with a text. */
  static OpenFile open(Client client, String uri, String text) {
    OpenFile file = new OpenFile(client, uri, text);
    file.sent = client.notify("textDocument/didOpen", Map.of("textDocument", item(uri, text)));
    return file;
  }

  private long sent;

  private static Map<String, Object> item(String uri, String text) {
    return Map.of("uri", uri, "languageId", "python", "version", 1, "text", text);
  }

  private void set(String newText) {
    text = newText;
    lines = LineIndex.of(newText);
  }

  String uri() {
    return uri;
  }

  String text() {
    return text;
  }

  int version() {
    return version;
  }

  LineIndex lines() {
    return lines;
  }

  /** {@link System#nanoTime()} directly before the last change, or the opening, was written. */
  long sent() {
    return sent;
  }

  /** Replaces a range, given in UTF-16 code units; tells the server of it. */
  void replace(int start, int end, String by) {
    Map<String, Object> change = Map.of("range", range(start, end), "text", by);
    set(text.substring(0, start) + by + text.substring(end));
    version++;
    Map<String, Object> params =
        Map.of("textDocument", Map.of("uri", uri, "version", version), "contentChanges", List.of(change));
    sent = client.notify("textDocument/didChange", params);
  }

  /** Replaces all of the text by one change without a range. */
  void replaceAll(String by) {
    set(by);
    version++;
    Map<String, Object> params =
        Map.of(
            "textDocument", Map.of("uri", uri, "version", version), "contentChanges", List.of(Map.of("text", by)));
    sent = client.notify("textDocument/didChange", params);
  }

  void close() {
    client.notify("textDocument/didClose", Map.of("textDocument", Map.of("uri", uri)));
  }

  /** A range as the protocol writes it. */
  Map<String, Object> range(int start, int end) {
    return Map.of("start", position(start), "end", position(end));
  }

  /** A place as the protocol writes it. */
  Map<String, Object> position(int offset) {
    TextPosition place = lines.range(new SourceRange(offset, offset)).start();
    return Map.of("line", place.line(), "character", place.character());
  }
}
