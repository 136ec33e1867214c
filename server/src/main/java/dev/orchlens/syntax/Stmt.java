package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.util.List;
import java.util.Optional;

/**
 * A statement. The records are those of Python's {@code ast} module. The {@code header} of a
 * compound statement runs from its keyword (decorators excluded) to its colon included.
 */
public sealed interface Stmt extends Node {

  /**
   * {@code def name[typeParameters](parameters) -> returns:}; the range starts at the first
   * decorator.
   */
  record FunctionDef(
      SourceRange range,
      SourceRange header,
      List<Part.Decorator> decorators,
      boolean isAsync,
      Part.Identifier name,
      List<Part.TypeParameter> typeParameters,
      List<Part.Parameter> parameters,
      Optional<Expr> returns,
      List<Stmt> body)
      implements Stmt {
    public FunctionDef {
      decorators = List.copyOf(decorators);
      typeParameters = List.copyOf(typeParameters);
      parameters = List.copyOf(parameters);
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * {@code class name[typeParameters](bases, keywords):}; the range starts at the first decorator.
   */
  record ClassDef(
      SourceRange range,
      SourceRange header,
      List<Part.Decorator> decorators,
      Part.Identifier name,
      List<Part.TypeParameter> typeParameters,
      List<Expr> bases,
      List<Part.Keyword> keywords,
      List<Stmt> body)
      implements Stmt {
    public ClassDef {
      decorators = List.copyOf(decorators);
      typeParameters = List.copyOf(typeParameters);
      bases = List.copyOf(bases);
      keywords = List.copyOf(keywords);
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code return value}. */
  record Return(SourceRange range, Optional<Expr> value) implements Stmt {}

  /** {@code del targets}. */
  record Delete(SourceRange range, List<Expr> targets) implements Stmt {
    public Delete {
      targets = List.copyOf(targets);
    }
  }

  /** {@code target = target = value}: at least one target. */
  record Assign(SourceRange range, List<Expr> targets, Expr value) implements Stmt {
    public Assign {
      targets = List.copyOf(targets);
    }
  }

  /** {@code target += value} and its like. */
  record AugAssign(SourceRange range, Expr target, Operator.Binary operator, Expr value)
      implements Stmt {}

  /** {@code target: annotation = value}; {@code simple} for a bare name without parentheses. */
  record AnnAssign(
      SourceRange range, Expr target, Expr annotation, Optional<Expr> value, boolean simple)
      implements Stmt {}

  /** {@code type name[typeParameters] = value}. */
  record TypeAlias(
      SourceRange range, Part.Identifier name, List<Part.TypeParameter> typeParameters, Expr value)
      implements Stmt {
    public TypeAlias {
      typeParameters = List.copyOf(typeParameters);
    }
  }

  /** {@code for target in iterable:} with the statements of its {@code else}, if any. */
  record For(
      SourceRange range,
      SourceRange header,
      boolean isAsync,
      Expr target,
      Expr iterable,
      List<Stmt> body,
      List<Stmt> orElse)
      implements Stmt {
    public For {
      body = List.copyOf(body);
      orElse = List.copyOf(orElse);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code while test:} with the statements of its {@code else}, if any. */
  record While(SourceRange range, SourceRange header, Expr test, List<Stmt> body, List<Stmt> orElse)
      implements Stmt {
    public While {
      body = List.copyOf(body);
      orElse = List.copyOf(orElse);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * {@code if test:}; an {@code elif} is the only statement of {@code orElse} and starts at its own
   * keyword.
   */
  record If(SourceRange range, SourceRange header, Expr test, List<Stmt> body, List<Stmt> orElse)
      implements Stmt {
    public If {
      body = List.copyOf(body);
      orElse = List.copyOf(orElse);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code with items:}. */
  record With(
      SourceRange range,
      SourceRange header,
      boolean isAsync,
      List<Part.WithItem> items,
      List<Stmt> body)
      implements Stmt {
    public With {
      items = List.copyOf(items);
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code match subject:}. */
  record Match(SourceRange range, SourceRange header, Expr subject, List<Part.MatchCase> cases)
      implements Stmt {
    public Match {
      cases = List.copyOf(cases);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code raise exception from cause}. */
  record Raise(SourceRange range, Optional<Expr> exception, Optional<Expr> cause) implements Stmt {}

  /** {@code try:} with its handlers, {@code else} and {@code finally}. */
  record Try(
      SourceRange range,
      SourceRange header,
      List<Stmt> body,
      List<Part.ExceptHandler> handlers,
      List<Stmt> orElse,
      List<Stmt> finalBody)
      implements Stmt {
    public Try {
      body = List.copyOf(body);
      handlers = List.copyOf(handlers);
      orElse = List.copyOf(orElse);
      finalBody = List.copyOf(finalBody);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** {@code assert test, message}. */
  record Assert(SourceRange range, Expr test, Optional<Expr> message) implements Stmt {}

  /** {@code import names}. */
  record Import(SourceRange range, List<Part.Alias> names) implements Stmt {
    public Import {
      names = List.copyOf(names);
    }
  }

  /**
   * {@code from ..module import names}: {@code level} leading dots, at least 1 where there is no
   * module.
   */
  record ImportFrom(
      SourceRange range, int level, Optional<Part.Identifier> module, List<Part.Alias> names)
      implements Stmt {
    public ImportFrom {
      names = List.copyOf(names);
    }
  }

  /** {@code global names}. */
  record Global(SourceRange range, List<Part.Identifier> names) implements Stmt {
    public Global {
      names = List.copyOf(names);
    }
  }

  /** {@code nonlocal names}. */
  record Nonlocal(SourceRange range, List<Part.Identifier> names) implements Stmt {
    public Nonlocal {
      names = List.copyOf(names);
    }
  }

  /** An expression evaluated for its effect. */
  record ExprStmt(SourceRange range, Expr value) implements Stmt {}

  /** {@code pass}. */
  record Pass(SourceRange range) implements Stmt {}

  /** {@code break}. */
  record Break(SourceRange range) implements Stmt {}

  /** {@code continue}. */
  record Continue(SourceRange range) implements Stmt {}

  /**
   * A statement that could not be understood; a {@link SyntaxProblem} says why. Where it was the
   * head of a block, {@code body} holds the statements of that block, which are kept.
   */
  record ErrorStmt(SourceRange range, List<Stmt> body) implements Stmt {
    public ErrorStmt {
      body = List.copyOf(body);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
