package dev.orchlens.syntax;

import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.ArgumentContext;
import dev.orchlens.grammar.PythonParser.AssignedContext;
import dev.orchlens.grammar.PythonParser.BraceDisplayContext;
import dev.orchlens.grammar.PythonParser.BraceEntryContext;
import dev.orchlens.grammar.PythonParser.ComprehensionClauseContext;
import dev.orchlens.grammar.PythonParser.ExpressionContext;
import dev.orchlens.grammar.PythonParser.ExpressionListContext;
import dev.orchlens.grammar.PythonParser.GroupContext;
import dev.orchlens.grammar.PythonParser.GroupElementContext;
import dev.orchlens.grammar.PythonParser.IndexContext;
import dev.orchlens.grammar.PythonParser.ListDisplayContext;
import dev.orchlens.grammar.PythonParser.OperatorsContext;
import dev.orchlens.grammar.PythonParser.PrimaryContext;
import dev.orchlens.grammar.PythonParser.TargetContext;
import dev.orchlens.grammar.PythonParser.TargetListContext;
import dev.orchlens.grammar.PythonParser.TrailerContext;
import dev.orchlens.grammar.PythonParser.YieldExpressionContext;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** Builds expressions, and reports what the grammar accepts but Python does not. */
final class ExpressionBuilder {
  private final ItemSource source;
  private final StringLiteralBuilder strings;
  private final ParameterBuilder parameters;

  ExpressionBuilder(ItemSource source, FieldParser fields) {
    this.source = source;
    this.strings = new StringLiteralBuilder(source, this, fields);
    this.parameters = new ParameterBuilder(source, this);
  }

  ParameterBuilder parameters() {
    return parameters;
  }

  // ---- expressions by what is allowed in front of them

  /** An expression where neither {@code *} nor {@code :=} may stand. */
  Expr plain(ExpressionContext context) {
    if (context.named != null) {
      source.report(source.range(context), "':=' needs parentheses around it here");
    }
    return condition(context);
  }

  /** An expression where {@code :=} may stand but {@code *} may not. */
  Expr condition(ExpressionContext context) {
    if (context.star != null) {
      source.report(source.range(context), "a value cannot be unpacked with '*' here");
    }
    return element(context);
  }

  /** An expression where both may stand. */
  Expr element(ExpressionContext context) {
    if (context.star != null && context.test != null) {
      source.report(
          source.range(context.value.start, context.stop),
          "'if' needs parentheses around it behind '*' here");
    }
    return argument(context);
  }

  /** An expression where both may stand, and {@code if} may follow {@code *}: an argument. */
  private Expr argument(ExpressionContext context) {
    if (context.lambda != null) {
      return new Expr.Lambda(
          source.range(context), parameters.ofLambda(context.parameters), plain(context.body));
    }
    Expr value = operators(context.value);
    if (context.test != null) {
      int end = ItemSource.end(context.otherwise);
      SourceRange range = source.range(ItemSource.start(context.value), end);
      value = new Expr.Conditional(range, value, operators(context.test), plain(context.otherwise));
    }
    if (context.star != null) {
      return new Expr.Starred(source.range(context), value);
    }
    if (context.named != null) {
      if (!(value instanceof Expr.Name)) {
        source.report(value.range(), "only a name can stand before ':='");
      }
      value = new Expr.NamedExpr(source.range(context), value, plain(context.named));
    }
    return value;
  }

  /** One expression, or a tuple where there is a comma; {@code :=} may not stand in it. */
  Expr list(ExpressionListContext context) {
    for (ExpressionContext item : context.items) {
      if (item.named != null) {
        source.report(source.range(item), "':=' needs parentheses around it here");
      }
    }
    return subject(context);
  }

  /** One expression, or a tuple where there is a comma. */
  Expr subject(ExpressionListContext context) {
    if (context.items.size() == 1 && context.trailing == null) {
      return condition(context.items.getFirst());
    }
    List<Expr> elements = new ArrayList<>(context.items.size());
    context.items.forEach(item -> elements.add(element(item)));
    return new Expr.TupleExpr(source.range(context), elements);
  }

  /** What stands on one side of an assignment. */
  Expr assigned(AssignedContext context) {
    if (context.yielded != null) {
      return yielded(context.yielded);
    }
    return list(context.values);
  }

