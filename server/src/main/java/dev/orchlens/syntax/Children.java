package dev.orchlens.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lists the nodes directly below a node. */
final class Children {
  private final List<Node> nodes = new ArrayList<>();

  private Children() {}

  static List<Node> of(Node node) {
    Children children = new Children();
    switch (node) {
      case Expr expr -> children.ofExpr(expr);
      case Stmt stmt -> children.ofStmt(stmt);
      case Pattern pattern -> children.ofPattern(pattern);
      case Part part -> children.ofPart(part);
    }
    if (!children.inOrder()) {
      children.nodes.sort(Comparator.comparingInt(child -> child.range().start()));
    }
    return Collections.unmodifiableList(children.nodes);
  }

  private boolean inOrder() {
    for (int i = 1; i < nodes.size(); i++) {
      if (nodes.get(i - 1).range().start() > nodes.get(i).range().start()) {
        return false;
      }
    }
    return true;
  }

  private Children add(Node node) {
    nodes.add(node);
    return this;
  }

  private Children add(Optional<? extends Node> node) {
    node.ifPresent(nodes::add);
    return this;
  }

  private Children add(List<? extends Node> more) {
    nodes.addAll(more);
    return this;
  }

  private Children ofExpr(Expr expr) {
    return switch (expr) {
      case Expr.Name _, Expr.ErrorExpr _ -> this;
      case Expr.Attribute(_, Expr value, Part.Identifier name) -> add(value).add(name);
      case Expr.Subscript(_, Expr value, Expr index) -> add(value).add(index);
      case Expr.Slice(_, var lower, var upper, var step) -> add(lower).add(upper).add(step);
      case Expr.Call(_, Expr function, var arguments, var keywords) ->
          add(function).add(arguments).add(keywords);
      case Expr.BinaryOp(_, Expr left, _, _, Expr right) -> add(left).add(right);
      case Expr.BoolOp(_, _, var operands) -> add(operands);
      case Expr.UnaryOp(_, _, Expr operand) -> add(operand);
      case Expr.Compare(_, Expr left, _, var rest) -> add(left).add(rest);
      case Expr.TupleExpr(_, var elements) -> add(elements);
      case Expr.ListExpr(_, var elements) -> add(elements);
      case Expr.SetExpr(_, var elements) -> add(elements);
      case Expr.DictExpr(_, var entries) -> add(entries);
      case Expr.ListComp(_, Expr element, var clauses) -> add(element).add(clauses);
      case Expr.SetComp(_, Expr element, var clauses) -> add(element).add(clauses);
      case Expr.DictComp(_, Expr key, Expr value, var clauses) -> add(key).add(value).add(clauses);
      case Expr.GeneratorExpr(_, Expr element, var clauses) -> add(element).add(clauses);
      case Expr.Lambda(_, var parameters, Expr body) -> add(parameters).add(body);
      case Expr.Conditional(_, Expr then, Expr test, Expr otherwise) ->
          add(then).add(test).add(otherwise);
      case Expr.Starred(_, Expr value) -> add(value);
      case Expr.Await(_, Expr value) -> add(value);
      case Expr.Yield(_, var value) -> add(value);
      case Expr.YieldFrom(_, Expr value) -> add(value);
      case Expr.NamedExpr(_, Expr target, Expr value) -> add(target).add(value);
      case Literal.FString(_, var parts) -> add(parts);
      case Literal _ -> this;
    };
  }

