package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.ir.Origin;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.Optional;

/**
 * Finds the whole of a function or class in the file that is shown; origins know their heads only.
 */
final class Definitions {
  private Definitions() {}

  /**
   * Returns the range of the definition whose head or name is at an origin, or of the origin where
   * it has none.
   */
  static Optional<TextRange> range(FileAnalysis analysis, Origin origin) {
    return analysis
        .places()
        .in(analysis.uri(), origin)
        .map(place -> statement(analysis.tree(), place.range().start()).orElse(place.range()));
  }

  /** Returns whether a position lies in the definition whose head or name is at an origin. */
  static boolean holds(FileAnalysis analysis, Origin origin, TextPosition position) {
    return range(analysis, origin).filter(range -> range.touches(position)).isPresent();
  }

  /** Returns the name of the innermost function around a position. */
  static Optional<String> function(SyntaxTree tree, TextPosition position) {
    return tree.path(tree.document().lines().offset(position)).stream()
        .filter(Stmt.FunctionDef.class::isInstance)
        .map(node -> ((Stmt.FunctionDef) node).name().text())
        .reduce((_, inner) -> inner);
  }

  private static Optional<TextRange> statement(SyntaxTree tree, TextPosition position) {
    int offset = tree.document().lines().offset(position);
    Optional<Node> innermost =
        tree.path(offset).stream()
            .filter(node -> node instanceof Stmt.FunctionDef || node instanceof Stmt.ClassDef)
            .reduce((_, inner) -> inner);
    return tree.itemAt(offset)
        .flatMap(
            item ->
                innermost.map(
                    node -> tree.absolute(item, new SourceRange(start(node), node.range().end()))));
  }

  private static int start(Node node) {
    return switch (node) {
      case Stmt.FunctionDef def when !def.decorators().isEmpty() ->
          def.decorators().getFirst().range().start();
      case Stmt.ClassDef def when !def.decorators().isEmpty() ->
          def.decorators().getFirst().range().start();
      default -> node.range().start();
    };
  }
}
