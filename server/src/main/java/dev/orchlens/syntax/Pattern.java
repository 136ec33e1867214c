package dev.orchlens.syntax;

import dev.orchlens.text.SourceRange;
import java.util.List;
import java.util.Optional;

/** A pattern of a match statement. */
public sealed interface Pattern extends Node {

  /**
   * A literal or dotted name, compared with {@code ==}; {@code None}, {@code True} and {@code
   * False} with {@code is}.
   */
  record ValuePattern(SourceRange range, Expr value) implements Pattern {}

  /**
   * {@code pattern as name}; without a pattern a bare name that matches everything; without both
   * the wildcard.
   */
  record CapturePattern(
      SourceRange range, Optional<Pattern> pattern, Optional<Part.Identifier> name)
      implements Pattern {}

  /** {@code [a, b]}, {@code (a, b)} or {@code a, b}. */
  record SequencePattern(SourceRange range, List<Pattern> patterns) implements Pattern {
    public SequencePattern {
      patterns = List.copyOf(patterns);
    }
  }

  /** {@code *name} in a sequence; without a name for {@code *_}. */
  record StarPattern(SourceRange range, Optional<Part.Identifier> name) implements Pattern {}

  /**
   * <code>{key: pattern, **rest}</code>: {@code keys} and {@code patterns} have the same length.
   */
  record MappingPattern(
      SourceRange range, List<Expr> keys, List<Pattern> patterns, Optional<Part.Identifier> rest)
      implements Pattern {
    public MappingPattern {
      keys = List.copyOf(keys);
      patterns = List.copyOf(patterns);
    }
  }

  /** {@code type(pattern, name=pattern)}: {@code names} and {@code named} have the same length. */
  record ClassPattern(
      SourceRange range,
      Expr type,
      List<Pattern> patterns,
      List<Part.Identifier> names,
      List<Pattern> named)
      implements Pattern {
    public ClassPattern {
      patterns = List.copyOf(patterns);
      names = List.copyOf(names);
      named = List.copyOf(named);
    }
  }

  /** {@code a | b}: two or more. */
  record OrPattern(SourceRange range, List<Pattern> alternatives) implements Pattern {
    public OrPattern {
      alternatives = List.copyOf(alternatives);
    }
  }

  /** Text that is no pattern. */
  record ErrorPattern(SourceRange range) implements Pattern {}
}
