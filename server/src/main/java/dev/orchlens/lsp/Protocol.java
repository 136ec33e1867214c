package dev.orchlens.lsp;

import dev.orchlens.feature.Counts;
import java.util.List;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** The messages that are not in the Language Server Protocol; docs/protocol.md describes them. */
public final class Protocol {
  private Protocol() {}

  /**
   * A text at the end of a line.
   *
   * @param line counts from 0
   * @param kind {@code now} for what the compiler does, {@code ifEnabled} for what it would do with
   *     the analysis of AUTO scopes switched on, {@code warning} for something to look at
   * @param stale whether it speaks of an earlier text
   * @param hoverMarkdown may be null
   */
  public record Annotation(
      int line, String text, String kind, boolean stale, String hoverMarkdown) {}

  /**
   * All annotations of one version of a document; they replace those that were sent before.
   *
   * @param complete whether no other message follows for this version
   * @param counts how much there is in the programs of the document
   */
  public record AnnotationsParams(
      String uri, int version, boolean complete, List<Annotation> annotations, Counts counts) {}

  /**
   * What the server is doing; all but {@code state} and {@code message} may be null.
   *
   * @param state {@code starting}, {@code analysing}, {@code ready} or {@code failed}
   * @param message one sentence
   * @param uri the document that it is about
   * @param done how many documents are analysed
   * @param total how many there are to analyse, those included
   */
  public record StatusParams(
      String state, String message, String uri, Integer done, Integer total) {}

  /** The lines of a document that the client shows. */
  public record VisibleRangesParams(String uri, List<Range> ranges) {}

  /** Asks for the C++ of the named entry, or of the one at the position. */
  public record GeneratedParams(String uri, String entry, Position position) {}

  /** One C++ line and the source line it comes from, both from 0. */
  public record GeneratedLine(int cppLine, String sourceUri, int sourceLine) {}

  /**
   * The C++ of one entry, made from the given version of the document, and the entries that could
   * have been meant.
   *
   * @param complete whether the text is C++, and not comments that say why there is none
   * @param stale whether it is that of an earlier text
   */
  public record GeneratedResult(
      String entry,
      int version,
      String text,
      List<GeneratedLine> lines,
      List<String> entries,
      boolean complete,
      boolean stale) {}

  /** Says that the C++ of the document's entries may have changed. */
  public record GeneratedChangedParams(String uri) {}

  /** Asks for the counts of dependency entries of the function at the position. */
  public record ReportParams(String uri, String entry, Position position) {}

  /** Asks for the graph of the function at the position. */
  public record TaskGraphParams(String uri, String entry, Position position) {}

  /**
   * The report on one function of an entry, as Markdown, and the entries that could have been
   * meant.
   */
  public record ReportResult(String entry, String function, String text, List<String> entries) {}
}
