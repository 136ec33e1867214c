package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.TextPosition;
import java.util.List;
import java.util.Optional;

/** Orders a launch behind another one in the same MANUAL scope: the TaskId of that one goes into its {@code deps=}. */
final class RaceFixes {
  static final String CODE = "race/in-manual-scope";

  private final FileAnalysis analysis;

  private RaceFixes(FileAnalysis analysis) {
    this.analysis = analysis;
  }

  /** Where a TaskId is to be written into a launch, and the text that does it. */
  record Insertion(TextPosition place, String taskId, String text) {}

  /** A submit whose TaskId has a name, and the statements around it. */
  private record Named(Stmt.Assign statement, String taskId, Node block) {}

  /** Returns the edit for a race; nothing where the TaskId has no name that the later launch can use. */
  static Optional<Insertion> of(FileAnalysis analysis, Problem race) {
    return race.related().isEmpty()
        ? Optional.empty()
        : new RaceFixes(analysis).insertion(race.origin(), race.related().getFirst().origin());
  }

  private Optional<Insertion> insertion(Origin later, Origin earlier) {
    Optional<Integer> from = offset(earlier);
    Optional<Integer> to = offset(later);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    Optional<TopLevel> item = analysis.tree().itemAt(to.get());
    List<Node> path = analysis.tree().path(to.get());
    return named(analysis.tree().path(from.get()))
        .filter(named -> item.isPresent() && item.equals(analysis.tree().itemAt(from.get())))
        .filter(named -> stillNamed(named, path))
        .flatMap(named -> submit(path).flatMap(call -> into(item.get(), call, named.taskId())));
  }

  private Optional<Integer> offset(Origin origin) {
    return analysis
        .places()
        .in(analysis.uri(), origin)
        .map(Place::range)
        .map(range -> analysis.tree().document().lines().offset(range.start()));
  }

  private static Optional<Named> named(List<Node> path) {
    for (int i = path.size() - 1; i > 0; i--) {
      if (path.get(i) instanceof Stmt.Assign assign) {
        return assign.targets().size() == 1
                && isSubmit(assign.value())
                && assign.targets().getFirst() instanceof Expr.TupleExpr targets
                && targets.elements().getLast() instanceof Expr.Name name
                && !name.id().equals("_")
            ? Optional.of(new Named(assign, name.id(), path.get(i - 1)))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether the later launch stands behind the submit, in its block or deeper, and no other TaskId has the name. */
  private static boolean stillNamed(Named named, List<Node> laterPath) {
    List<? extends Node> block = named.block().children();
    int first = identity(block, named.statement());
    for (int last = first + 1; last < block.size(); last++) {
      if (binds(block.get(last), named.taskId())) {
        return false;
      }
      if (identity(laterPath, block.get(last)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static int identity(List<? extends Node> nodes, Node wanted) {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean binds(Node node, String name) {
    return node instanceof Stmt.Assign assign && assign.targets().stream().anyMatch(target -> mentions(target, name))
        || node instanceof Stmt.For loop && mentions(loop.target(), name)
        || node.children().stream().anyMatch(child -> child instanceof Stmt && binds(child, name));
  }

  private static boolean mentions(Node node, String name) {
    return node instanceof Expr.Name(_, String id) && id.equals(name)
        || node.children().stream().anyMatch(child -> mentions(child, name));
  }

  private static Optional<Expr.Call> submit(List<Node> path) {
    return path.stream()
        .filter(RaceFixes::isSubmit)
        .map(Expr.Call.class::cast)
        .reduce((_, inner) -> inner);
  }

  private static boolean isSubmit(Node node) {
    return node instanceof Expr.Call(_, Expr.Attribute function, _, _) && function.name().text().equals("submit");
  }

  private Optional<Insertion> into(TopLevel item, Expr.Call call, String taskId) {
    return call.keywords().stream()
        .filter(keyword -> keyword.isNamed("deps"))
        .findFirst()
        .map(
            keyword ->
                keyword.value() instanceof Expr.ListExpr list
                    ? Optional.of(behind(item, list, list.elements(), taskId, taskId))
                    : Optional.<Insertion>empty())
        .orElseGet(() -> Optional.of(behind(item, call, call.children(), taskId, "deps=[" + taskId + "]")));
  }

  /** Writes a text behind the last of the elements that brackets enclose. */
  private Insertion behind(TopLevel item, Node brackets, List<? extends Node> elements, String taskId, String text) {
    int end = elements.stream().mapToInt(node -> node.range().end()).max().orElse(brackets.range().end() - 1);
    TextPosition place =
        analysis.tree().document().lines().position(analysis.tree().offsets(item, brackets.range()).start()
            + end - brackets.range().start());
    return new Insertion(place, taskId, elements.isEmpty() ? text : ", " + text);
  }
}
