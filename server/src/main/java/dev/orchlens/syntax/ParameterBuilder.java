package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.ExpressionContext;
import dev.orchlens.grammar.PythonParser.LambdaParameterContext;
import dev.orchlens.grammar.PythonParser.ParameterContext;
import dev.orchlens.grammar.PythonParser.TypeParameterContext;
import dev.orchlens.grammar.PythonParser.TypeParametersContext;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** Builds the parameters of functions, lambdas and generic definitions. */
final class ParameterBuilder {
  private final ItemSource source;
  private final ExpressionBuilder expressions;

  ParameterBuilder(ItemSource source, ExpressionBuilder expressions) {
    this.source = source;
    this.expressions = expressions;
  }

  List<Part.Parameter> ofFunction(List<ParameterContext> contexts) {
    Sequence sequence = new Sequence(contexts.size());
    for (ParameterContext context : contexts) {
      Optional<Expr> annotation = Optional.ofNullable(context.annotation).map(expressions::element);
      sequence.add(source.range(context), context.marker, context.name, annotation, context.value);
    }
    return sequence.finish();
  }

  List<Part.Parameter> ofLambda(List<LambdaParameterContext> contexts) {
    Sequence sequence = new Sequence(contexts.size());
    for (LambdaParameterContext context : contexts) {
      sequence.add(
          source.range(context), context.marker, context.name, Optional.empty(), context.value);
    }
    return sequence.finish();
  }

  List<Part.TypeParameter> ofTypes(TypeParametersContext context) {
    if (context == null) {
      return List.of();
    }
    List<Part.TypeParameter> parameters = new ArrayList<>(context.parameters.size());
    for (TypeParameterContext parameter : context.parameters) {
      Part.TypeParameterKind kind =
          parameter.marker == null
              ? Part.TypeParameterKind.TYPE_VAR
              : parameter.marker.getType() == PythonLexer.STAR
                  ? Part.TypeParameterKind.TYPE_VAR_TUPLE
                  : Part.TypeParameterKind.PARAM_SPEC;
      parameters.add(
          new Part.TypeParameter(
              source.range(parameter),
              kind,
              source.identifier(parameter.name),
              Optional.ofNullable(parameter.bound).map(expressions::plain),
              Optional.ofNullable(parameter.value).map(expressions::element)));
    }
    return parameters;
  }

  /** Parameters in order; the markers between them decide their kinds. */
  private final class Sequence {
    private final List<Part.Parameter> parameters;
    private Part.ParameterKind kind = Part.ParameterKind.POSITIONAL_OR_KEYWORD;
    private final Set<String> names = new HashSet<>();
    private boolean slashSeen;
    private boolean starSeen;
    private boolean defaultSeen;
    private boolean ended;
    private SourceRange bareStar;

    Sequence(int capacity) {
      parameters = new ArrayList<>(capacity);
    }

    void add(
        SourceRange range,
        Token marker,
        Token name,
        Optional<Expr> annotation,
        ExpressionContext value) {
      if (ended) {
        source.report(range, "no parameter can stand behind a '**' parameter");
      }
      if (name != null && !names.add(source.name(name))) {
        source.report(
            source.range(name), "the parameter '" + source.name(name) + "' is named twice");
      }
      if (marker == null) {
        addNamed(range, name, annotation, value);
      } else if (marker.getType() == PythonLexer.SLASH) {
        slash(range);
      } else if (marker.getType() == PythonLexer.STAR) {
        star(range, name, annotation);
      } else {
        ended = true;
        parameters.add(
            new Part.Parameter(
                range,
                Part.ParameterKind.VAR_KEYWORD,
                source.identifier(name),
                annotation,
                Optional.empty()));
      }
    }

    private void addNamed(
        SourceRange range, Token name, Optional<Expr> annotation, ExpressionContext value) {
      bareStar = ended ? bareStar : null;
      if (value == null && defaultSeen && !starSeen) {
        source.report(
            range, "a parameter without a default cannot stand behind one with a default");
      }
      defaultSeen |= value != null;
      Optional<Expr> defaultValue = Optional.ofNullable(value).map(expressions::plain);
      parameters.add(
          new Part.Parameter(range, kind, source.identifier(name), annotation, defaultValue));
    }

    private void slash(SourceRange range) {
      if (slashSeen || starSeen || parameters.isEmpty()) {
        source.report(range, "'/' cannot stand here");
        return;
      }
      slashSeen = true;
      parameters.replaceAll(
          before ->
              new Part.Parameter(
                  before.range(),
                  Part.ParameterKind.POSITIONAL_ONLY,
                  before.name(),
                  before.annotation(),
                  before.defaultValue()));
    }

    private void star(SourceRange range, Token name, Optional<Expr> annotation) {
      if (starSeen) {
        source.report(range, "'*' cannot stand here a second time");
      }
      starSeen = true;
      kind = Part.ParameterKind.KEYWORD_ONLY;
      if (name == null) {
        bareStar = range;
      } else {
        parameters.add(
            new Part.Parameter(
                range,
                Part.ParameterKind.VAR_POSITIONAL,
                source.identifier(name),
                annotation,
                Optional.empty()));
      }
    }

    List<Part.Parameter> finish() {
      if (bareStar != null) {
        source.report(bareStar, "a parameter is expected behind this '*'");
      }
      return parameters;
    }
  }
}