  private Children ofStmt(Stmt stmt) {
    return switch (stmt) {
      case Stmt.FunctionDef def ->
          add(def.decorators())
              .add(def.name())
              .add(def.typeParameters())
              .add(def.parameters())
              .add(def.returns())
              .add(def.body());
      case Stmt.ClassDef def ->
          add(def.decorators())
              .add(def.name())
              .add(def.typeParameters())
              .add(def.bases())
              .add(def.keywords())
              .add(def.body());
      case Stmt.Return(_, var value) -> add(value);
      case Stmt.Delete(_, var targets) -> add(targets);
      case Stmt.Assign(_, var targets, Expr value) -> add(targets).add(value);
      case Stmt.AugAssign(_, Expr target, _, Expr value) -> add(target).add(value);
      case Stmt.AnnAssign(_, Expr target, Expr annotation, var value, _) ->
          add(target).add(annotation).add(value);
      case Stmt.TypeAlias(_, var name, var parameters, Expr value) ->
          add(name).add(parameters).add(value);
      case Stmt.For loop ->
          add(loop.target()).add(loop.iterable()).add(loop.body()).add(loop.orElse());
      case Stmt.While(_, _, Expr test, var body, var orElse) -> add(test).add(body).add(orElse);
      case Stmt.If(_, _, Expr test, var body, var orElse) -> add(test).add(body).add(orElse);
      case Stmt.With(_, _, _, var items, var body) -> add(items).add(body);
      case Stmt.Match(_, _, Expr subject, var cases) -> add(subject).add(cases);
      case Stmt.Raise(_, var exception, var cause) -> add(exception).add(cause);
      case Stmt.Try attempt ->
          add(attempt.body())
              .add(attempt.handlers())
              .add(attempt.orElse())
              .add(attempt.finalBody());
      case Stmt.Assert(_, Expr test, var message) -> add(test).add(message);
      case Stmt.Import(_, var names) -> add(names);
      case Stmt.ImportFrom(_, _, var module, var names) -> add(module).add(names);
      case Stmt.Global(_, var names) -> add(names);
      case Stmt.Nonlocal(_, var names) -> add(names);
      case Stmt.ExprStmt(_, Expr value) -> add(value);
      case Stmt.Pass _, Stmt.Break _, Stmt.Continue _ -> this;
      case Stmt.ErrorStmt(_, var body) -> add(body);
    };
  }

  private Children ofPattern(Pattern pattern) {
    return switch (pattern) {
      case Pattern.ValuePattern(_, Expr value) -> add(value);
      case Pattern.CapturePattern(_, var inner, var name) -> add(inner).add(name);
      case Pattern.SequencePattern(_, var patterns) -> add(patterns);
      case Pattern.StarPattern(_, var name) -> add(name);
      case Pattern.MappingPattern(_, var keys, var patterns, var rest) ->
          add(keys).add(patterns).add(rest);
      case Pattern.ClassPattern(_, Expr type, var patterns, var names, var named) ->
          add(type).add(patterns).add(names).add(named);
      case Pattern.OrPattern(_, var alternatives) -> add(alternatives);
      case Pattern.ErrorPattern _ -> this;
    };
  }

  private Children ofPart(Part part) {
    return switch (part) {
      case Part.Identifier _, Part.FStringText _ -> this;
      case Part.Keyword(_, var name, Expr value) -> add(name).add(value);
      case Part.DictEntry(_, var key, Expr value) -> add(key).add(value);
      case Part.ComprehensionClause(_, _, Expr target, Expr iterable, var conditions) ->
          add(target).add(iterable).add(conditions);
      case Part.Parameter(_, _, var name, var annotation, var defaultValue) ->
          add(name).add(annotation).add(defaultValue);
      case Part.TypeParameter(_, _, var name, var bound, var defaultValue) ->
          add(name).add(bound).add(defaultValue);
      case Part.Decorator(_, Expr expression) -> add(expression);
      case Part.WithItem(_, Expr context, var target) -> add(context).add(target);
      case Part.ExceptHandler handler ->
          add(handler.type()).add(handler.name()).add(handler.body());
      case Part.MatchCase match -> add(match.pattern()).add(match.guard()).add(match.body());
      case Part.Alias(_, var name, var asName) -> add(name).add(asName);
      case Part.FStringField(_, Expr value, _, _, var format) -> add(value).add(format);
    };
  }
}
