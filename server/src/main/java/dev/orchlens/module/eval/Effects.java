package dev.orchlens.module.eval;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Pattern;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What statements could change if they ran: used where it is not known whether they do. */
final class Effects {
  /** Methods that change the collection that they are called on. */
  static final Set<String> MUTATORS =
      Set.of(
          "append",
          "extend",
          "insert",
          "remove",
          "pop",
          "clear",
          "sort",
          "reverse",
          "add",
          "discard",
          "update",
          "setdefault",
          "popitem",
          "difference_update",
          "intersection_update");

  private final Map<String, Node> names = new LinkedHashMap<>();
  private final List<Expr.Attribute> attributes = new ArrayList<>();
  private boolean leaves;

  private Effects() {}

  static Effects of(List<Stmt> statements) {
    Effects effects = new Effects();
    statements.forEach(effects::statement);
    return effects;
  }

  /** The names that could be bound or whose objects could change, with a node that does so. */
  Map<String, Node> names() {
    return names;
  }

  /** The attribute targets that could be assigned. */
  List<Expr.Attribute> attributes() {
    return attributes;
  }

  /** Whether the statements could return from the function or leave the loop around them. */
  boolean leaves() {
    return leaves;
  }

  /** Whether the statements certainly raise an exception. */
  static boolean alwaysRaises(List<Stmt> statements) {
    if (statements.isEmpty()) {
      return false;
    }
    return switch (statements.getLast()) {
      case Stmt.Raise _ -> true;
      case Stmt.If branch -> alwaysRaises(branch.body()) && alwaysRaises(branch.orElse());
      default -> false;
    };
  }

  private void statement(Stmt statement) {
    switch (statement) {
      case Stmt.FunctionDef def -> names.put(def.name().text(), def.name());
      case Stmt.ClassDef def -> names.put(def.name().text(), def.name());
      case Stmt.Assign assign -> assign.targets().forEach(this::target);
      case Stmt.AugAssign assign -> target(assign.target());
      case Stmt.AnnAssign assign -> {
        if (assign.value().isPresent()) {
          target(assign.target());
        }
      }
      case Stmt.Delete delete -> delete.targets().forEach(this::target);
      case Stmt.For loop -> target(loop.target());
      case Stmt.With with -> with.items().forEach(item -> item.target().ifPresent(this::target));
      case Stmt.Import imports ->
          imports.names().forEach(alias -> names.put(alias.bound().text(), alias));
      case Stmt.ImportFrom imports ->
          imports.names().forEach(alias -> names.put(alias.bound().text(), alias));
      case Stmt.Return _, Stmt.Break _, Stmt.Continue _ -> leaves = true;
      default -> {}
    }
    if (!(statement instanceof Stmt.FunctionDef || statement instanceof Stmt.ClassDef)) {
      statement.children().forEach(this::below);
    }
  }

  private void below(Node node) {
    switch (node) {
      case Stmt statement -> statement(statement);
      case Expr.NamedExpr named -> {
        target(named.target());
        node.children().forEach(this::below);
      }
      case Expr.Call call -> {
        if (call.function() instanceof Expr.Attribute method
            && MUTATORS.contains(method.name().text())) {
          root(method.value());
        }
        node.children().forEach(this::below);
      }
      case Expr.Lambda _ -> {}
      case Pattern.CapturePattern capture -> {
        capture.name().ifPresent(name -> names.put(name.text(), name));
        node.children().forEach(this::below);
      }
      case Part.ExceptHandler handler -> {
        handler.name().ifPresent(name -> names.put(name.text(), name));
        node.children().forEach(this::below);
      }
      default -> node.children().forEach(this::below);
    }
  }

  private void target(Expr target) {
    switch (target) {
      case Expr.Name name -> names.put(name.id(), name);
      case Expr.Attribute attribute -> attributes.add(attribute);
      case Expr.Subscript subscript -> root(subscript.value());
      case Expr.TupleExpr tuple -> tuple.elements().forEach(this::target);
      case Expr.ListExpr list -> list.elements().forEach(this::target);
      case Expr.Starred starred -> target(starred.value());
      default -> {}
    }
  }

  private void root(Expr container) {
    switch (container) {
      case Expr.Name name -> names.put(name.id(), name);
      case Expr.Attribute attribute -> attributes.add(attribute);
      case Expr.Subscript subscript -> root(subscript.value());
      default -> {}
    }
  }
}
