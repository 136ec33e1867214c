package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.LspTypes;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeKind;
import org.eclipse.lsp4j.SelectionRange;

/** The blocks of a file, and what lies around a position. */
public final class Folding {
  private final SyntaxTree tree;
  private final Map<Integer, FoldingRange> byStart = new TreeMap<>();

  private Folding(SyntaxTree tree) {
    this.tree = tree;
  }

  /**
   * Returns all blocks that can be folded: kernel regions, scopes, loops, functions, calls over
   * several lines, stretches of imports. A client that has these asks nobody else.
   */
  public static List<FoldingRange> of(FileAnalysis analysis) {
    Folding folding = new Folding(analysis.tree());
    List<TextRange> imports = new ArrayList<>();
    for (TopLevel item : analysis.tree().items()) {
      for (Stmt statement : item.statements()) {
        folding.fold(item, statement);
        if (statement instanceof Stmt.Import || statement instanceof Stmt.ImportFrom) {
          imports.add(analysis.tree().absolute(item, statement.range()));
        }
      }
    }
    folding.imports(imports);
    return List.copyOf(folding.byStart.values());
  }

  private void fold(TopLevel item, Node node) {
    switch (node) {
      case Stmt.FunctionDef def -> block(item, def.header(), def.range());
      case Stmt.ClassDef def -> block(item, def.header(), def.range());
      case Stmt.If branch -> {
        body(item, branch.header(), branch.body());
        orElse(item, branch.orElse());
      }
      case Stmt.For loop -> {
        body(item, loop.header(), loop.body());
        orElse(item, loop.orElse());
      }
      case Stmt.While loop -> {
        body(item, loop.header(), loop.body());
        orElse(item, loop.orElse());
      }
      case Stmt.With with -> block(item, with.header(), with.range());
      case Stmt.Try attempt -> body(item, attempt.header(), attempt.body());
      case Stmt.Match match -> block(item, match.header(), match.range());
      case Part.ExceptHandler handler -> body(item, handler.header(), handler.body());
      case Part.MatchCase choice -> body(item, choice.header(), choice.body());
      case Stmt _ -> block(item, node.range(), node.range());
      default -> {}
    }
    node.children().forEach(child -> fold(item, child));
  }

  private void body(TopLevel item, SourceRange header, List<Stmt> body) {
    if (!body.isEmpty()) {
      SourceRange whole = new SourceRange(header.start(), body.getLast().range().end());
      block(item, header, whole);
    }
  }

  /** An else begins on a line before its statements; an elif is a branch of its own. */
  private void orElse(TopLevel item, List<Stmt> body) {
    if (body.isEmpty() || body.getFirst() instanceof Stmt.If) {
      return;
    }
    TextRange range =
        tree.absolute(
            item, new SourceRange(body.getFirst().range().start(), body.getLast().range().end()));
    put(range.start().line() - 1, range.end().line());
  }

  private void block(TopLevel item, SourceRange header, SourceRange whole) {
    TextPosition start = tree.absolute(item, header).start();
    put(start.line(), tree.absolute(item, whole).end().line());
  }

  private void put(int start, int end) {
    if (end > start) {
      byStart.merge(
          start, new FoldingRange(start, end), (a, b) -> a.getEndLine() >= b.getEndLine() ? a : b);
    }
  }

  private void imports(List<TextRange> imports) {
    int first = 0;
    for (int i = 1; i <= imports.size(); i++) {
      boolean goesOn =
          i < imports.size()
              && imports.get(i).start().line() == imports.get(i - 1).end().line() + 1;
      if (!goesOn) {
        int start = imports.get(first).start().line();
        put(start, imports.get(i - 1).end().line());
        if (byStart.containsKey(start)) {
          byStart.get(start).setKind(FoldingRangeKind.Imports);
        }
        first = i;
      }
    }
  }

  /** Returns what lies around a position, from the innermost to the whole statement. */
  public static SelectionRange around(FileAnalysis analysis, TextPosition position) {
    SyntaxTree tree = analysis.tree();
    int offset = tree.document().lines().offset(position);
    SelectionRange around = null;
    TextRange last = null;
    TopLevel item = tree.itemAt(offset).orElse(null);
    for (Node node : item == null ? List.<Node>of() : tree.path(offset)) {
      TextRange range = tree.absolute(item, node.range());
      if (!range.equals(last)) {
        around = new SelectionRange(LspTypes.range(range), around);
        last = range;
      }
    }
    return around == null
        ? new SelectionRange(LspTypes.range(new TextRange(position, position)), null)
        : around;
  }
}
