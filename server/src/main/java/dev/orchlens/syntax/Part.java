package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.util.List;
import java.util.Optional;

/** A piece of syntax that is neither statement, expression nor pattern but a named part of one. */
public sealed interface Part extends Node {

  /**
   * A name that is written but not evaluated: of an attribute, a parameter, a definition, a keyword
   * argument.
   */
  record Identifier(SourceRange range, String text) implements Part {}

  /** {@code name=value} or, without a name, {@code **value}, in a call or a class header. */
  record Keyword(SourceRange range, Optional<Identifier> name, Expr value) implements Part {
    /** Whether the argument is written {@code wanted=...}. */
    public boolean isNamed(String wanted) {
      return name.isPresent() && name.get().text().equals(wanted);
    }
  }

  /** {@code key: value} of a dictionary or, without a key, {@code **value}. */
  record DictEntry(SourceRange range, Optional<Expr> key, Expr value) implements Part {}

  /** {@code for target in iterable if condition if condition}. */
  record ComprehensionClause(
      SourceRange range, boolean isAsync, Expr target, Expr iterable, List<Expr> conditions)
      implements Part {
    public ComprehensionClause {
      conditions = List.copyOf(conditions);
    }
  }

  /** How an argument reaches a parameter. */
  enum ParameterKind {
    POSITIONAL_ONLY,
    POSITIONAL_OR_KEYWORD,
    VAR_POSITIONAL,
    KEYWORD_ONLY,
    VAR_KEYWORD
  }

  /**
   * A parameter of a function or lambda; the markers {@code /} and {@code *} show in the kinds
   * only.
   */
  record Parameter(
      SourceRange range,
      ParameterKind kind,
      Identifier name,
      Optional<Expr> annotation,
      Optional<Expr> defaultValue)
      implements Part {}

  /** Which kind of type parameter. */
  enum TypeParameterKind {
    TYPE_VAR,
    TYPE_VAR_TUPLE,
    PARAM_SPEC
  }

  /** A type parameter of a function, class or type alias: {@code T: bound = default}. */
  record TypeParameter(
      SourceRange range,
      TypeParameterKind kind,
      Identifier name,
      Optional<Expr> bound,
      Optional<Expr> defaultValue)
      implements Part {}

  /** {@code @expression}; the range starts at the at sign. */
  record Decorator(SourceRange range, Expr expression) implements Part {}

  /** {@code context as target} of a with statement. */
  record WithItem(SourceRange range, Expr context, Optional<Expr> target) implements Part {}

  /** {@code except type as name:} with its statements; {@code group} for {@code except*}. */
  record ExceptHandler(
      SourceRange range,
      SourceRange header,
      boolean group,
      Optional<Expr> type,
      Optional<Identifier> name,
      List<Stmt> body)
      implements Part {
    public ExceptHandler {
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

  /** {@code case pattern if guard:} with its statements. */
  record MatchCase(
      SourceRange range, SourceRange header, Pattern pattern, Optional<Expr> guard, List<Stmt> body)
      implements Part {
    public MatchCase {
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

  /** An imported name, dotted after {@code import}; {@code *} for all names of a module. */
  record Alias(SourceRange range, Identifier name, Optional<Identifier> asName) implements Part {
    /** The name that the import binds: the new name, or the first part of the imported one. */
    public Identifier bound() {
      if (asName.isPresent()) {
        return asName.get();
      }
      int dot = name.text().indexOf('.');
      return dot < 0
          ? name
          : new Identifier(
              new SourceRange(name.range().start(), name.range().start() + dot),
              name.text().substring(0, dot));
    }
  }

  /** A stretch of a formatted string. */
  sealed interface FStringPart extends Part {}

  /** Literal characters of a formatted string, decoded. */
  record FStringText(SourceRange range, String value) implements FStringPart {}

  /**
   * <code>{value=!conversion:format}</code>: {@code conversion} is one of s, r and a, {@code debug}
   * says that the equal sign is written, {@code format} is empty where no format is given.
   */
  record FStringField(
      SourceRange range,
      Expr value,
      boolean debug,
      Optional<Character> conversion,
      List<FStringPart> format)
      implements FStringPart {
    public FStringField {
      format = List.copyOf(format);
    }
  }
}
