package dev.orchlens.syntax;

import dev.orchlens.grammar.ItemParser;
import dev.orchlens.grammar.PythonLexer;
import dev.orchlens.grammar.PythonParser.AsyncStatementContext;
import dev.orchlens.grammar.PythonParser.BlockContext;
import dev.orchlens.grammar.PythonParser.DecoratedDefinitionContext;
import dev.orchlens.grammar.PythonParser.DecoratorContext;
import dev.orchlens.grammar.PythonParser.DefinitionContext;
import dev.orchlens.grammar.PythonParser.ElifClauseContext;
import dev.orchlens.grammar.PythonParser.ElseClauseContext;
import dev.orchlens.grammar.PythonParser.ExceptClauseContext;
import dev.orchlens.grammar.PythonParser.FinallyClauseContext;
import dev.orchlens.grammar.PythonParser.ForLoopContext;
import dev.orchlens.grammar.PythonParser.ForStatementContext;
import dev.orchlens.grammar.PythonParser.GroupContext;
import dev.orchlens.grammar.PythonParser.GroupElementContext;
import dev.orchlens.grammar.PythonParser.IfStatementContext;
import dev.orchlens.grammar.PythonParser.MatchStatementContext;
import dev.orchlens.grammar.PythonParser.PlainDefinitionContext;
import dev.orchlens.grammar.PythonParser.SimpleLineContext;
import dev.orchlens.grammar.PythonParser.SimpleStatementContext;
import dev.orchlens.grammar.PythonParser.StatementContext;
import dev.orchlens.grammar.PythonParser.StrayBlockContext;
import dev.orchlens.grammar.PythonParser.SuiteContext;
import dev.orchlens.grammar.PythonParser.TryStatementContext;
import dev.orchlens.grammar.PythonParser.WhileStatementContext;
import dev.orchlens.grammar.PythonParser.WithBlockContext;
import dev.orchlens.grammar.PythonParser.WithItemContext;
import dev.orchlens.grammar.PythonParser.WithStatementContext;
import dev.orchlens.grammar.PythonToken;
import dev.orchlens.grammar.TokenBuffer;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Builds the statements of one top-level item. */
final class StatementBuilder {
  private final ItemSource source;
  private final TokenBuffer tokens;
  private final ItemParser parser;
  private final ExpressionBuilder expressions;
  private final SimpleStatementBuilder simple;
  private final PatternBuilder patterns;

  StatementBuilder(ItemSource source, TokenBuffer tokens, ItemParser parser, FieldParser fields) {
    this.source = source;
    this.tokens = tokens;
    this.parser = parser;
    this.expressions = new ExpressionBuilder(source, fields);
    this.simple = new SimpleStatementBuilder(source, expressions);
    this.patterns = new PatternBuilder(source, expressions);
  }

  /** The statements of a suite, in order. */
  List<Stmt> suite(SuiteContext suite) {
    List<Stmt> statements = new ArrayList<>(suite.statements.size());
    suite.statements.forEach(statement -> addStatement(statement, statements));
    return statements;
  }

  private void addStatement(StatementContext context, List<Stmt> statements) {
    if (context.exception != null) {
      statements.add(failed(context));
      return;
    }
    switch (context) {
      case SimpleLineContext line -> addSimple(line.simple, statements);
      case DecoratedDefinitionContext decorated ->
          statements.add(
              definition(decorated.defined, decorated.decorators, decorated.asynchronous));
      case PlainDefinitionContext plain ->
          statements.add(definition(plain.defined, List.of(), null));
      case AsyncStatementContext async -> statements.add(asynchronous(async));
      case ForStatementContext loop -> statements.add(loop(loop.loop, null));
      case IfStatementContext branch -> statements.add(branch(branch));
      case WhileStatementContext loop -> statements.add(whileLoop(loop));
      case TryStatementContext attempt -> statements.add(attempt(attempt));
      case MatchStatementContext match -> statements.add(match(match));
      case WithStatementContext with -> statements.add(with(with.with, null));
      default ->
          throw new IllegalStateException("a statement that the grammar does not have: " + context);
    }
  }

  private void addSimple(List<SimpleStatementContext> contexts, List<Stmt> statements) {
    contexts.forEach(context -> statements.add(simple.build(context)));
  }

