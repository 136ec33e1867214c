package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.AssertStatementContext;
import dev.orchlens.grammar.PythonParser.AssignedContext;
import dev.orchlens.grammar.PythonParser.BreakStatementContext;
import dev.orchlens.grammar.PythonParser.ContinueStatementContext;
import dev.orchlens.grammar.PythonParser.DeleteStatementContext;
import dev.orchlens.grammar.PythonParser.DottedNameContext;
import dev.orchlens.grammar.PythonParser.ExpressionStatementContext;
import dev.orchlens.grammar.PythonParser.FromStatementContext;
import dev.orchlens.grammar.PythonParser.GlobalStatementContext;
import dev.orchlens.grammar.PythonParser.ImportStatementContext;
import dev.orchlens.grammar.PythonParser.NonlocalStatementContext;
import dev.orchlens.grammar.PythonParser.PassStatementContext;
import dev.orchlens.grammar.PythonParser.RaiseStatementContext;
import dev.orchlens.grammar.PythonParser.ReturnStatementContext;
import dev.orchlens.grammar.PythonParser.SimpleStatementContext;
import dev.orchlens.grammar.PythonParser.TypeStatementContext;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Builds the statements that fit on one line. */
final class SimpleStatementBuilder {
  private final ItemSource source;
  private final ExpressionBuilder expressions;

  SimpleStatementBuilder(ItemSource source, ExpressionBuilder expressions) {
    this.source = source;
    this.expressions = expressions;
  }

  Stmt build(SimpleStatementContext context) {
    SourceRange range = source.range(context);
    return switch (context) {
      case ExpressionStatementContext expression -> expression(range, expression);
      case ReturnStatementContext written ->
          new Stmt.Return(range, Optional.ofNullable(written.value).map(expressions::list));
      case PassStatementContext _ -> new Stmt.Pass(range);
      case BreakStatementContext _ -> new Stmt.Break(range);
      case ContinueStatementContext _ -> new Stmt.Continue(range);
      case ImportStatementContext imports -> imports(range, imports);
      case FromStatementContext imports -> importsFrom(range, imports);
      case RaiseStatementContext raise ->
          new Stmt.Raise(
              range,
              Optional.ofNullable(raise.exception).map(expressions::plain),
              Optional.ofNullable(raise.cause).map(expressions::plain));
      case AssertStatementContext assertion ->
          new Stmt.Assert(
              range,
              expressions.plain(assertion.test),
              Optional.ofNullable(assertion.message).map(expressions::plain));
      case DeleteStatementContext delete -> delete(range, delete);
      case GlobalStatementContext names -> new Stmt.Global(range, identifiers(names.names));
      case NonlocalStatementContext names -> new Stmt.Nonlocal(range, identifiers(names.names));
      case TypeStatementContext alias ->
          new Stmt.TypeAlias(
              range,
              source.identifier(alias.name),
              expressions.parameters().ofTypes(alias.types),
              expressions.plain(alias.value));
      default ->
          throw new IllegalStateException(
              "a simple statement that the grammar does not have: " + context);
    };
  }

  private Stmt expression(SourceRange range, ExpressionStatementContext context) {
    if (context.annotation != null) {
      return annotated(range, context);
    } else if (context.operator != null) {
      Expr target = expressions.assigned(context.first);
      checkSingleTarget(target, "assigned to together with an operator");
      Operator.Binary operator = OperatorBuilder.binaryOperator(context.operator.getType());
      return new Stmt.AugAssign(range, target, operator, expressions.assigned(context.operand));
    } else if (context.more.isEmpty()) {
      return new Stmt.ExprStmt(range, expressions.assigned(context.first));
    }
    List<Expr> targets = new ArrayList<>(context.more.size());
    targets.add(target(context.first));
    for (AssignedContext target : context.more.subList(0, context.more.size() - 1)) {
      targets.add(target(target));
    }
    return new Stmt.Assign(range, targets, expressions.assigned(context.more.getLast()));
  }

  private Expr target(AssignedContext context) {
    Expr target = expressions.assigned(context);
    expressions.checkTarget(target, "assigned to");
    return target;
  }

  private Stmt annotated(SourceRange range, ExpressionStatementContext context) {
    Expr target = expressions.assigned(context.first);
    checkSingleTarget(target, "annotated");
    boolean simple = target instanceof Expr.Name && context.start.getType() == PythonLexer.NAME;
    Expr annotation = expressions.plain(context.annotation);
    Optional<Expr> value = Optional.ofNullable(context.annotated).map(expressions::assigned);
    return new Stmt.AnnAssign(range, target, annotation, value, simple);
  }

  private void checkSingleTarget(Expr target, String action) {
    switch (target) {
      case Expr.Name _, Expr.Attribute _, Expr.Subscript _, Expr.ErrorExpr _ -> {}
      default -> source.report(target.range(), "this cannot be " + action);
    }
  }

  private Stmt delete(SourceRange range, DeleteStatementContext context) {
    Expr targets = expressions.list(context.targets);
    expressions.checkTarget(targets, "deleted");
    boolean listed =
        targets instanceof Expr.TupleExpr
            && targets.range().equals(source.range(context.targets))
            && (context.targets.items.size() > 1 || context.targets.trailing != null);
    return new Stmt.Delete(
        range, listed ? ((Expr.TupleExpr) targets).elements() : List.of(targets));
  }

  private List<Part.Identifier> identifiers(List<Token> names) {
    return names.stream().map(source::identifier).toList();
  }

  // ---- imports

  private Stmt imports(SourceRange range, ImportStatementContext context) {
    List<Part.Alias> names = new ArrayList<>(context.names.size());
    for (var alias : context.names) {
      Optional<Part.Identifier> asName = Optional.ofNullable(alias.as).map(source::identifier);
      names.add(new Part.Alias(source.range(alias), dotted(alias.name), asName));
    }
    return new Stmt.Import(range, names);
  }

  private Stmt importsFrom(SourceRange range, FromStatementContext context) {
    int level = 0;
    for (Token dots : context.dots) {
      level += dots.getType() == PythonLexer.DOT ? 1 : 3;
    }
    if (level == 0 && context.module == null) {
      source.report(range, "the name of a module is expected after 'from'");
    }
    List<Part.Alias> names = new ArrayList<>(context.names.size());
    if (context.star != null) {
      SourceRange star = source.range(context.star);
      names.add(new Part.Alias(star, new Part.Identifier(star, "*"), Optional.empty()));
    }
    for (var alias : context.names) {
      Optional<Part.Identifier> asName = Optional.ofNullable(alias.as).map(source::identifier);
      names.add(new Part.Alias(source.range(alias), source.identifier(alias.name), asName));
    }
    return new Stmt.ImportFrom(
        range, level, Optional.ofNullable(context.module).map(this::dotted), names);
  }

  private Part.Identifier dotted(DottedNameContext context) {
    if (context.names.size() == 1) {
      return source.identifier(context.names.getFirst());
    }
    StringBuilder name = new StringBuilder();
    for (Token part : context.names) {
      name.append(name.isEmpty() ? "" : ".").append(source.name(part));
    }
    return new Part.Identifier(source.range(context), name.toString());
  }
}
