package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.util.List;
import java.util.Optional;

/**
 * An expression. The records are those of Python's {@code ast} module, with literals apart in
 * {@link Literal}.
 */
public sealed interface Expr extends Node
    permits Expr.Name,
        Expr.Attribute,
        Expr.Subscript,
        Expr.Slice,
        Expr.Call,
        Expr.BinaryOp,
        Expr.BoolOp,
        Expr.UnaryOp,
        Expr.Compare,
        Expr.TupleExpr,
        Expr.ListExpr,
        Expr.SetExpr,
        Expr.DictExpr,
        Expr.ListComp,
        Expr.SetComp,
        Expr.DictComp,
        Expr.GeneratorExpr,
        Expr.Lambda,
        Expr.Conditional,
        Expr.Starred,
        Expr.Await,
        Expr.Yield,
        Expr.YieldFrom,
        Expr.NamedExpr,
        Expr.ErrorExpr,
        Literal {

  /** A variable. */
  record Name(SourceRange range, String id) implements Expr {}

  /** {@code value.name}; the name is empty where the text ends after the dot. */
  record Attribute(SourceRange range, Expr value, Part.Identifier name) implements Expr {}

  /**
   * {@code value[index]}; several indices are a {@link TupleExpr} whose elements may be {@link
   * Slice}s.
   */
  record Subscript(SourceRange range, Expr value, Expr index) implements Expr {}

  /** {@code lower:upper:step} inside the brackets of a subscript. */
  record Slice(SourceRange range, Optional<Expr> lower, Optional<Expr> upper, Optional<Expr> step)
      implements Expr {}

  /**
   * A call. Positional arguments may be {@link Starred}; a keyword without a name is a {@code **}
   * argument.
   */
  record Call(SourceRange range, Expr function, List<Expr> arguments, List<Part.Keyword> keywords)
      implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
      keywords = List.copyOf(keywords);
    }

    /** The keyword argument of this name, if the call writes one. */
    public Optional<Part.Keyword> keyword(String name) {
      return keywords.stream().filter(keyword -> keyword.isNamed(name)).findFirst();
    }
  }

  /** {@code left operator right}. */
  record BinaryOp(
      SourceRange range, Expr left, Operator.Binary operator, SourceRange operatorRange, Expr right)
      implements Expr {}

  /** {@code a and b and c}: two or more operands joined by the same connective. */
  record BoolOp(SourceRange range, Operator.Bool operator, List<Expr> operands) implements Expr {
    public BoolOp {
      operands = List.copyOf(operands);
    }
  }

  /** An operator in front of its operand. */
  record UnaryOp(SourceRange range, Operator.Unary operator, Expr operand) implements Expr {}

  /**
   * {@code left op0 rest0 op1 rest1 ...}: {@code operators} and {@code rest} have the same length,
   * at least 1.
   */
  record Compare(SourceRange range, Expr left, List<Operator.Comparison> operators, List<Expr> rest)
      implements Expr {
    public Compare {
      operators = List.copyOf(operators);
      rest = List.copyOf(rest);
    }
  }

  /** A tuple, with or without parentheses; the range includes them where they are written. */
  record TupleExpr(SourceRange range, List<Expr> elements) implements Expr {
    public TupleExpr {
      elements = List.copyOf(elements);
    }
  }

  /** {@code [a, b]}. */
  record ListExpr(SourceRange range, List<Expr> elements) implements Expr {
    public ListExpr {
      elements = List.copyOf(elements);
    }
  }

  /** <code>{a, b}</code>. */
  record SetExpr(SourceRange range, List<Expr> elements) implements Expr {
    public SetExpr {
      elements = List.copyOf(elements);
    }
  }

  /** <code>{key: value, **more}</code>. */
  record DictExpr(SourceRange range, List<Part.DictEntry> entries) implements Expr {
    public DictExpr {
      entries = List.copyOf(entries);
    }
  }

  /** <code>[element for ...]</code>. */
  record ListComp(SourceRange range, Expr element, List<Part.ComprehensionClause> clauses)
      implements Expr {
    public ListComp {
      clauses = List.copyOf(clauses);
    }
  }

  /** <code>{element for ...}</code>. */
  record SetComp(SourceRange range, Expr element, List<Part.ComprehensionClause> clauses)
      implements Expr {
    public SetComp {
      clauses = List.copyOf(clauses);
    }
  }

  /** <code>{key: value for ...}</code>. */
  record DictComp(SourceRange range, Expr key, Expr value, List<Part.ComprehensionClause> clauses)
      implements Expr {
    public DictComp {
      clauses = List.copyOf(clauses);
    }
  }

  /** <code>(element for ...)</code>, or the same as the only argument of a call. */
  record GeneratorExpr(SourceRange range, Expr element, List<Part.ComprehensionClause> clauses)
      implements Expr {
    public GeneratorExpr {
      clauses = List.copyOf(clauses);
    }
  }

  /** {@code lambda parameters: body}. */
  record Lambda(SourceRange range, List<Part.Parameter> parameters, Expr body) implements Expr {
    public Lambda {
      parameters = List.copyOf(parameters);
    }
  }

  /** {@code then if test else otherwise}. */
  record Conditional(SourceRange range, Expr then, Expr test, Expr otherwise) implements Expr {}

  /** {@code *value}. */
  record Starred(SourceRange range, Expr value) implements Expr {}

  /** {@code await value}. */
  record Await(SourceRange range, Expr value) implements Expr {}

  /** {@code yield value}. */
  record Yield(SourceRange range, Optional<Expr> value) implements Expr {}

  /** {@code yield from value}. */
  record YieldFrom(SourceRange range, Expr value) implements Expr {}

  /** {@code target := value}. */
  record NamedExpr(SourceRange range, Expr target, Expr value) implements Expr {}

  /**
   * Text that stands where an expression should stand and is none; a {@link SyntaxProblem} says
   * why.
   */
  record ErrorExpr(SourceRange range) implements Expr {}
}
