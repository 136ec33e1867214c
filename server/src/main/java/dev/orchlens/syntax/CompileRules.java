package dev.orchlens.syntax;

import dev.orchlens.syntax.CompileScope.Kind;
import dev.orchlens.text.SourceRange;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules that Python's compiler checks after parsing: where {@code return}, {@code break},
 * {@code nonlocal} and the like may stand (The Python Language Reference, "Simple statements" and
 * "Compound statements"). Each breach is a syntax error of the file, as in Python. Rules that need
 * more than one top-level item are not checked.
 */
final class CompileRules {
  /** The names that {@code __future__} has (library reference, "__future__"). */
  private static final Set<String> FEATURES =
      Set.of(
          "nested_scopes",
          "generators",
          "division",
          "absolute_import",
          "with_statement",
          "print_function",
          "unicode_literals",
          "barry_as_FLUFL",
          "generator_stop",
          "annotations");

  private final ItemSource source;

  private CompileRules(ItemSource source) {
    this.source = source;
  }

  /** Reports what the statements of one top-level item break. */
  static void check(List<Stmt> statements, ItemSource source) {
    new CompileRules(source)
        .block(statements, new Place(CompileScope.module(statements), Loop.NONE));
    if (source.hasContextual()) {
      YieldRules.check(statements, source);
    }
  }

  /** What {@code break} and {@code continue} would act on. */
  private enum Loop {
    NONE,
    AROUND,
    /** There is an {@code except*} block between them and any loop, which nothing may leave. */
    EXCEPT_GROUP
  }

  /** Where a statement stands. */
  private record Place(CompileScope scope, Loop loop) {
    Place inLoop() {
      return new Place(scope, Loop.AROUND);
    }
  }

  private void block(List<Stmt> statements, Place place) {
    for (Stmt statement : statements) {
      check(statement, place);
    }
  }

  private void check(Stmt statement, Place place) {
    switch (statement) {
      case Stmt.FunctionDef def -> function(def, place);
      case Stmt.ClassDef def -> classDef(def, place);
      case Stmt.Return written -> returns(written, place);
      case Stmt.Assign(_, var targets, _) ->
          targets.forEach(each -> elements(each).ifPresent(this::targets));
      case Stmt.For loop -> loop(loop, place);
      case Stmt.While(_, _, _, var body, var orElse) -> {
        block(body, place.inLoop());
        block(orElse, place);
      }
      case Stmt.If(_, _, _, var body, var orElse) -> {
        block(body, place);
        block(orElse, place);
      }
      case Stmt.With with -> with(with, place);
      case Stmt.Match(_, _, _, var cases) -> {
        PatternRules.check(cases, source);
        cases.forEach(each -> block(each.body(), place));
      }
      case Stmt.Try attempt -> attempt(attempt, place);
      case Stmt.ImportFrom imports -> imports(imports, place);
      case Stmt.Global global -> DeclarationRules.global(global, place.scope(), source);
      case Stmt.Nonlocal nonlocal -> DeclarationRules.nonlocal(nonlocal, place.scope(), source);
      case Stmt.Break _ -> leavesLoop(statement, "break", place);
      case Stmt.Continue _ -> leavesLoop(statement, "continue", place);
      // Nobody knows what the head of this block was, so that anything may stand in it.
      case Stmt.ErrorStmt(_, var body) ->
          block(body, new Place(CompileScope.unknown(place.scope(), body), Loop.AROUND));
      case Stmt.Delete _,
          Stmt.AugAssign _,
          Stmt.AnnAssign _,
          Stmt.TypeAlias _,
          Stmt.Raise _,
          Stmt.Assert _,
          Stmt.Import _,
          Stmt.ExprStmt _,
          Stmt.Pass _ -> {}
    }
  }

  private void function(Stmt.FunctionDef def, Place place) {
    typeParameters(def.typeParameters());
    block(def.body(), new Place(CompileScope.function(place.scope(), def), Loop.NONE));
  }

  private void classDef(Stmt.ClassDef def, Place place) {
    typeParameters(def.typeParameters());
    block(def.body(), new Place(CompileScope.classBody(place.scope(), def), Loop.NONE));
  }

  private void typeParameters(List<Part.TypeParameter> parameters) {
    if (parameters.size() > 1) {
      Set<String> names = new HashSet<>();
      for (Part.TypeParameter parameter : parameters) {
        if (!names.add(parameter.name().text())) {
          source.report(
              parameter.name().range(),
              "the type parameter '" + parameter.name().text() + "' is named twice");
        }
      }
    }
  }