  Expr yielded(YieldExpressionContext context) {
    SourceRange range = source.range(context);
    source.noteContextual();
    if (context.from != null) {
      return new Expr.YieldFrom(range, plain(context.value));
    }
    return new Expr.Yield(
        range, context.values == null ? Optional.empty() : Optional.of(list(context.values)));
  }

  Expr operators(OperatorsContext context) {
    if (context.signs.isEmpty()) {
      return primary(context.operands.getFirst());
    }
    int levels = context.signs.size();
    if (!source.descend(levels)) {
      return source.tooDeep(source.range(context));
    }
    Expr built = new OperatorBuilder(source, this, context).build();
    source.ascend(levels);
    return built;
  }

  // ---- primaries

  Expr primary(PrimaryContext context) {
    int levels = context.trailers.size() + 1;
    if (!source.descend(levels)) {
      return source.tooDeep(source.range(context));
    }
    int start = ItemSource.start(context.await == null ? context.start : following(context));
    Expr value = atom(context);
    for (TrailerContext trailer : context.trailers) {
      value = trailer(trailer, source.range(start, ItemSource.end(trailer)), value);
    }
    source.ascend(levels);
    if (context.await == null) {
      return value;
    }
    source.noteContextual();
    return new Expr.Await(source.range(context), value);
  }

  /** The first token behind {@code await}. */
  private static Token following(PrimaryContext context) {
    if (context.word != null) {
      return context.word;
    } else if (!context.strings.isEmpty()) {
      return context.strings.getFirst();
    } else if (context.parenthesized != null) {
      return context.parenthesized.start;
    }
    return context.list != null ? context.list.start : context.braces.start;
  }

  private Expr atom(PrimaryContext context) {
    if (context.word != null) {
      return word(context.word);
    } else if (context.parenthesized != null) {
      return group(context.parenthesized);
    } else if (context.list != null) {
      return listDisplay(context.list);
    } else if (context.braces != null) {
      return braces(context.braces);
    }
    return strings.build(context.strings);
  }

  /** The literal that adjacent string tokens make. */
  Expr strings(List<Token> tokens) {
    return strings.build(tokens);
  }

  /** The parentheses that are all there is of an expression, or null. */
  static GroupContext onlyGroup(ExpressionContext context) {
    boolean bare =
        context.value != null
            && context.star == null
            && context.test == null
            && context.named == null
            && context.value.signs.isEmpty();
    PrimaryContext only = bare ? context.value.operands.getFirst() : null;
    return only != null && only.await == null && only.trailers.isEmpty()
        ? only.parenthesized
        : null;
  }

  /** A name, number or constant. */
  Expr word(Token word) {
    SourceRange range = source.range(word);
    return switch (word.getType()) {
      case PythonLexer.NAME -> new Expr.Name(range, source.name(word));
      case PythonLexer.TRUE -> new Literal.BooleanLiteral(range, true);
      case PythonLexer.FALSE -> new Literal.BooleanLiteral(range, false);
      case PythonLexer.NONE -> new Literal.NoneLiteral(range);
      case PythonLexer.ELLIPSIS -> new Literal.EllipsisLiteral(range);
      default -> number(word, range);
    };
  }

  private Expr number(Token word, SourceRange range) {
    String text = source.text(word);
    if (Numbers.isTooLong(word.getType(), text)) {
      source.report(range, "this number has too many digits");
      return new Expr.ErrorExpr(range);
    }
    return Numbers.literal(word.getType(), range, text);
  }

  private Expr trailer(TrailerContext context, SourceRange range, Expr value) {
    return switch (context.start.getType()) {
      case PythonLexer.DOT -> new Expr.Attribute(range, value, attributeName(context));
      case PythonLexer.LPAREN -> call(context, range, value);
      default -> new Expr.Subscript(range, value, indices(context));
    };
  }

  private Part.Identifier attributeName(TrailerContext context) {
    if (context.name != null) {
      return source.identifier(context.name);
    }
    int end = ItemSource.end(context.start);
    source.report(source.range(ItemSource.start(context), end), "a name is expected after the dot");
    return new Part.Identifier(source.range(end, end), "");
  }

