package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rewrites syntax trees from the top down. By itself it changes nothing; a subclass overrides what
 * it wants to change and calls the method above for the rest. Places stay those of the original
 * text.
 */
abstract class SyntaxRewriter {

  /** Returns what stands in a statement's place: itself, another one, several or none. */
  List<Stmt> statement(Stmt node) {
    return switch (node) {
      case Stmt.Return(var range, var value) -> List.of(new Stmt.Return(range, optional(value)));
      case Stmt.Delete _ -> List.of(node);
      case Stmt.Assign(var range, var targets, var value) ->
          List.of(
              new Stmt.Assign(
                  range, targets.stream().map(this::target).toList(), expression(value)));
      case Stmt.AugAssign(var range, var target, var operator, var value) ->
          List.of(new Stmt.AugAssign(range, target(target), operator, expression(value)));
      case Stmt.AnnAssign(var range, var target, var annotation, var value, var simple) ->
          List.of(
              new Stmt.AnnAssign(
                  range, target(target), expression(annotation), optional(value), simple));
      case Stmt.For(
              var range,
              var header,
              var async,
              var target,
              var iterable,
              var body,
              var orElse) ->
          List.of(
              new Stmt.For(
                  range,
                  header,
                  async,
                  target(target),
                  expression(iterable),
                  block(body),
                  block(orElse)));
      case Stmt.While(var range, var header, var test, var body, var orElse) ->
          List.of(new Stmt.While(range, header, expression(test), block(body), block(orElse)));
      case Stmt.If(var range, var header, var test, var body, var orElse) ->
          List.of(new Stmt.If(range, header, expression(test), block(body), block(orElse)));
      case Stmt.With(var range, var header, var async, var items, var body) ->
          List.of(
              new Stmt.With(
                  range, header, async, items.stream().map(this::item).toList(), block(body)));
      case Stmt.ExprStmt(var range, var value) ->
          List.of(new Stmt.ExprStmt(range, expression(value)));
      case Stmt.ErrorStmt(var range, var body) -> List.of(new Stmt.ErrorStmt(range, block(body)));
      case Stmt.Assert(var range, var test, var message) ->
          List.of(new Stmt.Assert(range, expression(test), optional(message)));
      case Stmt.FunctionDef _,
          Stmt.ClassDef _,
          Stmt.TypeAlias _,
          Stmt.Match _,
          Stmt.Raise _,
          Stmt.Try _,
          Stmt.Import _,
          Stmt.ImportFrom _,
          Stmt.Global _,
          Stmt.Nonlocal _,
          Stmt.Pass _,
          Stmt.Break _,
          Stmt.Continue _ ->
          List.of(node);
    };
  }

  /** Returns statements after rewriting. */
  final List<Stmt> block(List<Stmt> statements) {
    List<Stmt> result = new ArrayList<>();
    statements.forEach(s -> result.addAll(statement(s)));
    return result;
  }

  /** Returns an item of a with statement after rewriting. */
  final Part.WithItem item(Part.WithItem item) {
    return new Part.WithItem(
        item.range(), expression(item.context()), item.target().map(this::target));
  }

  /**
   * Returns the target of an assignment after rewriting: the names it binds stay, what it reads is
   * rewritten.
   */
  final Expr target(Expr node) {
    return switch (node) {
      case Expr.Name _ -> node;
      case Expr.TupleExpr(var range, var elements) ->
          new Expr.TupleExpr(range, elements.stream().map(this::target).toList());
      case Expr.ListExpr(var range, var elements) ->
          new Expr.ListExpr(range, elements.stream().map(this::target).toList());
      case Expr.Starred(var range, var value) -> new Expr.Starred(range, target(value));
      default -> expression(node);
    };
  }

  private Optional<Expr> optional(Optional<Expr> node) {
    return node.map(this::expression);
  }

  private List<Expr> all(List<Expr> nodes) {
    return nodes.stream().map(this::expression).toList();
  }