  // ---- what could not be read

  private Stmt failed(StatementContext context) {
    List<Stmt> body = blockBelow(context);
    return new Stmt.ErrorStmt(
        source.range(ItemSource.start(context), end(body, lastEnd(context))), body);
  }

  private List<Stmt> blockBelow(ParserRuleContext context) {
    StrayBlockContext block = parser.blockBelow(context);
    return block == null ? List.of() : suite(block.body);
  }

  /** The offset behind the last token of a rule that is written, not implied by lines. */
  private int lastEnd(ParserRuleContext context) {
    int first = context.start.getTokenIndex();
    int last = context.stop == null ? first : context.stop.getTokenIndex();
    for (int i = last; i > first; i--) {
      PythonToken token = tokens.get(i);
      switch (token.getType()) {
        case PythonLexer.NEWLINE, PythonLexer.INDENT, PythonLexer.DEDENT, Token.EOF -> {}
        default -> {
          return token.end();
        }
      }
    }
    return Math.max(ItemSource.start(context), ItemSource.end(context.start));
  }

  private SourceRange failedHeader(ParserRuleContext context) {
    int i = context.start.getTokenIndex();
    int end = tokens.get(i).end();
    for (;
        tokens.get(i).getType() != PythonLexer.NEWLINE && tokens.get(i).getType() != Token.EOF;
        i++) {
      end = tokens.get(i).end();
    }
    return source.range(ItemSource.start(context), end);
  }

  // ---- blocks

  private List<Stmt> block(BlockContext context, Token colon) {
    if (context.body != null) {
      return suite(context.body);
    }
    List<Stmt> statements = new ArrayList<>(context.simple.size());
    addSimple(context.simple, statements);
    if (statements.isEmpty()) {
      source.report(source.range(colon), "an indented block is expected after this colon");
    }
    return statements;
  }

  /** The end of the last statement, or {@code fallback} where there is none. */
  private int end(List<Stmt> statements, int fallback) {
    return statements.isEmpty() ? fallback : source.offset(statements.getLast().range().end());
  }

  private List<Stmt> otherwise(ElseClauseContext context) {
    if (context == null) {
      return List.of();
    }
    return context.exception != null ? blockBelow(context) : block(context.body, context.colon);
  }

  // ---- compound statements

  private Stmt asynchronous(AsyncStatementContext context) {
    if (context.defined != null) {
      return definition(context.defined, List.of(), context.asynchronous);
    }
    return context.loop != null
        ? loop(context.loop, context.asynchronous)
        : with(context.with, context.asynchronous);
  }

  private Stmt definition(
      DefinitionContext context, List<DecoratorContext> decorators, Token async) {
    Token first = async == null ? context.start : async;
    Token start = decorators.isEmpty() ? first : decorators.getFirst().start;
    List<Part.Decorator> built = new ArrayList<>(decorators.size());
    for (DecoratorContext decorator : decorators) {
      SourceRange range =
          source.range(ItemSource.start(decorator), ItemSource.end(decorator.value));
      built.add(new Part.Decorator(range, expressions.condition(decorator.value)));
    }
    SourceRange header = source.range(first, context.colon);
    Part.Identifier name = source.identifier(context.name);
    List<Part.TypeParameter> types = expressions.parameters().ofTypes(context.types);
    if (context.start.getType() == PythonLexer.CLASS) {
      return classDefinition(context, async, start, header, built, types);
    }
    List<Part.Parameter> parameters = expressions.parameters().ofFunction(context.parameters);
    Optional<Expr> returns = Optional.ofNullable(context.result).map(expressions::list);
    List<Stmt> body = block(context.body, context.colon);
    SourceRange range =
        source.range(ItemSource.start(start), end(body, ItemSource.end(context.colon)));
    return new Stmt.FunctionDef(
        range, header, built, async != null, name, types, parameters, returns, body);
  }

  private Stmt classDefinition(
      DefinitionContext context,
      Token async,
      Token start,
      SourceRange header,
      List<Part.Decorator> decorators,
      List<Part.TypeParameter> types) {
    if (async != null) {
      source.report(source.range(async), "a class cannot be 'async'");
    }
    List<Expr> bases = new ArrayList<>(context.arguments.size());
    List<Part.Keyword> keywords = new ArrayList<>();
    expressions.arguments(context.arguments, bases, keywords);
    List<Stmt> body = block(context.body, context.colon);
    SourceRange range =
        source.range(ItemSource.start(start), end(body, ItemSource.end(context.colon)));
    return new Stmt.ClassDef(
        range, header, decorators, source.identifier(context.name), types, bases, keywords, body);
  }

