package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Minimum, maximum and sorting. */
final class Extremes {
  private Extremes() {}

  /** {@code min} (sign -1) or {@code max} (sign 1). */
  static Value extreme(
      Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords, int sign) {
    boolean ofOne = arguments.size() == 1;
    List<Value> values =
        ofOne ? interpreter.iteration.membersList(arguments.getFirst()) : arguments;
    Value otherwise = keywords.get("default");
    if (!ofOne && otherwise != null) {
      throw interpreter.error("TypeError", "min() and max() take a default only with one iterable");
    }
    if (values.isEmpty()) {
      if (otherwise != null) {
        return otherwise;
      }
      throw interpreter.error("ValueError", "min() or max() of an empty sequence");
    }
    Value best = values.getFirst();
    Value bestKey = key(interpreter, best, keywords);
    boolean tied = false;
    for (Value each : values.subList(1, values.size())) {
      interpreter.budget.step();
      Value candidate = key(interpreter, each, keywords);
      int order = order(interpreter, candidate, bestKey) * sign;
      tied = order == 0 || tied && order < 0;
      if (order > 0) {
        best = each;
        bestKey = candidate;
      }
    }
    boolean inSet = ofOne && arguments.getFirst() instanceof SetValue;
    return bestKey instanceof UnknownValue
        ? bestKey
        : tied && inSet ? interpreter.unknown(Iteration.NO_ORDER) : best;
  }

  private static Value key(Interpreter interpreter, Value value, Map<String, Value> keywords) {
    Value function = keywords.getOrDefault("key", Value.NONE);
    return function instanceof NoneValue ? value : interpreter.calls.call(function, List.of(value));
  }

  private static int order(Interpreter interpreter, Value a, Value b) {
    Optional<Integer> order = interpreter.comparisons.order(a, b);
    if (order.isEmpty()) {
      Value unclear = a instanceof UnknownValue ? a : b;
      throw new UnknownAnswerException(
          unclear instanceof UnknownValue unknown
              ? unknown
              : interpreter.unknown(
                  "the order of "
                      + Operators.what(a)
                      + " and "
                      + Operators.what(b)
                      + " is not evaluated"));
    }
    return order.get();
  }

  /**
   * The values in order, equal ones as they stood: {@code sorted} with {@code key} and {@code
   * reverse}.
   */
  static List<Value> sorted(
      Interpreter interpreter, List<Value> values, Map<String, Value> keywords) {
    record Keyed(Value key, Value value) {}

    List<Keyed> keyed = new ArrayList<>();
    for (Value value : values) {
      interpreter.budget.step();
      keyed.add(new Keyed(key(interpreter, value, keywords), value));
    }
    Value reversed = keywords.getOrDefault("reverse", Value.FALSE);
    boolean reverse =
        interpreter
            .operators
            .truth(reversed)
            .orElseThrow(
                () -> new UnknownAnswerException(interpreter.operators.asUnknown(reversed)));
    try {
      keyed.sort(
          (a, b) ->
              reverse
                  ? order(interpreter, b.key(), a.key())
                  : order(interpreter, a.key(), b.key()));
    } catch (IllegalArgumentException contradiction) {
      // Java's sort found that the program's comparisons contradict each other.
      throw new UnknownAnswerException(
          interpreter.unknown("the order of these objects contradicts itself"));
    }
    return new ArrayList<>(keyed.stream().map(Keyed::value).toList());
  }
}
