package dev.orchlens.text;

import java.util.List;

/**
 * One version of a text file. Documents are immutable; an edit gives a new one.
 *
 * @param uri where the file is, as the editor names it
 * @param version the editor's number for this text, growing with every edit
 * @param text all of the text, line terminators as they are
 * @param lines where its lines begin
 */
public record Document(String uri, int version, String text, LineIndex lines) {
  /** A document of this text. */
  public static Document of(String uri, int version, String text) {
    return new Document(uri, version, text, LineIndex.of(text));
  }

  /**
   * The document after {@code edits}, each of which counts positions in the text that the edits
   * before it have left, as the Language Server Protocol has it.
   *
   * @param unit what the characters of the positions are counted in
   * @throws BadEditException when one of them is not about a stretch of the text
   */
  public Document apply(List<TextEdit> edits, int newVersion, CharacterUnit unit) {
    Document whole = this;
    TextBuffer buffer = null;
    for (TextEdit edit : edits) {
      if (edit.range().isEmpty()) {
        whole = of(uri, newVersion, edit.newText());
        buffer = null;
      } else {
        buffer = buffer == null ? new TextBuffer(whole.text, whole.lines) : buffer;
        buffer.replace(edit.range().get(), edit.newText(), unit);
      }
    }
    return buffer == null
        ? new Document(uri, newVersion, whole.text, whole.lines)
        : buffer.document(uri, newVersion);
  }

  /**
   * The text of a line without its terminator; a line outside the text counts as its nearer end.
   */
  public String line(int line) {
    return text.substring(lines.lineStart(line), lines.lineEnd(line));
  }
}
