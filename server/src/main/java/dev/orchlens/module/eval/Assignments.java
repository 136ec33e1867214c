package dev.orchlens.module.eval;

import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.List;

/** Binds values to assignment targets. */
final class Assignments {
  private final Interpreter interpreter;

  Assignments(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** Does {@code target = value}. */
  void assign(Frame frame, Expr target, Value value) {
    switch (target) {
      case Expr.Name name -> bind(frame, name.id(), value, name);
      case Expr.Attribute attribute -> {
        Value base = interpreter.expressions.evaluate(frame, attribute.value());
        interpreter.at(frame, attribute);
        interpreter.attributes.set(base, attribute.name().text(), value);
      }
      case Expr.Subscript subscript -> {
        Value base = interpreter.expressions.evaluate(frame, subscript.value());
        Value index = interpreter.expressions.evaluate(frame, subscript.index());
        interpreter.at(frame, subscript);
        interpreter.subscripts.set(base, index, value);
      }
      case Expr.TupleExpr tuple -> unpack(frame, tuple, tuple.elements(), value);
      case Expr.ListExpr list -> unpack(frame, list, list.elements(), value);
      case Expr.Starred starred -> assign(frame, starred.value(), value);
      default -> {}
    }
  }

  /** Binds a name in the innermost scope. */
  void bind(Frame frame, String name, Value value, Node node) {
    frame.scope().set(name, value, frame.site(node), interpreter.tick());
  }

  private void unpack(Frame frame, Node whole, List<Expr> targets, Value value) {
    interpreter.at(frame, whole);
    List<Value> values;
    try {
      values = interpreter.iteration.list(value);
    } catch (UnknownAnswerException e) {
      targets.forEach(target -> assign(frame, target, e.unknown()));
      return;
    }
    int star = -1;
    for (int i = 0; i < targets.size(); i++) {
      star = targets.get(i) instanceof Expr.Starred ? i : star;
    }
    int needed = star < 0 ? targets.size() : targets.size() - 1;
    if (star < 0 ? values.size() != needed : values.size() < needed) {
      throw interpreter.error(
          "ValueError",
          "expected "
              + (star < 0 ? "" : "at least ")
              + needed
              + " values to unpack, got "
              + values.size());
    }
    int surplus = values.size() - needed;
    for (int i = 0; i < targets.size(); i++) {
      if (i == star) {
        assign(
            frame,
            targets.get(i),
            interpreter.list(new ArrayList<>(values.subList(i, i + surplus))));
      } else {
        assign(frame, targets.get(i), values.get(star >= 0 && i > star ? i + surplus - 1 : i));
      }
    }
  }

  /** Does {@code del target}. */
  void delete(Frame frame, Expr target) {
    switch (target) {
      case Expr.Name name -> {
        if (!frame.scope().delete(name.id(), interpreter.tick())) {
          interpreter.at(frame, name);
          throw interpreter.error("NameError", "name '" + name.id() + "' is not defined");
        }
      }
      case Expr.Attribute attribute -> {
        Value base = interpreter.expressions.evaluate(frame, attribute.value());
        interpreter.at(frame, attribute);
        interpreter.attributes.delete(base, attribute.name().text());
      }
      case Expr.Subscript subscript -> {
        Value base = interpreter.expressions.evaluate(frame, subscript.value());
        Value index = interpreter.expressions.evaluate(frame, subscript.index());
        interpreter.at(frame, subscript);
        interpreter.subscripts.delete(base, index);
      }
      case Expr.TupleExpr tuple -> tuple.elements().forEach(each -> delete(frame, each));
      case Expr.ListExpr list -> list.elements().forEach(each -> delete(frame, each));
      default -> {}
    }
  }
}
