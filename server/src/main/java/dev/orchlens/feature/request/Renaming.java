package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.LspTypes;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

/**
 * Renames variables of a function (TaskIds, tensors, arrays of TaskIds) and the names that regions
 * give their tasks ({@code name_hint}). Parameters keep theirs: callers may name them.
 */
public final class Renaming {
  private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_]*");
  private static final List<String> KEYWORDS =
      List.of(
          ("False None True and as assert async await break class continue def del elif else except"
                  + " finally for from global if import in is lambda nonlocal not or pass raise"
                  + " return try while with yield")
              .split(" "));

  private Renaming() {}

  /** Why something cannot be renamed; its message is for the user. */
  public static final class NotPossible extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private NotPossible(String message) {
      super(message);
    }
  }

  /** Returns what would be renamed at a position, or nothing where there is nothing of ours. */
  public static Optional<PrepareRenameResult> prepare(
      FileAnalysis analysis, TextPosition position) {
    Optional<PrepareRenameResult> hint =
        hint(analysis, position)
            .map(r -> new PrepareRenameResult(LspTypes.range(r), text(analysis, r)));
    return hint.or(
        () ->
            Variable.at(analysis, position)
                .filter(variable -> !variable.parameter())
                .flatMap(
                    variable ->
                        variable.uses().stream()
                            .filter(use -> use.range().touches(position))
                            .findFirst()
                            .map(
                                use ->
                                    new PrepareRenameResult(
                                        LspTypes.range(use.range()), variable.name()))));
  }

  /**
   * Returns the edit that renames what stands at a position; nothing where there is nothing of
   * ours.
   *
   * @throws NotPossible where the new name is none, or stands for something else already
   */
  public static Optional<WorkspaceEdit> rename(
      FileAnalysis analysis, TextPosition position, String name) {
    Optional<TextRange> hint = hint(analysis, position);
    if (hint.isEmpty()) {
      return Variable.at(analysis, position)
          .filter(variable -> !variable.parameter())
          .map(variable -> rename(analysis, position, variable, name));
    }
    if (name.isEmpty() || !name.matches("[^\"'\\\\\\p{Cntrl}{}]*")) {
      throw new NotPossible("A name for a task needs a letter, and no quotes or braces.");
    }
    return hint.map(range -> edit(analysis, List.of(range), name));
  }

  private static WorkspaceEdit rename(
      FileAnalysis analysis, TextPosition position, Variable variable, String name) {
    if (!IDENTIFIER.matcher(name).matches() || KEYWORDS.contains(name)) {
      throw new NotPossible("'" + name + "' is no name that Python can give a variable.");
    }
    boolean taken =
        analysis.tree().path(offset(analysis, position)).stream()
            .limit(1)
            .anyMatch(item -> mentions(item, name));
    if (taken && !name.equals(variable.name())) {
      throw new NotPossible(
          "'" + name + "' stands for something else here already; choose another name.");
    }
    return edit(analysis, variable.uses().stream().map(Variable.Use::range).toList(), name);
  }

  private static boolean mentions(Node node, String name) {
    boolean here =
        switch (node) {
          case Expr.Name found -> found.id().equals(name);
          case Part.Parameter parameter -> parameter.name().text().equals(name);
          default -> false;
        };
    return here || node.children().stream().anyMatch(child -> mentions(child, name));
  }

  /** Returns the text between the quotes of a {@code name_hint} at a position. */
  private static Optional<TextRange> hint(FileAnalysis analysis, TextPosition position) {
    int offset = offset(analysis, position);
    List<Node> path = analysis.tree().path(offset);
    return path.stream()
        .flatMap(node -> node instanceof Part.Keyword k ? Stream.of(k) : Stream.empty())
        .filter(keyword -> keyword.isNamed("name_hint"))
        .filter(keyword -> keyword.value() instanceof Literal.StringLiteral)
        .findFirst()
        .flatMap(
            keyword ->
                analysis
                    .tree()
                    .itemAt(offset)
                    .map(item -> analysis.tree().absolute(item, keyword.value().range())))
        .filter(range -> text(analysis, range).matches("\"[^\"\\\\]*\"|'[^'\\\\]*'"))
        .map(
            range ->
                new TextRange(
                    new TextPosition(range.start().line(), range.start().character() + 1),
                    new TextPosition(range.end().line(), range.end().character() - 1)));
  }

  private static WorkspaceEdit edit(FileAnalysis analysis, List<TextRange> ranges, String name) {
    return new WorkspaceEdit(
        Map.of(
            analysis.uri(),
            ranges.stream().map(range -> new TextEdit(LspTypes.range(range), name)).toList()));
  }

  private static int offset(FileAnalysis analysis, TextPosition position) {
    return analysis.tree().document().lines().offset(position);
  }

  private static String text(FileAnalysis analysis, TextRange range) {
    return analysis
        .tree()
        .document()
        .text()
        .substring(offset(analysis, range.start()), offset(analysis, range.end()));
  }
}
