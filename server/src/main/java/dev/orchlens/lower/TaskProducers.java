package dev.orchlens.lower;

import dev.orchlens.ir.Var;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which task wrote a tensor, as far as the text shows it: the results of {@code out, tid =
 * pl.submit(...)} and what a {@code with pl.spmd(...) as tid} body assigns (reference:
 * docs/en/dev/language/02-manual_dependencies.md, "Dispatch predicate").
 */
final class TaskProducers {
  /** A TaskId variable and how often it had been bound when the tensor was written. */
  record Producer(Var taskId, int binding) {}

  private final Map<Var, Producer> producers = new IdentityHashMap<>();
  private final Map<Var, Integer> bindings = new IdentityHashMap<>();

  /** Notes that the task {@code taskId} has been launched and wrote {@code results}. */
  void launched(Var taskId, Iterable<Var> results) {
    int binding = bindings.merge(taskId, 1, Integer::sum);
    results.forEach(result -> producers.put(result, new Producer(taskId, binding)));
  }

  /** Returns the task that wrote a tensor. */
  Optional<Producer> of(Var tensor) {
    return Optional.ofNullable(producers.get(tensor));
  }

  /** Returns whether the TaskId still names that task and no later one. */
  boolean isCurrent(Producer producer) {
    return bindings.getOrDefault(producer.taskId(), 0) == producer.binding();
  }
}