  private Stmt loop(ForLoopContext context, Token async) {
    Token first = async == null ? context.start : async;
    Expr target = expressions.targets(context.goal);
    Expr iterable = expressions.list(context.iterable);
    List<Stmt> body = block(context.body, context.colon);
    List<Stmt> orElse = otherwise(context.otherwise);
    int end = end(orElse, end(body, ItemSource.end(context.colon)));
    return new Stmt.For(
        source.range(ItemSource.start(first), end),
        source.range(first, context.colon),
        async != null,
        target,
        iterable,
        body,
        orElse);
  }

  private Stmt whileLoop(WhileStatementContext context) {
    Expr test = expressions.condition(context.test);
    List<Stmt> body = block(context.body, context.colon);
    List<Stmt> orElse = otherwise(context.otherwise);
    int end = end(orElse, end(body, ItemSource.end(context.colon)));
    SourceRange header = source.range(context.start, context.colon);
    return new Stmt.While(source.range(ItemSource.start(context), end), header, test, body, orElse);
  }

  private Stmt branch(IfStatementContext context) {
    int levels = context.elifs.size();
    if (!source.descend(levels)) {
      SourceRange range = source.range(ItemSource.start(context), lastEnd(context));
      source.tooDeep(range);
      return new Stmt.ErrorStmt(range, List.of());
    }
    Expr test = expressions.condition(context.test);
    List<Stmt> body = block(context.body, context.colon);
    List<Stmt> orElse = alternatives(context);
    source.ascend(levels);
    int end = end(orElse, end(body, ItemSource.end(context.colon)));
    SourceRange header = source.range(context.start, context.colon);
    return new Stmt.If(source.range(ItemSource.start(context), end), header, test, body, orElse);
  }

  /**
   * What stands behind the first branch: each {@code elif} is the only statement in the else part
   * of the one before.
   */
  private List<Stmt> alternatives(IfStatementContext context) {
    List<Stmt.If> branches = new ArrayList<>(context.elifs.size());
    for (ElifClauseContext clause : context.elifs) {
      boolean failed = clause.exception != null;
      SourceRange header = failed ? failedHeader(clause) : source.range(clause.start, clause.colon);
      Expr test = failed ? new Expr.ErrorExpr(header) : expressions.condition(clause.test);
      List<Stmt> body = failed ? blockBelow(clause) : block(clause.body, clause.colon);
      branches.add(new Stmt.If(header, header, test, body, List.of()));
    }
    List<Stmt> orElse = otherwise(context.otherwise);
    for (Stmt.If branch : branches.reversed()) {
      int end = end(orElse, end(branch.body(), source.offset(branch.header().end())));
      SourceRange range = source.range(source.offset(branch.header().start()), end);
      orElse = List.of(new Stmt.If(range, branch.header(), branch.test(), branch.body(), orElse));
    }
    return orElse;
  }

  private Stmt attempt(TryStatementContext context) {
    List<Stmt> body = block(context.body, context.colon);
    List<Part.ExceptHandler> handlers = new ArrayList<>(context.handlers.size());
    context.handlers.forEach(handler -> handlers.add(handler(handler)));
    List<Stmt> orElse = otherwise(context.otherwise);
    List<Stmt> finalBody = finalBody(context.lastly);
    if (handlers.isEmpty() && context.lastly == null) {
      source.report(
          source.range(context.start),
          "'except' or 'finally' is expected after the block of this 'try'");
    } else if (handlers.isEmpty() && context.otherwise != null) {
      source.report(
          source.range(context.otherwise.start), "'else' after 'try' needs an 'except' before it");
    }
    int end = end(body, ItemSource.end(context.colon));
    end = handlers.isEmpty() ? end : source.offset(handlers.getLast().range().end());
    end = end(finalBody, end(orElse, end));
    SourceRange header = source.range(context.start, context.colon);
    return new Stmt.Try(
        source.range(ItemSource.start(context), end), header, body, handlers, orElse, finalBody);
  }