  private Expr call(TrailerContext context, SourceRange range, Expr function) {
    List<Expr> positional = new ArrayList<>(context.arguments.size());
    List<Part.Keyword> keywords = new ArrayList<>();
    arguments(context.arguments, positional, keywords);
    return new Expr.Call(range, function, positional, keywords);
  }

  /** Sorts the arguments of a call or class header. */
  void arguments(
      List<ArgumentContext> arguments, List<Expr> positional, List<Part.Keyword> keywords) {
    boolean unpacked = false;
    Set<String> named = null;
    for (ArgumentContext argument : arguments) {
      SourceRange range = source.range(argument);
      if (argument.unpack != null) {
        keywords.add(new Part.Keyword(range, Optional.empty(), plain(argument.value)));
        unpacked = true;
      } else if (argument.named != null) {
        Part.Identifier name = keywordName(argument);
        named = named == null ? new HashSet<>() : named;
        if (!name.text().isEmpty() && !named.add(name.text())) {
          source.report(name.range(), "the argument '" + name.text() + "' is passed twice");
        }
        keywords.add(new Part.Keyword(range, Optional.of(name), plain(argument.named)));
      } else if (!argument.clauses.isEmpty()) {
        if (arguments.size() > 1) {
          source.report(
              range, "a generator needs parentheses around it where it is not the only argument");
        }
        positional.add(
            new Expr.GeneratorExpr(range, condition(argument.value), clauses(argument.clauses)));
      } else {
        Expr value = argument(argument.value);
        boolean starred = value instanceof Expr.Starred;
        if (unpacked || !starred && !keywords.isEmpty()) {
          source.report(range, "a positional argument cannot stand behind a keyword argument");
        }
        positional.add(value);
      }
    }
  }

  private Part.Identifier keywordName(ArgumentContext argument) {
    Token first = argument.value.start;
    if (first.getType() != PythonLexer.NAME || first != argument.value.stop) {
      source.report(source.range(argument.value), "only a name can stand before '=' in a call");
    }
    return new Part.Identifier(
        source.range(argument.value), first == argument.value.stop ? source.name(first) : "");
  }

  private Expr indices(TrailerContext context) {
    if (context.indices.size() == 1 && context.trailing == null) {
      Expr only = index(context.indices.getFirst());
      return only instanceof Expr.Starred ? new Expr.TupleExpr(only.range(), List.of(only)) : only;
    }
    List<Expr> elements = new ArrayList<>(context.indices.size());
    context.indices.forEach(index -> elements.add(index(index)));
    int end =
        ItemSource.end(
            context.trailing != null ? context.trailing : context.indices.getLast().stop);
    return new Expr.TupleExpr(
        source.range(ItemSource.start(context.indices.getFirst()), end), elements);
  }

  private Expr index(IndexContext context) {
    if (context.colon == null) {
      return element(context.lower);
    }
    return new Expr.Slice(
        source.range(context), bound(context.lower), bound(context.upper), bound(context.step));
  }

  private Optional<Expr> bound(ExpressionContext context) {
    return context == null ? Optional.empty() : Optional.of(plain(context));
  }

  // ---- brackets

  private Expr group(GroupContext context) {
    SourceRange range = source.range(context);
    if (context.yielded != null) {
      return yielded(context.yielded);
    }
    for (GroupElementContext element : context.elements) {
      if (element.goal != null) {
        source.report(source.range(element), "'as' has no meaning here");
      }
    }
    if (!context.clauses.isEmpty()) {
      ExpressionContext element = context.elements.getFirst().value;
      return new Expr.GeneratorExpr(range, condition(element), clauses(context.clauses));
    } else if (context.elements.size() == 1 && context.trailing == null) {
      return condition(context.elements.getFirst().value);
    }
    List<Expr> elements = new ArrayList<>(context.elements.size());
    context.elements.forEach(element -> elements.add(element(element.value)));
    return new Expr.TupleExpr(range, elements);
  }

  private Expr listDisplay(ListDisplayContext context) {
    SourceRange range = source.range(context);
    if (!context.clauses.isEmpty()) {
      return new Expr.ListComp(
          range, condition(context.elements.getFirst()), clauses(context.clauses));
    }
    List<Expr> elements = new ArrayList<>(context.elements.size());
    context.elements.forEach(element -> elements.add(element(element)));
    return new Expr.ListExpr(range, elements);
  }

