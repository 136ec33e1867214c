package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.BytesValue;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.EllipsisValue;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.SliceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Operator;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Evaluates expressions (Python language reference, "Expressions"). */
public final class Expressions {
  private final Interpreter interpreter;

  Expressions(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** The value of an expression; unknown where it depends on something unknown. */
  public Value value(Frame frame, Expr expression) {
    try {
      return evaluate(frame, expression);
    } catch (UnknownAnswerException e) {
      return e.unknown();
    }
  }

  /**
   * The value of an expression.
   *
   * @throws UnknownAnswerException when something unknown decides what is to be evaluated
   */
  Value evaluate(Frame frame, Expr expression) {
    interpreter.budget.inwards();
    try {
      return whole(frame, expression);
    } finally {
      interpreter.budget.outwards();
    }
  }

  private Value whole(Frame frame, Expr expression) {
    return switch (expression) {
      case Literal literal -> literal(frame, literal);
      case Expr.Name name -> name(frame, name);
      case Expr.Attribute attribute -> attribute(frame, attribute);
      case Expr.Subscript subscript -> subscript(frame, subscript);
      case Expr.Slice slice ->
          new SliceValue(
              optional(frame, slice.lower()),
              optional(frame, slice.upper()),
              optional(frame, slice.step()));
      case Expr.Call call -> call(frame, call);
      case Expr.BinaryOp binary -> binary(frame, binary);
      case Expr.BoolOp bool -> connective(frame, bool);
      case Expr.UnaryOp unary -> unary(frame, unary);
      case Expr.Compare compare -> compare(frame, compare);
      case Expr.TupleExpr tuple -> new TupleValue(elements(frame, tuple.elements()));
      case Expr.ListExpr list -> interpreter.list(elements(frame, list.elements()));
      case Expr.SetExpr set -> Containers.set(interpreter, elements(frame, set.elements()), false);
      case Expr.DictExpr dict -> dict(frame, dict);
      case Expr.ListComp _, Expr.SetComp _, Expr.DictComp _, Expr.GeneratorExpr _ ->
          comprehension(frame, expression);
      case Expr.Lambda lambda -> interpreter.definitions.lambda(frame, lambda);
      case Expr.Conditional conditional -> conditional(frame, conditional);
      case Expr.NamedExpr named -> named(frame, named);
      case Expr.Yield produced -> produce(frame, produced);
      case Expr.YieldFrom produced -> produceFrom(frame, produced);
      case Expr.Starred starred -> evaluate(frame, starred.value());
      case Expr.Await _ -> unknownAt(frame, expression, "code that awaits is not evaluated");
      case Expr.ErrorExpr _ -> unknownAt(frame, expression, "this expression has a syntax error");
    };
  }

  private UnknownValue unknownAt(Frame frame, Expr expression, String reason) {
    interpreter.at(frame, expression);
    return interpreter.unknown(reason);
  }

  private Value optional(Frame frame, Optional<Expr> expression) {
    return expression.isPresent() ? evaluate(frame, expression.get()) : Value.NONE;
  }

  private Value literal(Frame frame, Literal literal) {
    return switch (literal) {
      case Literal.IntLiteral(_, var value) -> new IntValue(value);
      case Literal.FloatLiteral(_, _, double value) -> new FloatValue(value);
      case Literal.ImaginaryLiteral _ ->
          unknownAt(frame, literal, "complex numbers are not evaluated");
      case Literal.StringLiteral(_, String value, _) -> new StrValue(value);
      case Literal.BytesLiteral(_, String value) -> new BytesValue(value);
      case Literal.BooleanLiteral(_, boolean value) -> Value.of(value);
      case Literal.NoneLiteral _ -> Value.NONE;
      case Literal.EllipsisLiteral _ -> new EllipsisValue();
      case Literal.FString(_, List<Part.FStringPart> parts) -> formatted(frame, parts);
    };
  }

  private Value formatted(Frame frame, List<Part.FStringPart> parts) {
    StringBuilder text = new StringBuilder();
    for (Part.FStringPart part : parts) {
      switch (part) {
        case Part.FStringText(_, String value) -> text.append(value);
        case Part.FStringField field -> {
          Value value = field(frame, field, text);
          if (value instanceof UnknownValue) {
            return value;
          }
        }
      }
      Budget.size(text.length());
    }
    interpreter.budget.text(text.length());
    return new StrValue(text.toString());
  }

  private Value field(Frame frame, Part.FStringField field, StringBuilder text) {
    Value value = evaluate(frame, field.value());
    if (value instanceof UnknownValue) {
      return value;
    }
    interpreter.at(frame, field.value());
    Value spec = formatted(frame, field.format());
    if (!(spec instanceof StrValue(String specification))) {
      return spec;
    }
    if (field.debug()) {
      text.append(source(frame, field.value())).append('=');
    }
    char conversion =
        field.conversion().orElse(field.debug() && specification.isEmpty() ? 'r' : ' ');
    Value shown =
        switch (conversion) {
          case 'r' -> new StrValue(interpreter.calls.representation(value));
          case 'a' -> new StrValue(interpreter.texts.ascii(value));
          case 's' -> new StrValue(interpreter.calls.text(value));
          default -> value;
        };
    text.append(interpreter.library.format(interpreter, shown, specification));
    return Value.NONE;
  }

  private static String source(Frame frame, Expr expression) {
    return frame
        .module()
        .tree()
        .flatMap(tree -> tree.item(frame.item()))
        .map(item -> expression.range().of(item.text()))
        .orElse("");
  }

  private Value name(Frame frame, Expr.Name name) {
    Value value = lookup(frame, name.id());
    if (value == null) {
      interpreter.at(frame, name);
      throw interpreter.error("NameError", "name '" + name.id() + "' is not defined");
    }
    return value;
  }

  /** What a name stands for in a frame; null where nothing defines it. */
  Value lookup(Frame frame, String name) {
    for (Scope scope = frame.scope(); scope != null; scope = scope.parent()) {
      if (scope.kind() == Scope.Kind.CLASS && scope != frame.scope()) {
        continue;
      }
      if (scope.kind() == Scope.Kind.MODULE) {
        interpreter.recorder.read(scope.module(), name);
      }
      Scope.Entry entry = scope.entry(name, frame.tick());
      if (entry != null) {
        return entry.value();
      }
      if (scope.isUnbound(name)) {
        throw interpreter.error(
            scope == frame.scope() ? "UnboundLocalError" : "NameError",
            "the name '" + name + "' belongs to this function, and nothing is bound to it yet");
      }
    }
    return switch (name) {
      case "globals", "locals" -> interpreter.calls.scopeFunction(frame, name);
      case "super" -> interpreter.calls.superFunction(frame);
      default ->
          interpreter
              .library
              .builtin(name)
              .or(() -> frame.module().scope().starred(name))
              .orElse(null);
    };
  }

  private Value attribute(Frame frame, Expr.Attribute attribute) {
    Value base = evaluate(frame, attribute.value());
    interpreter.at(frame, attribute);
    return interpreter.attributes.get(base, attribute.name().text());
  }

  private Value subscript(Frame frame, Expr.Subscript subscript) {
    Value base = evaluate(frame, subscript.value());
    Value index = evaluate(frame, subscript.index());
    interpreter.at(frame, subscript);
    return interpreter.subscripts.get(base, index);
  }

  private Value call(Frame frame, Expr.Call call) {
    try {
      Value callee = evaluate(frame, call.function());
      List<Value> arguments = elements(frame, call.arguments());
      Map<String, Value> keywords = keywords(frame, call.keywords());
      interpreter.at(frame, call);
      if (callee instanceof UnknownValue) {
        anyOf(frame, call.function())
            .forEach(each -> interpreter.called(each, arguments, keywords));
      }
      return interpreter.calls.call(callee, arguments, keywords);
    } catch (UnknownAnswerException e) {
      if (call.function() instanceof Expr.Attribute method
          && Effects.MUTATORS.contains(method.name().text())) {
        interpreter.statements.forget(
            frame, Effects.of(List.of(new Stmt.ExprStmt(call.range(), call))), e.unknown());
      }
      return e.unknown();
    }
  }

  /**
   * The DSL functions of a table of which a call takes one, such as {@code MODES[args.mode](x)}.
   */
  private List<Definition> anyOf(Frame frame, Expr function) {
    Value table =
        function instanceof Expr.Subscript subscript && subscript.value() instanceof Expr.Name name
            ? lookup(frame, name.id())
            : null;
    Stream<Value> elements =
        switch (table) {
          case DictValue dict -> dict.entries().stream().map(DictValue.Entry::value);
          case ListValue list -> list.elements().stream();
          case TupleValue tuple -> tuple.elements().stream();
          case null, default -> Stream.empty();
        };
    return elements.filter(Definition.class::isInstance).map(Definition.class::cast).toList();
  }

  /** The values of call keywords, {@code **} arguments spread out. */
  Map<String, Value> keywords(Frame frame, List<Part.Keyword> keywords) {
    if (keywords.isEmpty()) {
      return Map.of();
    }
    Map<String, Value> values = new LinkedHashMap<>();
    for (Part.Keyword keyword : keywords) {
      Value value = evaluate(frame, keyword.value());
      if (keyword.name().isPresent()) {
        values.put(keyword.name().get().text(), value);
      } else {
        spread(value, values);
      }
    }
    return values;
  }

  private void spread(Value value, Map<String, Value> values) {
    switch (value) {
      case DictValue dict ->
          dict.entries().forEach(entry -> values.put(ValueText.str(entry.key()), entry.value()));
      case UnknownValue unknown -> throw new UnknownAnswerException(unknown);
      default -> throw interpreter.error("TypeError", "the argument after ** is not a mapping");
    }
  }

  private Value binary(Frame frame, Expr.BinaryOp binary) {
    Value left = evaluate(frame, binary.left());
    Value right = evaluate(frame, binary.right());
    interpreter.at(frame, binary);
    return interpreter.operators.binary(binary.operator(), left, right);
  }

  private Value unary(Frame frame, Expr.UnaryOp unary) {
    Value operand = evaluate(frame, unary.operand());
    interpreter.at(frame, unary);
    return interpreter.operators.unary(unary.operator(), operand);
  }

  private Value connective(Frame frame, Expr.BoolOp bool) {
    Value value = Value.NONE;
    for (int i = 0; i < bool.operands().size(); i++) {
      value = evaluate(frame, bool.operands().get(i));
      if (i == bool.operands().size() - 1) {
        break;
      }
      interpreter.at(frame, bool.operands().get(i));
      Optional<Boolean> truth = interpreter.operators.truth(value);
      if (truth.isEmpty()) {
        return interpreter.operators.asUnknown(value);
      }
      if (truth.get() == (bool.operator() == Operator.Bool.OR)) {
        break;
      }
    }
    return value;
  }

  private Value compare(Frame frame, Expr.Compare compare) {
    Value left = evaluate(frame, compare.left());
    Value result = Value.TRUE;
    for (int i = 0; i < compare.operators().size(); i++) {
      Value right = evaluate(frame, compare.rest().get(i));
      interpreter.at(frame, compare);
      result = interpreter.operators.compare(compare.operators().get(i), left, right);
      if (!interpreter.operators.truth(result).orElse(false)) {
        return result;
      }
      left = right;
    }
    return result;
  }

  private Value conditional(Frame frame, Expr.Conditional conditional) {
    Value test = evaluate(frame, conditional.test());
    interpreter.at(frame, conditional.test());
    Optional<Boolean> truth = interpreter.operators.truth(test);
    if (truth.isEmpty()) {
      return interpreter.operators.asUnknown(test);
    }
    return evaluate(frame, truth.get() ? conditional.then() : conditional.otherwise());
  }

  private Value named(Frame frame, Expr.NamedExpr named) {
    Value value = evaluate(frame, named.value());
    Scope scope = frame.scope();
    while (scope.kind() == Scope.Kind.COMPREHENSION) {
      scope = scope.parent();
    }
    interpreter.assignments.assign(frame.inside(scope), named.target(), value);
    return value;
  }

  private Value produce(Frame frame, Expr.Yield produced) {
    collect(frame, optional(frame, produced.value()));
    return Value.NONE;
  }

  private Value produceFrom(Frame frame, Expr.YieldFrom produced) {
    for (Value each : interpreter.iteration.elements(evaluate(frame, produced.value()))) {
      collect(frame, each);
    }
    return Value.NONE;
  }

  private void collect(Frame frame, Value value) {
    interpreter.budget.step();
    if (frame.yielded() != null) {
      frame.yielded().add(value);
      Budget.size(frame.yielded().size());
    }
  }

  /** The values of the elements of a display or argument list, starred ones spread out. */
  List<Value> elements(Frame frame, List<Expr> expressions) {
    if (expressions.isEmpty()) {
      return new ArrayList<>();
    }
    List<Value> values = new ArrayList<>(expressions.size());
    for (Expr each : expressions) {
      if (each instanceof Expr.Starred starred) {
        Value spread = evaluate(frame, starred.value());
        interpreter.at(frame, starred);
        values.addAll(interpreter.iteration.list(spread));
      } else {
        values.add(evaluate(frame, each));
      }
    }
    return values;
  }

  private Value dict(Frame frame, Expr.DictExpr dict) {
    DictValue result = interpreter.dict();
    for (Part.DictEntry entry : dict.entries()) {
      Value value;
      if (entry.key().isPresent()) {
        Value key = evaluate(frame, entry.key().get());
        value = evaluate(frame, entry.value());
        interpreter.at(frame, entry.key().get());
        result.put(Containers.key(interpreter, key), key, value);
      } else {
        value = evaluate(frame, entry.value());
        interpreter.at(frame, entry.value());
        Containers.update(interpreter, result, value);
      }
    }
    return result;
  }

  private Value comprehension(Frame frame, Expr expression) {
    try {
      return switch (expression) {
        case Expr.ListComp comp -> interpreter.list(walk(frame, comp.element(), comp.clauses()));
        case Expr.SetComp comp ->
            Containers.set(interpreter, walk(frame, comp.element(), comp.clauses()), false);
        case Expr.DictComp comp -> dictComprehension(frame, comp);
        case Expr.GeneratorExpr comp ->
            new IteratorValue(
                interpreter.heap,
                new Comprehension(
                    interpreter, frame, comp.clauses(), inner -> evaluate(inner, comp.element())));
        default -> throw new IllegalArgumentException("not a comprehension");
      };
    } catch (UnknownAnswerException e) {
      return e.unknown();
    }
  }

  private List<Value> walk(Frame frame, Expr element, List<Part.ComprehensionClause> clauses) {
    List<Value> values = new ArrayList<>();
    new Comprehension(interpreter, frame, clauses, inner -> evaluate(inner, element))
        .forEachRemaining(values::add);
    return values;
  }

  private Value dictComprehension(Frame frame, Expr.DictComp comp) {
    DictValue result = interpreter.dict();
    Comprehension entries =
        new Comprehension(
            interpreter,
            frame,
            comp.clauses(),
            inner -> Value.tuple(evaluate(inner, comp.key()), evaluate(inner, comp.value())));
    entries.forEachRemaining(
        pair -> {
          Value key = ((TupleValue) pair).get(0);
          result.put(Containers.key(interpreter, key), key, ((TupleValue) pair).get(1));
        });
    return result;
  }
}
