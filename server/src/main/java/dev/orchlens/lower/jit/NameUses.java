package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells which names a piece of syntax binds and which it reads, nested statements and
 * comprehensions included.
 */
final class NameUses {
  private final Set<String> bound = new LinkedHashSet<>();
  private final Set<String> read = new LinkedHashSet<>();

  private NameUses() {}

  /** Returns the names that a node binds. */
  static Set<String> bound(Node node) {
    return of(node).bound;
  }

  /** Returns the names that a node reads. */
  static Set<String> read(Node node) {
    return of(node).read;
  }

  /** Returns the names that the target of an assignment binds. */
  static Set<String> boundByTarget(Expr target) {
    NameUses uses = new NameUses();
    uses.target(target);
    return uses.bound;
  }

  /**
   * Returns the names that the target of an assignment reads, such as {@code t} in {@code t[0]}.
   */
  static Set<String> readByTarget(Expr target) {
    NameUses uses = new NameUses();
    uses.target(target);
    return uses.read;
  }

  private static NameUses of(Node node) {
    NameUses uses = new NameUses();
    uses.visit(node);
    return uses;
  }

  private void visit(Node node) {
    switch (node) {
      case Expr.Name name -> read.add(name.id());
      case Stmt.Assign(_, var targets, var value) -> {
        targets.forEach(this::target);
        visit(value);
      }
      case Stmt.AugAssign(_, var target, _, var value) -> {
        target(target);
        visit(value);
      }
      case Stmt.AnnAssign(_, var target, var annotation, var value, _) -> {
        target(target);
        visit(annotation);
        value.ifPresent(this::visit);
      }
      case Stmt.For loop -> {
        target(loop.target());
        visit(loop.iterable());
        visitAll(loop.body());
        visitAll(loop.orElse());
      }
      case Stmt.Delete _ -> {}
      case Part.WithItem item -> {
        visit(item.context());
        item.target().ifPresent(this::target);
      }
      case Part.ComprehensionClause clause -> {
        target(clause.target());
        visit(clause.iterable());
        visitAll(clause.conditions());
      }
      case Expr.NamedExpr(_, var target, var value) -> {
        target(target);
        visit(value);
      }
      default -> visitAll(node.children());
    }
  }

  private void visitAll(List<? extends Node> nodes) {
    nodes.forEach(this::visit);
  }

  private void target(Expr node) {
    switch (node) {
      case Expr.Name name -> bound.add(name.id());
      case Expr.TupleExpr tuple -> tuple.elements().forEach(this::target);
      case Expr.ListExpr list -> list.elements().forEach(this::target);
      case Expr.Starred starred -> target(starred.value());
      default -> visit(node);
    }
  }
}
