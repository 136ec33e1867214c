package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.util.List;

/**
 * A piece of a Python program's syntax. Nodes are immutable and know nothing of their place in the
 * file: every range counts from the start of the {@link TopLevel} item that holds the node, so that
 * an item whose text did not change is kept as it is when text above it moves. {@link
 * SyntaxTree#absolute} turns such a range into lines and columns.
 */
public sealed interface Node permits Expr, Stmt, Pattern, Part {
  /** The text that the node covers, in UTF-16 code units from the start of its top-level item. */
  SourceRange range();

  /** The nodes directly below this one, in the order in which they stand in the text. */
  default List<Node> children() {
    return Children.of(this);
  }
}