  private List<Stmt> finalBody(FinallyClauseContext context) {
    if (context == null) {
      return List.of();
    }
    return context.exception != null ? blockBelow(context) : block(context.body, context.colon);
  }

  private Part.ExceptHandler handler(ExceptClauseContext context) {
    if (context.exception != null) {
      SourceRange header = failedHeader(context);
      List<Stmt> body = blockBelow(context);
      SourceRange range =
          source.range(ItemSource.start(context), end(body, source.offset(header.end())));
      return new Part.ExceptHandler(
          range, header, false, Optional.of(new Expr.ErrorExpr(header)), Optional.empty(), body);
    }
    boolean group = context.type != null && context.type.star != null;
    Optional<Expr> type =
        Optional.ofNullable(context.type)
            .map(
                written ->
                    group ? expressions.operators(written.value) : expressions.plain(written));
    Optional<Part.Identifier> name = Optional.ofNullable(context.name).map(source::identifier);
    List<Stmt> body = block(context.body, context.colon);
    SourceRange range =
        source.range(ItemSource.start(context), end(body, ItemSource.end(context.colon)));
    return new Part.ExceptHandler(
        range, source.range(context.start, context.colon), group, type, name, body);
  }

  private Stmt with(WithBlockContext context, Token async) {
    Token first = async == null ? context.start : async;
    List<Part.WithItem> items = withItems(context.items);
    List<Stmt> body = block(context.body, context.colon);
    SourceRange range =
        source.range(ItemSource.start(first), end(body, ItemSource.end(context.colon)));
    return new Stmt.With(range, source.range(first, context.colon), async != null, items, body);
  }

  /**
   * The items; one group in parentheses that holds several, or an {@code as}, is the parentheses
   * around the items.
   */
  private List<Part.WithItem> withItems(List<WithItemContext> contexts) {
    List<Part.WithItem> items = new ArrayList<>(contexts.size());
    GroupContext group =
        contexts.size() == 1 && contexts.getFirst().goal == null
            ? ExpressionBuilder.onlyGroup(contexts.getFirst().context)
            : null;
    if (group != null && holdsItems(group)) {
      for (GroupElementContext element : group.elements) {
        items.add(
            new Part.WithItem(
                source.range(element),
                expressions.element(element.value),
                Optional.ofNullable(element.goal).map(expressions::target)));
      }
      return items;
    }
    for (WithItemContext item : contexts) {
      items.add(
          new Part.WithItem(
              source.range(item),
              expressions.plain(item.context),
              Optional.ofNullable(item.goal).map(expressions::target)));
    }
    return items;
  }

  private static boolean holdsItems(GroupContext group) {
    boolean items =
        group.clauses.isEmpty() && (group.elements.size() > 1 || group.trailing != null);
    for (GroupElementContext element : group.elements) {
      items |= element.goal != null;
      if (element.value.star != null || element.value.named != null) {
        return false;
      }
    }
    return items;
  }

  private Stmt match(MatchStatementContext context) {
    Expr subject = expressions.subject(context.subject);
    List<Part.MatchCase> cases = new ArrayList<>();
    if (context.cases == null) {
      source.report(source.range(context.colon), "an indented block is expected after this colon");
    } else {
      for (var clause : context.cases.cases) {
        boolean failed = clause.exception != null;
        SourceRange header =
            failed ? failedHeader(clause) : source.range(clause.start, clause.colon);
        Pattern pattern = failed ? new Pattern.ErrorPattern(header) : patterns.list(clause.subject);
        Optional<Expr> guard =
            Optional.ofNullable(failed ? null : clause.guard).map(expressions::condition);
        List<Stmt> body = failed ? blockBelow(clause) : block(clause.body, clause.colon);
        SourceRange range =
            source.range(ItemSource.start(clause), end(body, source.offset(header.end())));
        cases.add(new Part.MatchCase(range, header, pattern, guard, body));
      }
    }
    int end =
        cases.isEmpty()
            ? ItemSource.end(context.colon)
            : source.offset(cases.getLast().range().end());
    SourceRange header = source.range(context.start, context.colon);
    return new Stmt.Match(source.range(ItemSource.start(context), end), header, subject, cases);
  }
}
