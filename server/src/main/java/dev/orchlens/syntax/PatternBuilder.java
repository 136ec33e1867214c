package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.ClosedPatternContext;
import dev.orchlens.grammar.PythonParser.PatternArgumentContext;
import dev.orchlens.grammar.PythonParser.PatternContext;
import dev.orchlens.grammar.PythonParser.PatternEntryContext;
import dev.orchlens.grammar.PythonParser.PatternListContext;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/**
 * Builds the patterns of match statements (The Python Language Reference, "The match statement",
 * "Patterns").
 */
final class PatternBuilder {
  private final ItemSource source;
  private final ExpressionBuilder expressions;

  PatternBuilder(ItemSource source, ExpressionBuilder expressions) {
    this.source = source;
    this.expressions = expressions;
  }

  /** The pattern of a case; a sequence where there is a comma. */
  Pattern list(PatternListContext context) {
    if (context.items.size() == 1 && context.trailing == null) {
      return single(context.items.getFirst());
    }
    return new Pattern.SequencePattern(source.range(context), all(context.items));
  }

  private List<Pattern> all(List<PatternContext> contexts) {
    List<Pattern> patterns = new ArrayList<>(contexts.size());
    contexts.forEach(context -> patterns.add(pattern(context)));
    return patterns;
  }

  private Pattern single(PatternContext context) {
    if (context.star != null) {
      source.report(source.range(context), "'*' makes sense in a sequence of patterns only");
    }
    return pattern(context);
  }

  private Pattern pattern(PatternContext context) {
    SourceRange range = source.range(context);
    if (context.star != null) {
      return new Pattern.StarPattern(range, binding(context.name));
    }
    Pattern pattern = alternatives(context.alternatives);
    if (context.name == null) {
      return pattern;
    }
    if (binding(context.name).isEmpty()) {
      source.report(source.range(context.name), "'_' cannot stand behind 'as'");
    }
    return new Pattern.CapturePattern(
        range, Optional.of(pattern), Optional.of(source.identifier(context.name)));
  }

  private Optional<Part.Identifier> binding(Token name) {
    Part.Identifier identifier = source.identifier(name);
    return identifier.text().equals("_") ? Optional.empty() : Optional.of(identifier);
  }

  private Pattern alternatives(List<ClosedPatternContext> contexts) {
    if (contexts.size() == 1) {
      return closed(contexts.getFirst());
    }
    List<Pattern> patterns = new ArrayList<>(contexts.size());
    contexts.forEach(context -> patterns.add(closed(context)));
    return new Pattern.OrPattern(
        source.range(contexts.getFirst().start, contexts.getLast().stop), patterns);
  }

  private Pattern closed(ClosedPatternContext context) {
    SourceRange range = source.range(context);
    if (!context.names.isEmpty()) {
      return named(context, range);
    } else if (context.parenthesis != null) {
      return context.items.size() == 1 && context.trailing == null
          ? single(context.items.getFirst())
          : new Pattern.SequencePattern(range, all(context.items));
    } else if (context.bracket != null) {
      return new Pattern.SequencePattern(range, all(context.items));
    } else if (context.brace != null) {
      return mapping(context, range);
    }
    return new Pattern.ValuePattern(range, literal(context));
  }

  private Expr literal(ClosedPatternContext context) {
    if (context.number != null) {
      return number(context);
    } else if (!context.strings.isEmpty()) {
      Expr text = expressions.strings(context.strings);
      if (text instanceof Literal.FString) {
        source.report(text.range(), "a formatted string cannot be a pattern");
      }
      return text;
    }
    return expressions.word(context.word);
  }

  private Expr number(ClosedPatternContext context) {
    Expr number = expressions.word(context.number);
    if (context.sign != null) {
      SourceRange range = source.range(context.sign, context.number);
      number = new Expr.UnaryOp(range, Operator.Unary.NEGATE, number);
    }
    if (context.join == null) {
      return number;
    }
    Operator.Binary operator = OperatorBuilder.binaryOperator(context.join.getType());
    Expr imaginary = expressions.word(context.imaginary);
    return new Expr.BinaryOp(
        source.range(context), number, operator, source.range(context.join), imaginary);
  }

  private Pattern named(ClosedPatternContext context, SourceRange range) {
    if (context.open != null) {
      return ofClass(context, range);
    } else if (context.names.size() == 1) {
      return new Pattern.CapturePattern(range, Optional.empty(), binding(context.names.getFirst()));
    }
    return new Pattern.ValuePattern(range, dotted(context.names));
  }

  private Expr dotted(List<Token> names) {
    Token first = names.getFirst();
    Expr value = new Expr.Name(source.range(first), source.name(first));
    for (Token name : names.subList(1, names.size())) {
      value = new Expr.Attribute(source.range(first, name), value, source.identifier(name));
    }
    return value;
  }

  private Pattern ofClass(ClosedPatternContext context, SourceRange range) {
    List<Pattern> patterns = new ArrayList<>();
    List<Part.Identifier> names = new ArrayList<>();
    List<Pattern> named = new ArrayList<>();
    for (PatternArgumentContext argument : context.arguments) {
      if (argument.named == null) {
        if (!names.isEmpty()) {
          source.report(
              source.range(argument), "a positional pattern cannot stand behind a named one");
        }
        patterns.add(single(argument.value));
      } else if (argument.value.start == argument.value.stop
          && argument.value.start.getType() == PythonLexer.NAME) {
        names.add(source.identifier(argument.value.start));
        named.add(single(argument.named));
      } else {
        source.report(
            source.range(argument.value), "only a name can stand before '=' in a pattern");
      }
    }
    return new Pattern.ClassPattern(range, dotted(context.names), patterns, names, named);
  }

  private Pattern mapping(ClosedPatternContext context, SourceRange range) {
    List<Expr> keys = new ArrayList<>();
    List<Pattern> patterns = new ArrayList<>();
    Optional<Part.Identifier> rest = Optional.empty();
    for (PatternEntryContext entry : context.entries) {
      if (rest.isPresent()) {
        source.report(source.range(entry), "nothing can stand behind '**' in a pattern");
      } else if (entry.rest != null) {
        rest = Optional.of(source.identifier(entry.rest));
      } else if (closed(entry.key) instanceof Pattern.ValuePattern(_, Expr key)) {
        keys.add(key);
        patterns.add(single(entry.value));
      } else {
        source.report(
            source.range(entry.key), "the key of a pattern must be a literal or a dotted name");
      }
    }
    return new Pattern.MappingPattern(range, keys, patterns, rest);
  }
}
