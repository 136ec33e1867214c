package dev.orchlens.lower.decl;

import dev.orchlens.module.value.Binding;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FloatValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the text of a function sees outside itself: names and values that are known while compiling.
 * Immutable.
 */
public final class Closure {
  private final List<Environment> environments;
  private final Map<String, Value> substituted;
  private final Predicate<String> visible;
  private final ConstantEvaluator evaluator;
  private final ReadRecorder recorder;

  private Closure(
      List<Environment> environments,
      Map<String, Value> substituted,
      Predicate<String> visible,
      ConstantEvaluator evaluator,
      ReadRecorder recorder) {
    this.environments = List.copyOf(environments);
    this.substituted = Map.copyOf(substituted);
    this.visible = visible;
    this.evaluator = evaluator;
    this.recorder = recorder;
  }

  /** Returns the closure of code in an environment. */
  static Closure of(Environment environment, ConstantEvaluator evaluator, ReadRecorder recorder) {
    return new Closure(List.of(environment), Map.of(), _ -> true, evaluator, recorder);
  }

  /**
   * Returns this closure with a name replaced by a value wherever it stands, whatever the function
   * binds it to.
   */
  public Closure with(Map<String, Value> values) {
    Map<String, Value> all = new HashMap<>(substituted);
    all.putAll(values);
    return new Closure(environments, all, visible, evaluator, recorder);
  }

  /**
   * Returns this closure with another environment behind it, for names that it does not know
   * itself.
   */
  public Closure over(Environment environment) {
    List<Environment> all = new ArrayList<>(environments);
    all.add(environment);
    return new Closure(all, substituted, visible, evaluator, recorder);
  }

  /** Returns this closure without the names that do not satisfy a condition. */
  Closure showing(Predicate<String> condition) {
    return new Closure(environments, substituted, visible.and(condition), evaluator, recorder);
  }

  /** Returns whether a name stands for a value that replaces it. */
  public boolean substitutes(String name) {
    return substituted.containsKey(name);
  }

  /** Returns what a name stands for. Python's built-in names are none of the function's. */
  public Optional<Value> lookup(String name) {
    Value replacement = substituted.get(name);
    if (replacement != null) {
      return Optional.of(replacement);
    }
    return visible.test(name) ? resolve(name) : Optional.empty();
  }

  /** Returns what a name stands for that this closure does not show. */
  public Optional<Value> hidden(String name) {
    return visible.test(name) ? Optional.empty() : resolve(name);
  }

  private Optional<Value> resolve(String name) {
    for (Environment environment : environments) {
      Optional<Binding> binding = environment.resolve(name, recorder);
      if (binding.isPresent() && binding.get().level() != Binding.Level.BUILTIN) {
        return binding.map(Binding::value);
      }
    }
    return Optional.empty();
  }

  /** Returns the value of an expression where it is known. */
  public Optional<Value> evaluate(dev.orchlens.syntax.Expr expression) {
    if (expression instanceof Name name) {
      return lookup(name.id()).filter(Value::isKnown);
    }
    Map<String, Value> names = new HashMap<>();
    if (!resolve(expression, names)) {
      return Optional.empty();
    }
    Environment environment = environments.getFirst().with(names);
    return Optional.of(evaluator.evaluate(expression, environment, recorder))
        .filter(Value::isKnown);
  }

  private boolean resolve(Node node, Map<String, Value> names) {
    if (node instanceof Name name) {
      lookup(name.id()).ifPresent(v -> names.put(name.id(), v));
      return visible.test(name.id()) || names.containsKey(name.id()) || isBuiltin(name.id());
    }
    for (Node child : node.children()) {
      if (!resolve(child, names)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBuiltin(String name) {
    Optional<Binding> binding = environments.getFirst().resolve(name, recorder);
    return binding.filter(b -> b.level() == Binding.Level.BUILTIN).isPresent();
  }

  /** Returns whether an expression is true, where that is known. */
  public Optional<Boolean> truth(dev.orchlens.syntax.Expr expression) {
    return evaluate(expression).flatMap(Closure::truth);
  }

  /** Returns whether an expression is known to be true. */
  public boolean isTrue(dev.orchlens.syntax.Expr expression) {
    return truth(expression).orElse(false);
  }

  private static Optional<Boolean> truth(Value value) {
    return switch (value) {
      case BoolValue(boolean flag) -> Optional.of(flag);
      case IntValue number -> Optional.of(number.value().signum() != 0);
      case FloatValue(double number) -> Optional.of(number != 0);
      case StrValue(String text) -> Optional.of(!text.isEmpty());
      case NoneValue _ -> Optional.of(false);
      case SequenceValue sequence -> Optional.of(sequence.size() > 0);
      default -> Optional.empty();
    };
  }
}