  private Expr braces(BraceDisplayContext context) {
    SourceRange range = source.range(context);
    if (context.entries.isEmpty()) {
      return new Expr.DictExpr(range, List.of());
    }
    BraceEntryContext first = context.entries.getFirst();
    boolean isDict = first.unpack != null || first.colon != null;
    if (!context.clauses.isEmpty() && first.unpack == null) {
      return isDict
          ? new Expr.DictComp(range, plain(first.key), plain(first.value), clauses(context.clauses))
          : new Expr.SetComp(range, condition(first.key), clauses(context.clauses));
    } else if (!context.clauses.isEmpty()) {
      source.report(range, "'**' cannot stand in a comprehension");
      return new Expr.ErrorExpr(range);
    }
    return isDict ? dictionary(range, context) : set(range, context);
  }

  private Expr dictionary(SourceRange range, BraceDisplayContext context) {
    List<Part.DictEntry> entries = new ArrayList<>(context.entries.size());
    for (BraceEntryContext entry : context.entries) {
      SourceRange entryRange = source.range(entry);
      if (entry.unpack != null) {
        entries.add(new Part.DictEntry(entryRange, Optional.empty(), plain(entry.value)));
      } else if (entry.colon == null) {
        source.report(entryRange, "':' and a value are expected after this key of a dictionary");
        entries.add(
            new Part.DictEntry(
                entryRange, Optional.of(plain(entry.key)), new Expr.ErrorExpr(entryRange)));
      } else {
        entries.add(
            new Part.DictEntry(entryRange, Optional.of(plain(entry.key)), plain(entry.value)));
      }
    }
    return new Expr.DictExpr(range, entries);
  }

  private Expr set(SourceRange range, BraceDisplayContext context) {
    List<Expr> elements = new ArrayList<>(context.entries.size());
    for (BraceEntryContext entry : context.entries) {
      if (entry.colon != null || entry.unpack != null) {
        source.report(source.range(entry), "a set cannot hold keys with values");
      }
      elements.add(element(entry.unpack != null ? entry.value : entry.key));
    }
    return new Expr.SetExpr(range, elements);
  }

  private List<Part.ComprehensionClause> clauses(List<ComprehensionClauseContext> contexts) {
    List<Part.ComprehensionClause> clauses = new ArrayList<>(contexts.size());
    for (ComprehensionClauseContext context : contexts) {
      if (context.asynchronous != null) {
        source.noteContextual();
      }
      List<Expr> conditions = new ArrayList<>(context.conditions.size());
      context.conditions.forEach(condition -> conditions.add(operators(condition)));
      clauses.add(
          new Part.ComprehensionClause(
              source.range(context),
              context.asynchronous != null,
              targets(context.goal),
              operators(context.iterable),
              conditions));
    }
    return clauses;
  }

  // ---- targets

  /** The targets of a loop. */
  Expr targets(TargetListContext context) {
    if (context.items.size() == 1 && context.trailing == null) {
      return target(context.items.getFirst());
    }
    List<Expr> elements = new ArrayList<>(context.items.size());
    context.items.forEach(item -> elements.add(target(item)));
    return new Expr.TupleExpr(source.range(context), elements);
  }

  Expr target(TargetContext context) {
    Expr value = primary(context.value);
    checkTarget(value, "assigned to");
    return context.star == null ? value : new Expr.Starred(source.range(context), value);
  }

  /** Reports what cannot be assigned to, or whatever {@code action} says is done with it. */
  void checkTarget(Expr target, String action) {
    switch (target) {
      case Expr.Name _, Expr.Attribute _, Expr.Subscript _, Expr.ErrorExpr _ -> {}
      case Expr.Starred(_, Expr value) -> checkTarget(value, action);
      case Expr.TupleExpr(_, List<Expr> elements) ->
          elements.forEach(element -> checkTarget(element, action));
      case Expr.ListExpr(_, List<Expr> elements) ->
          elements.forEach(element -> checkTarget(element, action));
      default -> source.report(target.range(), "this cannot be " + action);
    }
  }
}
