package dev.orchlens.tests.measure;

import dev.orchlens.text.LineIndex;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A document that the client has open: its text, its version, and the changes of it as the protocol
 * states them.
 */
final class OpenFile {
  private static final int LINES_SHOWN = 60;

  private final Client client;
  private final String uri;
  private String text;
  private LineIndex lines;
  private int version;
  private long sent;

  private OpenFile(Client client, String uri, int version, String text) {
    this.client = client;
    this.uri = uri;
    this.version = version;
    set(text);
  }

  /** Opens a file with the text that it has on disk. */
  static OpenFile open(Client client, Path path) throws IOException {
    return open(client, path.toUri().toString(), Files.readString(path));
  }

  /** Opens a document with a text, as its first version. */
  static OpenFile open(Client client, String uri, String text) {
    return open(client, uri, 1, text);
  }

  /** Opens a document with a text, as a version of any number. */
  static OpenFile open(Client client, String uri, int version, String text) {
    OpenFile file = new OpenFile(client, uri, version, text);
    Map<String, Object> item =
        Map.of("uri", uri, "languageId", "python", "version", version, "text", text);
    file.sent = client.notify("textDocument/didOpen", Map.of("textDocument", item));
    return file;
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
    changed(text.substring(0, start) + by + text.substring(end), change);
  }

  /** Replaces all of the text by one change without a range. */
  void replaceAll(String by) {
    changed(by, Map.of("text", by));
  }

  private void changed(String newText, Map<String, Object> change) {
    set(newText);
    version++;
    Map<String, Object> params =
        Map.of(
            "textDocument",
            Map.of("uri", uri, "version", version),
            "contentChanges",
            List.of(change));
    sent = client.notify("textDocument/didChange", params);
  }

  /** Says that the editor shows the lines around a place. */
  void show(int offset) {
    int line = lines.lineAt(offset);
    int first = Math.max(0, line - LINES_SHOWN / 2);
    int last = Math.min(lines.lineCount() - 1, first + LINES_SHOWN);
    Map<String, Object> range = range(lines.lineStart(first), lines.lineEnd(last));
    client.notify("orchlens/visibleRanges", Map.of("uri", uri, "ranges", List.of(range)));
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
