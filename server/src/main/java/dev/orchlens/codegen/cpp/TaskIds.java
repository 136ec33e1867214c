package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.ScopedMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where the TaskId of each value stands in the text (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "TaskId sourcing"). What a block binds is
 * forgotten when it closes, as its C++ variables end there.
 */
public final class TaskIds {
  /** Where a TaskId, or several, stand. */
  public sealed interface Binding {}

  /** The value is what task {@code number} returned; its TaskId was not kept. */
  public record Launch(int number) implements Binding {}

  /** One variable holds the TaskId. */
  public record Single(String name) implements Binding {}

  /** The slots of an array, each an expression that names one. */
  public record Slots(List<String> names) implements Binding {
    public Slots {
      names = List.copyOf(names);
    }
  }

  /** A C++ array that backs a value. */
  public record ArrayStore(String name, long size) {}

  private final ScopedMap<Var, Binding> bindings = new ScopedMap<>();
  private final ScopedMap<Var, ArrayStore> arrays = new ScopedMap<>();
  private final Map<Var, Binding> derived = new HashMap<>();
  private final Map<Var, String> hoisted = new HashMap<>();
  private final Map<String, Integer> alwaysValid = new HashMap<>();
  private final Set<String> madeForDerived = new HashSet<>();
  private final List<Var> rebound = new ArrayList<>();

  /** Binds a value until the present block closes. */
  public void bind(Var var, Binding binding) {
    put(var, binding);
  }

  private void put(Var var, Binding binding) {
    if (binding(var).isPresent()) {
      rebound.add(var);
    }
    bindings.put(var, binding);
  }

  /**
   * Returns the values that were bound and then otherwise or no more, in the order in which that
   * happened.
   */
  public List<Var> rebound() {
    return rebound;
  }

  /**
   * Binds a value that derived dependencies name. The reference keeps such a binding when the block
   * closes, although its C++ variable has ended; {@code CppCheck} reports where that leaves an
   * unknown name.
   */
  public void bindDerived(Var var, Binding binding) {
    put(var, binding);
    derived.put(var, binding);
    if (binding instanceof Single(String name)) {
      madeForDerived.add(name);
    }
  }

  /** Notes that an array exists for derived dependencies alone. */
  public void markDerived(String array) {
    madeForDerived.add(array);
  }

  /** Returns whether a variable holds TaskIds that derived dependencies need. */
  public boolean isForDerived(String name) {
    return madeForDerived.contains(name);
  }

  /** Returns where the TaskIds of a value stand. */
  public Optional<Binding> binding(Var var) {
    Binding local = bindings.get(var);
    return Optional.ofNullable(local != null ? local : derived.get(var));
  }

  /** Gives {@code to} the binding that {@code from} has in an open block. */
  public void copyLocal(Var from, Var to) {
    if (bindings.contains(from)) {
      put(to, bindings.get(from));
    }
  }

  /** Makes an array the store of a value; each of its slots may hold a TaskId. */
  public void bindArray(Var var, String name, long size) {
    arrays.put(var, new ArrayStore(name, size));
    List<String> slots = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      slots.add(name + "[" + i + "]");
    }
    put(var, new Slots(slots));
  }

  /** Returns the array that backs a value. */
  public Optional<ArrayStore> array(Var var) {
    return Optional.ofNullable(arrays.get(var));
  }

  /** Makes {@code to} the same array as {@code from}, where that is one. */
  public void copyArray(Var from, Var to) {
    if (arrays.contains(from)) {
      arrays.put(to, arrays.get(from));
    }
  }

  /** Notes that a variable always holds the TaskId of a submitted task. */
  public void markAlwaysValid(String name) {
    alwaysValid.putIfAbsent(name, alwaysValid.size());
  }

  /**
   * Returns whether a variable always holds the TaskId of a submitted task, so that no guard is
   * needed.
   */
  public boolean isAlwaysValid(String name) {
    return alwaysValid.containsKey(name);
  }

  /**
   * Returns which variables always hold the TaskId of a submitted task so far; later ones do not
   * change the answer.
   */
  public Predicate<String> alwaysValidSoFar() {
    Map<String, Integer> known = alwaysValid;
    int marks = known.size();
    return name -> known.getOrDefault(name, marks) < marks;
  }

  /** Notes that the variable for a value's TaskId is declared ahead of the block that sets it. */
  public void hoist(Var var, String name) {
    hoisted.put(var, name);
    bindDerived(var, new Single(name));
  }

  /** Returns the variable that was declared ahead for a value's TaskId. */
  public Optional<String> hoisted(Var var) {
    return Optional.ofNullable(hoisted.get(var));
  }

  /** Runs {@code block} and forgets what it bound. */
  public void inBlock(Runnable block) {
    int boundBefore = bindings.mark();
    int arraysBefore = arrays.mark();
    block.run();
    rollback(boundBefore);
    arrays.rollback(arraysBefore);
  }

  private void rollback(int mark) {
    rebound.addAll(bindings.changesSince(mark).keySet());
    bindings.rollback(mark);
  }

  /**
   * Runs {@code block} and forgets what it bound, except arrays it took over from outside.
   *
   * @param locals the names that the block declares; complete when it has run
   */
  void inManualBlock(Set<String> locals, Runnable block) {
    int boundBefore = bindings.mark();
    int arraysBefore = arrays.mark();
    block.run();
    Map<Var, Binding> bound = bindings.changesSince(boundBefore);
    Map<Var, ArrayStore> taken = arrays.changesSince(arraysBefore);
    rollback(boundBefore);
    arrays.rollback(arraysBefore);
    taken.forEach(
        (var, array) -> {
          if (!arrays.contains(var) && !locals.contains(array.name())) {
            arrays.put(var, array);
            if (bound.containsKey(var)) {
              put(var, bound.get(var));
            }
          }
        });
  }
}
