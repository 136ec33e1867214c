package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Walks the {@code for} and {@code if} clauses of a comprehension and computes one element at a
 * time.
 */
final class Comprehension implements Iterator<Value> {
  private final Interpreter interpreter;
  private final Frame frame;
  private final List<Part.ComprehensionClause> clauses;
  private final Function<Frame, Value> element;
  private final List<Iterator<Value>> levels = new ArrayList<>();
  private Value next;
  private long count;

  Comprehension(
      Interpreter interpreter,
      Frame outer,
      List<Part.ComprehensionClause> clauses,
      Function<Frame, Value> element) {
    this.interpreter = interpreter;
    this.clauses = clauses;
    this.element = element;
    Scope scope =
        new Scope(
            interpreter.heap, Scope.Kind.COMPREHENSION, outer.scope(), outer.scope().module());
    this.frame = outer.inside(scope);
    Part.ComprehensionClause first = clauses.getFirst();
    levels.add(open(outer, first));
  }

  private Iterator<Value> open(Frame where, Part.ComprehensionClause clause) {
    Value iterable = interpreter.expressions.evaluate(where, clause.iterable());
    interpreter.at(where, clause.iterable());
    if (clause.isAsync()) {
      throw new UnknownAnswerException(interpreter.unknown("asynchronous code is not evaluated"));
    }
    return interpreter.iteration.elements(iterable).iterator();
  }

  @Override
  public boolean hasNext() {
    while (next == null && !levels.isEmpty()) {
      advance();
    }
    return next != null;
  }

  @Override
  public Value next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Value result = next;
    next = null;
    Budget.size(++count);
    return result;
  }

  private void advance() {
    int depth = levels.size() - 1;
    Iterator<Value> innermost = levels.get(depth);
    if (!innermost.hasNext()) {
      levels.removeLast();
      return;
    }
    interpreter.budget.step();
    Part.ComprehensionClause clause = clauses.get(depth);
    interpreter.assignments.assign(frame, clause.target(), innermost.next());
    if (!holds(clause)) {
      return;
    }
    if (depth + 1 < clauses.size()) {
      levels.add(open(frame, clauses.get(depth + 1)));
    } else {
      next = element.apply(frame);
    }
  }

  private boolean holds(Part.ComprehensionClause clause) {
    for (Expr condition : clause.conditions()) {
      Value value = interpreter.expressions.evaluate(frame, condition);
      interpreter.at(frame, condition);
      Optional<Boolean> truth = interpreter.operators.truth(value);
      if (truth.isEmpty()) {
        throw new UnknownAnswerException(interpreter.operators.asUnknown(value));
      }
      if (!truth.get()) {
        return false;
      }
    }
    return true;
  }
}
