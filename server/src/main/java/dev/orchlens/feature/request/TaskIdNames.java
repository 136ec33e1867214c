package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names of TaskIds that are in scope at a place: of launches, of regions, of arrays, and names
 * that take them over.
 */
final class TaskIdNames {
  private final FileAnalysis analysis;
  private final TopLevel item;
  private final int offset;
  private final Map<String, Integer> found = new LinkedHashMap<>();

  private TaskIdNames(FileAnalysis analysis, TopLevel item, int offset) {
    this.analysis = analysis;
    this.item = item;
    this.offset = offset;
  }

  /**
   * Returns the names above an offset, each with the offset of the statement that gives it its
   * latest value there.
   */
  static Map<String, Integer> above(FileAnalysis analysis, int offset) {
    return analysis
        .tree()
        .itemAt(offset)
        .map(
            item -> {
              TaskIdNames names = new TaskIdNames(analysis, item, offset);
              names.function(item.statements()).ifPresent(names::visit);
              return names.found;
            })
        .orElse(Map.of());
  }

  /** The innermost function that begins above the offset: a broken one may end too early. */
  private Optional<Node> function(List<? extends Node> nodes) {
    Optional<Node> innermost = Optional.empty();
    for (Node node : nodes) {
      if (start(node) >= offset) {
        break;
      }
      Optional<Node> inner = function(node.children());
      if (inner.isPresent()) {
        innermost = inner;
      } else if (node instanceof Stmt.FunctionDef) {
        innermost = Optional.of(node);
      }
    }
    return innermost;
  }

  private int start(Node node) {
    return analysis.tree().offsets(item, node.range()).start();
  }

  private void visit(Node node) {
    if (start(node) >= offset) {
      return;
    }
    switch (node) {
      case Stmt.Assign assign when end(node) <= offset ->
          assign.targets().forEach(target -> assigned(target, assign.value(), start(node)));
      case Part.WithItem(var _, Expr.Call _, Optional<Expr> target) ->
          target.ifPresent(name -> add(name, start(node)));
      default -> {}
    }
    node.children().forEach(this::visit);
  }

  private int end(Node node) {
    return analysis.tree().offsets(item, node.range()).end();
  }

  private void assigned(Expr target, Expr value, int at) {
    switch (value) {
      case Expr.Call call when calls(call, "submit") || calls(call, "spmd_submit") ->
          add(target instanceof Expr.TupleExpr tuple ? tuple.elements().getLast() : target, at);
      case Expr.Call call
          when calls(call, "create")
              && call.arguments().stream().anyMatch(a -> isNamed(a, "TASK_ID")) ->
          add(target, at);
      case Expr.Call call when calls(call, "yield_") -> {
        if (target instanceof Expr.TupleExpr tuple
            && tuple.elements().size() == call.arguments().size()) {
          for (int i = 0; i < tuple.elements().size(); i++) {
            assigned(tuple.elements().get(i), call.arguments().get(i), at);
          }
        }
      }
      case Expr.Name name when found.containsKey(name.id()) -> add(target, at);
      default -> {}
    }
  }

  private static boolean calls(Expr.Call call, String name) {
    return isNamed(call.function(), name);
  }

  private static boolean isNamed(Expr expr, String name) {
    return expr instanceof Expr.Attribute attribute && attribute.name().text().equals(name);
  }

  private void add(Expr target, int at) {
    if (target instanceof Expr.Name name && !name.id().equals("_")) {
      found.put(name.id(), at);
    }
  }
}
