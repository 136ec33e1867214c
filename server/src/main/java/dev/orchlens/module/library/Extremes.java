package dev.orchlens.module.library;

import dev.orchlens.module.eval.Comparisons;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Operators;
import dev.orchlens.module.value.NoneValue;
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
  static Value extreme(Interpreter interpreter, List<Value> arguments, Map<String, Value> keywords, int sign) {
    List<Value> values = arguments.size() == 1 ? interpreter.iteration.list(arguments.getFirst()) : arguments;
    if (values.isEmpty()) {
      Value otherwise = keywords.get("default");
      if (otherwise != null) {
        return otherwise;
      }
      throw interpreter.error("ValueError", "min() or max() of an empty sequence");
    }
    Value best = values.getFirst();
    Value bestKey = key(interpreter, best, keywords);
    for (Value each : values.subList(1, values.size())) {
      interpreter.budget.step();
      Value candidate = key(interpreter, each, keywords);
      if (order(interpreter, candidate, bestKey) * sign > 0) {
        best = each;
        bestKey = candidate;
      }
    }
    return bestKey instanceof UnknownValue ? bestKey : best;
  }

  private static Value key(Interpreter interpreter, Value value, Map<String, Value> keywords) {
    Value function = keywords.getOrDefault("key", Value.NONE);
    return function instanceof NoneValue ? value : interpreter.calls.call(function, List.of(value));
  }

  private static int order(Interpreter interpreter, Value a, Value b) {
    Optional<Integer> order = new Comparisons(interpreter).order(a, b);
    if (order.isEmpty()) {
      Value unclear = a instanceof UnknownValue ? a : b;
      throw new UnknownAnswerException(unclear instanceof UnknownValue unknown ? unknown
          : interpreter.unknown("the order of " + Operators.what(a) + " and " + Operators.what(b)
              + " is not evaluated"));
    }
    return order.get();
  }

  /** The values in order, equal ones as they stood: {@code sorted} with {@code key} and {@code reverse}. */
  static List<Value> sorted(Interpreter interpreter, List<Value> values, Map<String, Value> keywords) {
    record Keyed(Value key, Value value) {}

    List<Keyed> keyed = new ArrayList<>();
    for (Value value : values) {
      interpreter.budget.step();
      keyed.add(new Keyed(key(interpreter, value, keywords), value));
    }
    boolean reverse = interpreter.operators.truth(keywords.getOrDefault("reverse", Value.FALSE)).orElse(false);
    keyed.sort((a, b) -> reverse ? order(interpreter, b.key(), a.key()) : order(interpreter, a.key(), b.key()));
    return new ArrayList<>(keyed.stream().map(Keyed::value).toList());
  }
}
