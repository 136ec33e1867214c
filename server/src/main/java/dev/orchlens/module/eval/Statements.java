package dev.orchlens.module.eval;

import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes statements (Python language reference, "Simple statements" and "Compound statements").
 */
final class Statements {
  private final Interpreter interpreter;

  Statements(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** Executes statements in order until one of them leaves the block. */
  Completion block(Frame frame, List<Stmt> statements) {
    for (Stmt statement : statements) {
      Completion completion = execute(frame, statement);
      if (!(completion instanceof Completion.Normal)) {
        return completion;
      }
    }
    return Completion.NORMAL;
  }

  /**
   * Executes one statement.
   *
   * @throws PythonException when it raises one
   */
  Completion execute(Frame frame, Stmt statement) {
    interpreter.budget.step();
    return switch (statement) {
      case Stmt.If branch -> branch(frame, branch);
      case Stmt.For loop -> loop(frame, loop);
      case Stmt.While loop -> loop(frame, loop);
      case Stmt.Try attempt -> attempt(frame, attempt);
      case Stmt.With with -> with(frame, with);
      case Stmt.Match match -> interpreter.patterns.match(frame, match);
      case Stmt.Return(_, Optional<Expr> value) ->
          new Completion.Return(
              value.map(each -> interpreter.expressions.value(frame, each)).orElse(Value.NONE));
      case Stmt.Break _ -> new Completion.Break();
      case Stmt.Continue _ -> new Completion.Continue();
      default -> {
        simple(frame, statement);
        yield Completion.NORMAL;
      }
    };
  }

  private void simple(Frame frame, Stmt statement) {
    switch (statement) {
      case Stmt.Assign assign -> {
        Value value = interpreter.expressions.value(frame, assign.value());
        assign.targets().forEach(target -> assignTo(frame, target, value));
      }
      case Stmt.AnnAssign assign ->
          assign
              .value()
              .ifPresent(
                  value ->
                      assignTo(
                          frame, assign.target(), interpreter.expressions.value(frame, value)));
      case Stmt.AugAssign assign -> augmented(frame, assign);
      case Stmt.ExprStmt expression -> effect(frame, expression);
      case Stmt.FunctionDef def -> interpreter.definitions.function(frame, def);
      case Stmt.ClassDef def -> interpreter.definitions.type(frame, def);
      case Stmt.Import imports -> interpreter.imports().execute(frame, imports);
      case Stmt.ImportFrom imports -> interpreter.imports().execute(frame, imports);
      case Stmt.Assert check -> check(frame, check);
      case Stmt.Raise raise -> raise(frame, raise);
      case Stmt.Delete(_, List<Expr> targets) ->
          targets.forEach(target -> interpreter.assignments.delete(frame, target));
      case Stmt.Global(_, List<Part.Identifier> names) ->
          names.forEach(name -> frame.scope().redirect(name.text(), frame.module().scope()));
      case Stmt.Nonlocal(_, List<Part.Identifier> names) ->
          names.forEach(name -> nonlocal(frame, name.text()));
      case Stmt.TypeAlias alias -> {
        interpreter.at(frame, alias);
        interpreter.assignments.bind(
            frame,
            alias.name().text(),
            interpreter.unknown("type aliases are not evaluated"),
            alias.name());
      }
      case Stmt.ErrorStmt(_, List<Stmt> body) -> block(frame, body);
      default -> {}
    }
  }

  private void effect(Frame frame, Stmt.ExprStmt statement) {
    Value result = interpreter.expressions.value(frame, statement.value());
    if (result instanceof UnknownValue why
        && statement.value() instanceof Expr.Call call
        && call.function() instanceof Expr.Attribute method
        && Effects.MUTATORS.contains(method.name().text())) {
      boolean onGlobals =
          method.value() instanceof Expr.Call(_, Expr.Name name, _, _)
              && name.id().equals("globals");
      if (onGlobals) {
        frame.module().scope().importAll(why);
      }
      forget(frame, Effects.of(List.of(statement)), why);
    }
  }

  private void assignTo(Frame frame, Expr target, Value value) {
    try {
      interpreter.assignments.assign(frame, target, value);
    } catch (UnknownAnswerException e) {
      forget(
          frame,
          Effects.of(List.of(new Stmt.Assign(target.range(), List.of(target), target))),
          e.unknown());
    }
  }

  private static void nonlocal(Frame frame, String name) {
    for (Scope scope = frame.scope().parent(); scope != null; scope = scope.parent()) {
      if (scope.kind() == Scope.Kind.FUNCTION && scope.entry(name, Scope.LATEST) != null) {
        frame.scope().redirect(name, scope);
        return;
      }
    }
  }

  private void augmented(Frame frame, Stmt.AugAssign assign) {
    Value old = interpreter.expressions.value(frame, assign.target());
    Value operand = interpreter.expressions.value(frame, assign.value());
    interpreter.at(frame, assign);
    Value result = interpreter.operators.inPlace(assign.operator(), old, operand);
    assignTo(frame, assign.target(), result);
  }

  private void check(Frame frame, Stmt.Assert check) {
    Value value = interpreter.expressions.value(frame, check.test());
    interpreter.at(frame, check.test());
    if (interpreter.operators.truth(value).orElse(true)) {
      return;
    }
    Optional<Value> message =
        check.message().map(each -> interpreter.expressions.value(frame, each));
    List<Value> arguments = message.filter(Value::isKnown).map(List::of).orElse(List.of());
    interpreter.at(frame, check.test());
    throw new PythonException(
        Exceptions.make(interpreter.heap, Exceptions.type("AssertionError"), arguments),
        interpreter.position());
  }

  private void raise(Frame frame, Stmt.Raise raise) {
    if (raise.exception().isEmpty()) {
      interpreter.at(frame, raise);
      throw interpreter.reraised();
    }
    Value value = interpreter.expressions.value(frame, raise.exception().get());
    interpreter.at(frame, raise);
    Value raised =
        value instanceof ClassValue type ? interpreter.calls.call(type, List.of()) : value;
    if (raised instanceof InstanceValue exception && Exceptions.isException(exception.type())) {
      throw new PythonException(exception, interpreter.position());
    }
    throw Operators.isData(raised)
        ? interpreter.error("TypeError", "only exceptions can be raised")
        : interpreter.error("RuntimeError", "an exception that is not evaluated is raised");
  }

  private Completion branch(Frame frame, Stmt.If branch) {
    Value test = interpreter.expressions.value(frame, branch.test());
    interpreter.at(frame, branch.test());
    Optional<Boolean> truth = interpreter.operators.truth(test);
    if (truth.isPresent()) {
      return block(frame, truth.get() ? branch.body() : branch.orElse());
    }
    if (Effects.alwaysRaises(branch.body())) {
      return block(frame, branch.orElse());
    }
    if (Effects.alwaysRaises(branch.orElse())) {
      return block(frame, branch.body());
    }
    UnknownValue why = interpreter.operators.asUnknown(test);
    if (interpreter.exploring) {
      explore(frame, branch.body());
      explore(frame, branch.orElse());
      forget(frame, Effects.of(List.of(branch)), why);
      return Completion.NORMAL;
    }
    return skip(frame, List.of(branch), why);
  }

  /**
   * Executes statements one by one to see what they would do; one that fails does not keep the next
   * from running.
   */
  void explore(Frame frame, List<Stmt> statements) {
    for (Stmt statement : statements) {
      try {
        if (execute(frame, statement) instanceof Completion.Return) {
          return;
        }
      } catch (PythonException e) {
        forget(
            frame, Effects.of(List.of(statement)), new UnknownValue(Failures.reason(e), e.site()));
      } catch (UnknownAnswerException e) {
        forget(frame, Effects.of(List.of(statement)), e.unknown());
      }
    }
  }

  /**
   * Passes over statements of which it is not known whether they run: what they could change
   * becomes unknown.
   */
  Completion skip(Frame frame, List<Stmt> statements, UnknownValue why) {
    Effects effects = Effects.of(statements);
    forget(frame, effects, why);
    return effects.leaves() ? new Completion.Unclear(why) : Completion.NORMAL;
  }

  /** Makes everything unknown that statements could change. */
  void forget(Frame frame, Effects effects, UnknownValue why) {
    for (Map.Entry<String, Node> name : effects.names().entrySet()) {
      interpreter.assignments.bind(frame, name.getKey(), why, name.getValue());
    }
    for (Expr.Attribute attribute : effects.attributes()) {
      try {
        interpreter.assignments.assign(frame, attribute, why);
      } catch (PythonException | UnknownAnswerException e) {
        // The object itself does not exist or is unknown: there is nothing to forget about it.
      }
    }
  }

  private Completion loop(Frame frame, Stmt.For loop) {
    Value iterable = interpreter.expressions.value(frame, loop.iterable());
    interpreter.at(frame, loop.iterable());
    try {
      if (loop.isAsync()) {
        return skip(
            frame, List.of(loop), interpreter.unknown("asynchronous code is not evaluated"));
      }
      Iterator<Value> elements = interpreter.iteration.elements(iterable).iterator();
      while (elements.hasNext()) {
        interpreter.budget.step();
        assignTo(frame, loop.target(), elements.next());
        Optional<Completion> end = end(frame, loop, loop.body());
        if (end.isPresent()) {
          return end.get();
        }
      }
    } catch (UnknownAnswerException e) {
      if (interpreter.exploring) {
        assignTo(frame, loop.target(), e.unknown());
        explore(frame, loop.body());
      }
      return leaveLoop(frame, loop, loop.body(), e.unknown());
    }
    return block(frame, loop.orElse());
  }

  private Completion loop(Frame frame, Stmt.While loop) {
    while (true) {
      interpreter.budget.step();
      Value test = interpreter.expressions.value(frame, loop.test());
      interpreter.at(frame, loop.test());
      Optional<Boolean> truth = interpreter.operators.truth(test);
      if (truth.isEmpty()) {
        return leaveLoop(frame, loop, loop.body(), interpreter.operators.asUnknown(test));
      }
      if (!truth.get()) {
        return block(frame, loop.orElse());
      }
      Optional<Completion> end = end(frame, loop, loop.body());
      if (end.isPresent()) {
        return end.get();
      }
    }
  }

  /** Runs one round of a loop; returns what the loop comes to if it ends with that one. */
  private Optional<Completion> end(Frame frame, Stmt loop, List<Stmt> body) {
    Completion completion = block(frame, body);
    return switch (completion) {
      case Completion.Break _ -> Optional.of(Completion.NORMAL);
      case Completion.Return _ -> Optional.of(completion);
      case Completion.Unclear(UnknownValue why) -> Optional.of(leaveLoop(frame, loop, body, why));
      case Completion.Normal _, Completion.Continue _ -> Optional.empty();
    };
  }

  /**
   * Gives up on a loop: what its rounds could change becomes unknown, and so does a result they
   * could return.
   */
  private Completion leaveLoop(Frame frame, Stmt loop, List<Stmt> body, UnknownValue why) {
    forget(frame, Effects.of(List.of(loop)), why);
    boolean returns = body.stream().anyMatch(Statements::returns);
    return returns ? new Completion.Unclear(why) : Completion.NORMAL;
  }

  private static boolean returns(Node node) {
    return switch (node) {
      case Stmt.Return _ -> true;
      case Stmt.FunctionDef _, Stmt.ClassDef _, Expr _ -> false;
      default -> node.children().stream().anyMatch(Statements::returns);
    };
  }

  private Completion attempt(Frame frame, Stmt.Try attempt) {
    Completion completion;
    try {
      completion = guarded(frame, attempt);
    } catch (PythonException | UnknownAnswerException e) {
      Completion last = block(frame, attempt.finalBody());
      if (last instanceof Completion.Normal) {
        throw e;
      }
      return last;
    }
    Completion last = block(frame, attempt.finalBody());
    return last instanceof Completion.Normal ? completion : last;
  }

  /**
   * The parts of a {@code try} before {@code finally}: what {@code else} and the handlers raise is
   * not handled here.
   */
  private Completion guarded(Frame frame, Stmt.Try attempt) {
    Completion completion;
    try {
      completion = block(frame, attempt.body());
    } catch (PythonException e) {
      Optional<Part.ExceptHandler> handler = handler(frame, attempt, e);
      if (handler.isEmpty()) {
        throw e;
      }
      return handle(frame, handler.get(), e);
    }
    return completion instanceof Completion.Normal ? block(frame, attempt.orElse()) : completion;
  }

  private Optional<Part.ExceptHandler> handler(
      Frame frame, Stmt.Try attempt, PythonException raised) {
    for (Part.ExceptHandler handler : attempt.handlers()) {
      if (handler.type().isEmpty()
          || catches(interpreter.expressions.value(frame, handler.type().get()), raised)) {
        return Optional.of(handler);
      }
    }
    return Optional.empty();
  }

  private boolean catches(Value type, PythonException raised) {
    return switch (type) {
      case TupleValue types -> types.elements().stream().anyMatch(each -> catches(each, raised));
      case ClassValue wanted -> raised.exception().type().isA(wanted);
      case Value other when other.isKnown() && !Operators.isForeign(other) ->
          throw interpreter.error("TypeError", "only classes of exceptions can be caught");
      default -> false;
    };
  }

  private Completion handle(Frame frame, Part.ExceptHandler handler, PythonException raised) {
    handler
        .name()
        .ifPresent(
            name -> interpreter.assignments.bind(frame, name.text(), raised.exception(), name));
    PythonException outer = interpreter.handling(raised);
    try {
      return block(frame, handler.body());
    } finally {
      interpreter.handling(outer);
      handler.name().ifPresent(name -> frame.scope().delete(name.text(), interpreter.tick()));
    }
  }

  private Completion with(Frame frame, Stmt.With with) {
    return with.isAsync()
        ? skip(frame, List.of(with), interpreter.unknown("asynchronous code is not evaluated"))
        : with(frame, with, 0);
  }

  /**
   * Enters the context managers from one on, runs the body, and leaves them again, the last one
   * first.
   */
  private Completion with(Frame frame, Stmt.With with, int from) {
    if (from == with.items().size()) {
      return block(frame, with.body());
    }
    Part.WithItem item = with.items().get(from);
    Value context = interpreter.expressions.value(frame, item.context());
    interpreter.at(frame, item.context());
    if (!(context instanceof InstanceValue manager)) {
      return withUnknown(frame, with, from, context);
    }
    if (manager.type().attribute("__enter__").isEmpty()
        || manager.type().attribute("__exit__").isEmpty()) {
      throw interpreter.error(
          "TypeError", "an object of class " + manager.type().name() + " is no context manager");
    }
    Value entered =
        interpreter
            .calls
            .special(manager, "__enter__", List.of())
            .orElseGet(() -> interpreter.unknown("this context manager is not evaluated"));
    Completion completion;
    try {
      item.target().ifPresent(target -> assignTo(frame, target, entered));
      completion = with(frame, with, from + 1);
    } catch (PythonException e) {
      return left(frame, with, item, manager, e);
    }
    interpreter.at(frame, item.context());
    interpreter.calls.special(manager, "__exit__", List.of(Value.NONE, Value.NONE, Value.NONE));
    return completion;
  }

  /** Leaves a context manager with an exception, which its {@code __exit__} may hold back. */
  private Completion left(
      Frame frame,
      Stmt.With with,
      Part.WithItem item,
      InstanceValue manager,
      PythonException exception) {
    interpreter.at(frame, item.context());
    Value trace = interpreter.unknown("tracebacks are not evaluated");
    PythonException outer = interpreter.handling(exception);
    Value held;
    try {
      held =
          interpreter
              .calls
              .special(
                  manager,
                  "__exit__",
                  List.of(exception.exception().type(), exception.exception(), trace))
              .orElseGet(() -> interpreter.unknown("this context manager is not evaluated"));
    } finally {
      interpreter.handling(outer);
    }
    Optional<Boolean> truth = interpreter.operators.truth(held);
    if (truth.isEmpty()) {
      return skip(frame, with.body(), interpreter.operators.asUnknown(held));
    }
    if (!truth.get()) {
      throw exception;
    }
    return Completion.NORMAL;
  }

  /** A context manager that is not evaluated may hold back any exception. */
  private Completion withUnknown(Frame frame, Stmt.With with, int from, Value context) {
    if (Operators.isData(context)) {
      throw interpreter.operators.unfit(context, "a context manager");
    }
    UnknownValue why =
        context instanceof UnknownValue unknown
            ? unknown
            : interpreter.unknown(
                "the context manager " + Operators.what(context) + " is not evaluated");
    with.items().get(from).target().ifPresent(target -> assignTo(frame, target, why));
    try {
      return with(frame, with, from + 1);
    } catch (PythonException e) {
      return skip(frame, with.body(), why);
    }
  }
}
