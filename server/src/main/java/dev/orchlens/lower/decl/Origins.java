package dev.orchlens.lower.decl;

import dev.orchlens.ir.Origin;
import dev.orchlens.syntax.Node;
import dev.orchlens.text.SourceRange;
import java.util.Optional;

/**
 * Gives the nodes of one top-level item their places in the source.
 *
 * @param file the file's URI
 * @param item the key of the top-level item
 * @param text the item's text, which the ranges of its nodes count in
 * @param inlinedAt the call whose callee is being expanded, where one is
 */
public record Origins(String file, String item, String text, Optional<Origin> inlinedAt) {

  /** Returns the place of a node. */
  public Origin of(Node node) {
    return of(node.range());
  }

  /** Returns the place of a stretch of the item. */
  public Origin of(SourceRange range) {
    return new Origin(file, item, range.start(), range.end(), inlinedAt);
  }

  /** Returns the source of a node on one line, cut after 60 characters. */
  public String quote(Node node) {
    String source = node.range().of(text).strip().replaceAll("\\s+", " ");
    return source.length() <= 60 ? source : source.substring(0, 57) + "...";
  }

  /** Returns whether a line ends between two offsets of the item. */
  public boolean onDifferentLines(int from, int to) {
    int newline = text.indexOf('\n', Math.min(from, to));
    return newline >= 0 && newline < Math.max(from, to);
  }
}