  private void returns(Stmt.Return written, Place place) {
    if (place.loop() == Loop.EXCEPT_GROUP) {
      leavesExceptGroup(written, "return");
    } else if (!place.scope().isInFunction()) {
      source.report(written.range(), "'return' stands outside of a function");
    }
  }

  private void leavesLoop(Stmt statement, String word, Place place) {
    switch (place.loop()) {
      case NONE -> source.report(statement.range(), "'" + word + "' stands outside of a loop");
      case EXCEPT_GROUP -> leavesExceptGroup(statement, word);
      case AROUND -> {}
    }
  }

  private void leavesExceptGroup(Stmt statement, String word) {
    source.report(statement.range(), "'" + word + "' cannot leave the block of an 'except*'");
  }

  private void loop(Stmt.For loop, Place place) {
    target(loop.target());
    asynchronous(loop.isAsync(), loop, "async for", place);
    block(loop.body(), place.inLoop());
    block(loop.orElse(), place);
  }

  private void with(Stmt.With with, Place place) {
    asynchronous(with.isAsync(), with, "async with", place);
    with.items().forEach(item -> item.target().ifPresent(this::target));
    block(with.body(), place);
  }

  private void asynchronous(boolean isAsync, Stmt statement, String words, Place place) {
    Kind kind = place.scope().kind();
    if (isAsync && kind != Kind.ASYNC_FUNCTION && kind != Kind.UNKNOWN) {
      int start = statement.range().start();
      SourceRange range = new SourceRange(start, start + words.length());
      source.report(range, "'" + words + "' needs an 'async def' around it");
    }
  }

  private void attempt(Stmt.Try attempt, Place place) {
    List<Part.ExceptHandler> handlers = attempt.handlers();
    block(attempt.body(), place);
    for (Part.ExceptHandler handler : handlers) {
      boolean last = handler == handlers.getLast();
      if (handler.type().isEmpty() && !last) {
        source.report(handler.header(), "an 'except' without an exception must be the last one");
      }
      if (handler.group() != handlers.getFirst().group()) {
        source.report(
            handler.header(), "'except' and 'except*' cannot both stand behind one 'try'");
      }
      block(handler.body(), handler.group() ? new Place(place.scope(), Loop.EXCEPT_GROUP) : place);
    }
    block(attempt.orElse(), place);
    block(attempt.finalBody(), place);
  }

  private void imports(Stmt.ImportFrom imports, Place place) {
    Kind kind = place.scope().kind();
    if (imports.level() == 0
        && imports.module().filter(name -> name.text().equals("__future__")).isPresent()) {
      future(imports);
    }
    boolean all = imports.names().stream().anyMatch(alias -> alias.name().text().equals("*"));
    if (all && kind != Kind.MODULE && kind != Kind.UNKNOWN) {
      source.report(imports.range(), "'import *' works at the level of a module only");
    }
  }

  /** {@code __future__} is no module like others: the compiler must know each of its features. */
  private void future(Stmt.ImportFrom imports) {
    for (Part.Alias alias : imports.names()) {
      if (!FEATURES.contains(alias.name().text())) {
        source.report(alias.range(), "'" + alias.name().text() + "' is no feature of '__future__'");
      }
    }
  }

  // ---- targets

  private void target(Expr target) {
    if (target instanceof Expr.Starred) {
      source.report(target.range(), "a target with '*' must stand in a list or tuple of targets");
    } else {
      elements(target).ifPresent(this::targets);
    }
  }

  private void targets(List<Expr> elements) {
    boolean starred = false;
    for (Expr element : elements) {
      if (element instanceof Expr.Starred(_, Expr inner)) {
        if (starred) {
          source.report(element.range(), "only one target of a list or tuple can have a '*'");
        }
        starred = true;
        elements(inner).ifPresent(this::targets);
      } else {
        elements(element).ifPresent(this::targets);
      }
    }
  }

  private static Optional<List<Expr>> elements(Expr target) {
    return switch (target) {
      case Expr.TupleExpr(_, var elements) -> Optional.of(elements);
      case Expr.ListExpr(_, var elements) -> Optional.of(elements);
      default -> Optional.empty();
    };
  }
}