  /** Returns an expression that is read after rewriting. */
  Expr expression(Expr node) {
    return switch (node) {
      case Expr.Attribute(var range, var value, var name) ->
          new Expr.Attribute(range, expression(value), name);
      case Expr.Subscript(var range, var value, var index) ->
          new Expr.Subscript(range, expression(value), expression(index));
      case Expr.Slice(var range, var lower, var upper, var step) ->
          new Expr.Slice(range, optional(lower), optional(upper), optional(step));
      case Expr.Call(var range, var function, var arguments, var keywords) ->
          new Expr.Call(
              range,
              expression(function),
              all(arguments),
              keywords.stream().map(this::keyword).toList());
      case Expr.BinaryOp(var range, var left, var operator, var place, var right) ->
          new Expr.BinaryOp(range, expression(left), operator, place, expression(right));
      case Expr.BoolOp(var range, var operator, var operands) ->
          new Expr.BoolOp(range, operator, all(operands));
      case Expr.UnaryOp(var range, var operator, var operand) ->
          new Expr.UnaryOp(range, operator, expression(operand));
      case Expr.Compare(var range, var left, var operators, var rest) ->
          new Expr.Compare(range, expression(left), operators, all(rest));
      case Expr.TupleExpr(var range, var elements) -> new Expr.TupleExpr(range, all(elements));
      case Expr.ListExpr(var range, var elements) -> new Expr.ListExpr(range, all(elements));
      case Expr.SetExpr(var range, var elements) -> new Expr.SetExpr(range, all(elements));
      case Expr.DictExpr(var range, var entries) ->
          new Expr.DictExpr(range, entries.stream().map(this::entry).toList());
      case Expr.ListComp(var range, var element, var clauses) ->
          new Expr.ListComp(range, expression(element), clauses(clauses));
      case Expr.SetComp(var range, var element, var clauses) ->
          new Expr.SetComp(range, expression(element), clauses(clauses));
      case Expr.DictComp(var range, var key, var value, var clauses) ->
          new Expr.DictComp(range, expression(key), expression(value), clauses(clauses));
      case Expr.GeneratorExpr(var range, var element, var clauses) ->
          new Expr.GeneratorExpr(range, expression(element), clauses(clauses));
      case Expr.Lambda(var range, var parameters, var body) ->
          new Expr.Lambda(range, parameters, expression(body));
      case Expr.Conditional(var range, var then, var test, var otherwise) ->
          new Expr.Conditional(range, expression(then), expression(test), expression(otherwise));
      case Expr.Starred(var range, var value) -> new Expr.Starred(range, expression(value));
      case Expr.NamedExpr(var range, var target, var value) ->
          new Expr.NamedExpr(range, target(target), expression(value));
      case Literal.FString(var range, var parts) ->
          new Literal.FString(range, parts.stream().map(this::stringPart).toList());
      case Expr.Name _, Expr.Await _, Expr.Yield _, Expr.YieldFrom _, Expr.ErrorExpr _, Literal _ ->
          node;
    };
  }

  private Part.Keyword keyword(Part.Keyword node) {
    return new Part.Keyword(node.range(), node.name(), expression(node.value()));
  }

  private Part.DictEntry entry(Part.DictEntry node) {
    return new Part.DictEntry(node.range(), optional(node.key()), expression(node.value()));
  }

  private List<Part.ComprehensionClause> clauses(List<Part.ComprehensionClause> clauses) {
    return clauses.stream()
        .map(
            c ->
                new Part.ComprehensionClause(
                    c.range(),
                    c.isAsync(),
                    target(c.target()),
                    expression(c.iterable()),
                    all(c.conditions())))
        .toList();
  }

  private Part.FStringPart stringPart(Part.FStringPart part) {
    return switch (part) {
      case Part.FStringField(var range, var value, var debug, var conversion, var format) ->
          new Part.FStringField(range, expression(value), debug, conversion, format);
      case Part.FStringText text -> text;
    };
  }
}
