package dev.orchlens.syntax;

import java.util.ArrayList;
import java.util.List;

/**
 * Where {@code yield}, {@code await} and asynchronous comprehensions may stand (The Python Language
 * Reference, "Yield expressions", "Await expression" and "Displays for lists, sets and
 * dictionaries").
 */
final class YieldRules {
  private final ItemSource source;

  private YieldRules(ItemSource source) {
    this.source = source;
  }

  /** What is around an expression. */
  private enum Around {
    MODULE,
    CLASS,
    FUNCTION,
    ASYNC_FUNCTION,
    /** A lambda, or a function whose head does not parse. */
    SOME_FUNCTION,
    COMPREHENSION,
    ASYNC_COMPREHENSION;

    boolean mayAwait() {
      return this == ASYNC_FUNCTION || this == ASYNC_COMPREHENSION || this == SOME_FUNCTION;
    }

    Around comprehension() {
      return mayAwait() ? ASYNC_COMPREHENSION : COMPREHENSION;
    }
  }

  /** Reports what the statements of one top-level item break. */
  static void check(List<Stmt> statements, ItemSource source) {
    new YieldRules(source).walk(statements, Around.MODULE);
  }

  private void walk(List<? extends Node> nodes, Around around) {
    nodes.forEach(node -> walk(node, around));
  }

  private void walk(Node node, Around around) {
    switch (node) {
      case Stmt.FunctionDef def -> function(def, around);
      case Stmt.ClassDef def -> {
        walk(def.decorators(), around);
        walk(def.bases(), around);
        walk(def.keywords(), around);
        walk(def.body(), Around.CLASS);
      }
      case Stmt.ErrorStmt(_, var body) -> walk(body, Around.SOME_FUNCTION);
      case Expr.Lambda(_, var parameters, Expr body) -> {
        walk(parameters, around);
        walk(body, Around.SOME_FUNCTION);
      }
      case Expr.ListComp(_, Expr element, var clauses) ->
          comprehension(List.of(element), clauses, around, false);
      case Expr.SetComp(_, Expr element, var clauses) ->
          comprehension(List.of(element), clauses, around, false);
      case Expr.DictComp(_, Expr key, Expr value, var clauses) ->
          comprehension(List.of(key, value), clauses, around, false);
      case Expr.GeneratorExpr(_, Expr element, var clauses) ->
          comprehension(List.of(element), clauses, around, true);
      case Expr.Await await -> {
        if (!around.mayAwait()) {
          source.report(await.range(), "'await' needs an 'async def' around it");
        }
        walk(await.value(), around);
      }
      case Expr.Yield yield -> {
        yielded(yield, "yield", around);
        walk(yield.children(), around);
      }
      case Expr.YieldFrom yield -> {
        yielded(yield, "yield from", around);
        walk(yield.value(), around);
      }
      default -> walk(node.children(), around);
    }
  }

  private void function(Stmt.FunctionDef def, Around around) {
    walk(def.decorators(), around);
    walk(def.parameters(), around);
    def.returns().ifPresent(type -> walk(type, around));
    walk(def.body(), def.isAsync() ? Around.ASYNC_FUNCTION : Around.FUNCTION);
    if (def.isAsync() && !found(def.body(), Expr.Yield.class).isEmpty()) {
      for (Stmt.Return written : found(def.body(), Stmt.Return.class)) {
        if (written.value().isPresent()) {
          source.report(written.range(), "an asynchronous generator cannot return a value");
        }
      }
    }
  }

  /** The first iterable is evaluated outside of the comprehension, all else inside. */
  private void comprehension(
      List<Expr> elements,
      List<Part.ComprehensionClause> clauses,
      Around around,
      boolean generator) {
    Part.ComprehensionClause first = clauses.getFirst();
    walk(first.iterable(), around);
    if (!generator && !around.mayAwait()) {
      clauses.stream()
          .filter(Part.ComprehensionClause::isAsync)
          .findFirst()
          .ifPresent(
              clause ->
                  source.report(
                      clause.range(),
                      "an asynchronous comprehension needs an 'async def' around it"));
    }
    // A generator that awaits is an asynchronous one, and that may be made anywhere.
    Around inside = generator ? Around.ASYNC_COMPREHENSION : around.comprehension();
    walk(elements, inside);
    for (Part.ComprehensionClause clause : clauses) {
      if (clause != first) {
        walk(clause.iterable(), inside);
      }
      walk(clause.target(), inside);
      walk(clause.conditions(), inside);
    }
  }

  private void yielded(Expr expression, String words, Around around) {
    switch (around) {
      case MODULE, CLASS ->
          source.report(expression.range(), "'" + words + "' stands outside of a function");
      case COMPREHENSION, ASYNC_COMPREHENSION ->
          source.report(expression.range(), "'" + words + "' cannot stand in a comprehension");
      case ASYNC_FUNCTION -> {
        if (expression instanceof Expr.YieldFrom) {
          source.report(expression.range(), "'yield from' cannot stand in an 'async def'");
        }
      }
      case FUNCTION, SOME_FUNCTION -> {}
    }
  }

  /** The nodes of a class that belong to a function itself, not to functions inside it. */
  private static <T extends Node> List<T> found(List<? extends Node> nodes, Class<T> type) {
    List<T> all = new ArrayList<>();
    for (Node node : nodes) {
      if (type.isInstance(node)) {
        all.add(type.cast(node));
      }
      if (!(node instanceof Stmt.FunctionDef
          || node instanceof Stmt.ClassDef
          || node instanceof Expr.Lambda)) {
        all.addAll(found(node.children(), type));
      }
    }
    return all;
  }
}
