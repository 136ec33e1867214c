package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.ExprText;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.TaskIds;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes what loops and branches hand on: assignments to the variables that carry the values. */
final class Yields {
  private static final String INDEX = "__yield_i";

  private final Emitter emitter;
  private final Names names;
  private final ExprText text;
  private final TaskIds taskIds;
  private final ArrayOps arrays;
  private final Map<Var, Collection> collections = new HashMap<>();
  private final Map<Var, Var> overwritten = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();
  private List<Optional<Var>> targets = List.of();
  private Optional<String> slot = Optional.empty();

  /** A vector of TaskIds that a loop of unknown length fills, and the variable that counts them. */
  record Collection(String data, String count) {}

  Yields(Emitter emitter, Names names, ExprText text, TaskIds taskIds, ArrayOps arrays) {
    this.emitter = emitter;
    this.names = names;
    this.text = text;
    this.taskIds = taskIds;
    this.arrays = arrays;
  }

  /** Makes a loop collect the TaskIds of a result. */
  void collect(Var result, Collection collection) {
    collections.put(result, collection);
  }

  /** Returns where the TaskIds of a loop's result are collected. */
  Optional<Collection> collection(Var result) {
    return Optional.ofNullable(collections.get(result));
  }

  /**
   * Writes a body whose yield goes to {@code results}; a result without variable of its own is left
   * out.
   */
  void into(List<Optional<Var>> results, Runnable body) {
    List<Optional<Var>> outer = targets;
    targets = results;
    body.run();
    targets = outer;
  }

  /** Writes a loop's body; {@code position} is the number of the iteration, from 0. */
  void intoLoop(List<Optional<Var>> results, String position, Runnable body) {
    Optional<String> outer = slot;
    slot = Optional.of(position);
    into(results, body);
    slot = outer;
  }

  /** Returns the results that get the new value of another result, each with that one. */
  Map<Var, Var> overwritten() {
    return overwritten;
  }

  /** Returns a warning for each of them. */
  List<Problem> problems() {
    return problems;
  }

  /** Writes a yield. */
  void emit(Stmt.Yield yield) {
    Set<String> collected = new HashSet<>();
    Map<String, Var> assigned = new HashMap<>();
    for (int i = 0; i < Math.min(yield.values().size(), targets.size()); i++) {
      Expr value = yield.values().get(i);
      targets
          .get(i)
          .ifPresent(
              target -> {
                hand(target, value, collected, yield.origin());
                noteOverwritten(target, value, assigned, yield.origin());
              });
    }
  }

  /**
   * The assignments stand one behind the other, so that a value that an earlier one has changed is
   * handed on as it is now.
   */
  private void noteOverwritten(Var target, Expr value, Map<String, Var> assigned, Origin origin) {
    String from = names.tensor(text.of(value));
    String to = names.of(target);
    if (target == value || to.equals(from)) {
      return;
    }
    Var other = assigned.get(from);
    if (other != null) {
      overwritten.put(target, other);
      problems.add(changed(target, other, origin));
    }
    assigned.put(to, target);
  }

  private static Problem changed(Var target, Var other, Origin origin) {
    return new Problem(
        Code.CODEGEN_CARRY_OVERWRITTEN,
        "The generated code gives '"
            + other.sourceName()
            + "' its new value first, and then hands that on to '"
            + target.sourceName()
            + "' in place of the value of this iteration. Carry '"
            + target.sourceName()
            + "' in front of '"
            + other.sourceName()
            + "'; where two values change places, write two iterations into the body, so that"
            + " each value keeps its place.",
        origin);
  }

  private void hand(Var target, Expr value, Set<String> collected, Origin origin) {
    Collection collection = collections.get(target);
    if (collection != null) {
      String taskId = taskId(value, origin);
      if (!collected.add(collection.data + " " + taskId)) {
        return;
      }
      append(collection, taskId);
    }
    Optional<TaskIds.ArrayStore> array = taskIds.array(target);
    if (array.isPresent()) {
      handToArray(array.get(), value, origin);
    } else {
      assign(target, value);
    }
  }

  private String taskId(Expr value, Origin origin) {
    Optional<TaskIds.Binding> binding =
        value instanceof Var var ? taskIds.binding(var) : Optional.empty();
    if (binding.orElse(null) instanceof TaskIds.Single(String name)) {
      return name;
    }
    throw Failures.internal(
        "a loop hands on " + described(value) + ", for which no single TaskId is known here.",
        origin);
  }

  private static String described(Expr value) {
    return value instanceof Var var && !var.sourceName().isEmpty()
        ? "'" + var.sourceName() + "'"
        : "a value";
  }

  private void append(Collection collection, String taskId) {
    String start = names.fresh(collection.data + "_write_profile_start");
    Profiling.begin(emitter, start);
    boolean guarded = !taskIds.isAlwaysValid(taskId);
    Runnable append =
        () -> {
          emitter.line(collection.data + "[" + collection.count + "++] = " + taskId + ";");
          Profiling.end(emitter, start, 1);
        };
    if (guarded) {
      emitter.line("if (" + taskId + ".is_valid()) {");
      emitter.nested(append);
      emitter.line("}");
    } else {
      append.run();
    }
  }

  private void handToArray(TaskIds.ArrayStore array, Expr value, Origin origin) {
    Optional<TaskIds.ArrayStore> source =
        value instanceof Var var ? taskIds.array(var) : Optional.empty();
    if (source.isEmpty()) {
      String taskId = taskId(value, origin);
      String position =
          slot.orElseThrow(
              () -> Failures.internal("an array of TaskIds is filled in no loop.", origin));
      emitter.line(array.name() + "[" + position + "] = " + taskId + ";");
      return;
    }
    if (source.get().name().equals(array.name())) {
      return;
    }
    if (source.get().size() != array.size()) {
      throw Failures.internal(
          "the TaskIds of "
              + described(value)
              + " are "
              + source.get().size()
              + ", but the loop around has "
              + array.size()
              + " iterations, and the compiler reserves one TaskId per iteration. Make one loop of"
              + " the two, or give them the same number of iterations.",
          origin);
    }
    arrays.copy(array.size(), array.name(), source.get().name(), INDEX);
  }

  private void assign(Var target, Expr value) {
    String from = names.tensor(text.of(value));
    String to = names.of(target);
    if (target == value || to.equals(from)) {
      return;
    }
    if (target.type() instanceof Type.Array array) {
      arrays.copy(array.extent(), to, from, INDEX);
    } else {
      emitter.line(to + " = " + from + ";");
    }
  }
}
