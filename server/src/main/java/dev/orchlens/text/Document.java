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
   * The document after {@code edits}, each of which counts positions in the text that the edits before it have left, as
   * the Language Server Protocol has it.
   */
  public Document apply(List<TextEdit> edits, int newVersion) {
    String edited = text;
    LineIndex index = lines;
    for (TextEdit edit : edits) {
      if (edit.range().isEmpty()) {
        edited = edit.newText();
      } else {
        SourceRange range = index.range(edit.range().get());
        edited = edited.substring(0, range.start()) + edit.newText() + edited.substring(range.end());
      }
      index = LineIndex.of(edited);
    }
    return new Document(uri, newVersion, edited, index);
  }
}
