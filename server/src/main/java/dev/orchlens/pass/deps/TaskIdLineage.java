package dev.orchlens.pass.deps;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.Blocks;
import dev.orchlens.pass.tools.Lineage;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds for every value of a function which TaskIds it stands for (reference:
 * docs/en/dev/passes/auto_derive_task_dependencies, "Algorithm", step 6): the results of a submit
 * stand for the submit's TaskId, a carried value for the one its loop yields, and an array of
 * TaskIds for those stored in it.
 */
final class TaskIdLineage extends Lineage<Var> {

  /** Slots of TaskId arrays that a value was read from, by array. */
  record Slots(Map<Var, Set<Long>> byArray) {
    private static final Slots NONE = new Slots(Map.of());

    boolean isEmpty() {
      return byArray.isEmpty();
    }
  }

  /** The TaskIds an expression stands for, and the array slots whose content it may be. */
  private record Source(List<Var> taskIds, Slots slots) {}

  /** What was stored in one version of a TaskId array. */
  private static final class ArrayState {
    private final OptionalLong extent;
    private final Set<Var> anywhere = new LinkedHashSet<>();
    private final Map<Long, List<Var>> bySlot = new LinkedHashMap<>();
    private final Map<Long, Slots> copiedSlots = new LinkedHashMap<>();
    private final Set<Long> unknownSlots = new LinkedHashSet<>();
    private boolean unknownUpdate;

    ArrayState(OptionalLong extent) {
      this.extent = extent;
    }

    ArrayState copy(OptionalLong extentIfUnknown) {
      ArrayState copy = new ArrayState(extent.isPresent() ? extent : extentIfUnknown);
      copy.anywhere.addAll(anywhere);
      copy.bySlot.putAll(bySlot);
      copy.copiedSlots.putAll(copiedSlots);
      copy.unknownSlots.addAll(unknownSlots);
      copy.unknownUpdate = unknownUpdate;
      return copy;
    }

    boolean isFullyKnown() {
      return !unknownUpdate && unknownSlots.isEmpty();
    }

    void store(Optional<Long> index, Source value) {
      if (index.isPresent()) {
        storeAt(index.get(), value);
      } else if (!value.taskIds.isEmpty() && value.slots.isEmpty()) {
        anywhere.addAll(value.taskIds);
      } else {
        unknownUpdate = true;
      }
    }

    private void storeAt(long slot, Source value) {
      if (value.taskIds.isEmpty()) {
        bySlot.remove(slot);
      } else {
        bySlot.put(slot, value.taskIds);
      }
      if (value.slots.isEmpty()) {
        copiedSlots.remove(slot);
      } else {
        copiedSlots.put(slot, value.slots);
      }
      if (value.taskIds.isEmpty() && value.slots.isEmpty()) {
        unknownSlots.add(slot);
      } else {
        unknownSlots.remove(slot);
      }
    }
  }

  private final Map<Var, Map<Integer, Var>> elementsByTuple = new HashMap<>();
  private final Map<Var, Integer> taskIdIndexByTuple = new HashMap<>();
  private final Map<Var, Var> taskIdByTuple = new HashMap<>();
  private final Map<Var, List<Var>> taskIdsOf = new HashMap<>();
  private final Map<Var, Slots> slotsOf = new HashMap<>();
  private final Map<Var, ArrayState> arrays = new HashMap<>();
  private final Map<Var, List<Var>> contents = new HashMap<>();
  private final Set<Var> complete = new LinkedHashSet<>();
  private final Set<Var> submitTaskIds = new LinkedHashSet<>();

  private TaskIdLineage() {}

  /** Analyses a function's body. */
  static TaskIdLineage of(List<Stmt> body) {
    TaskIdLineage lineage = new TaskIdLineage();
    lineage.follow(body);
    lineage.submitTaskIds.addAll(lineage.taskIdByTuple.values());
    return lineage;
  }

  /** Returns the TaskId of the launch whose result tuple is {@code tuple}. */
  Optional<Var> taskIdOfTuple(Var tuple) {
    return Optional.ofNullable(taskIdByTuple.get(tuple));
  }

  /** Returns whether {@code taskId} is the TaskId element of some launch's result. */
  boolean isSubmitTaskId(Var taskId) {
    return submitTaskIds.contains(taskId);
  }

  /**
   * Returns the TaskId that a result, an alias or a carried value stands for, without falling back
   * to itself.
   */
  Optional<Var> producerOf(Expr expr) {
    return of(expr);
  }

  /**
   * Returns the TaskId that {@code expr} stands for; a TaskId of unknown origin stands for itself.
   */
  Optional<Var> canonical(Expr expr) {
    Optional<Var> known = of(expr);
    return known.isEmpty() && expr instanceof Var var && var.type().isTaskId()
        ? Optional.of(var)
        : known;
  }

  /** Returns all TaskIds that a TaskId, an array of them or a result stands for. */
  List<Var> taskIds(Var var) {
    List<Var> several = taskIdsOf.get(var);
    if (several != null) {
      return several;
    }
    return canonical(var).map(List::of).orElseGet(() -> contentsOf(var));
  }

  /** Returns the array slots that {@code var} was read from. */
  Slots slots(Var var) {
    return slotsOf.getOrDefault(var, Slots.NONE);
  }

  /** Returns the TaskIds an array is known to hold. */
  List<Var> contentsOf(Var array) {
    return contents.getOrDefault(array, List.of());
  }

  /** Returns whether {@code slots} are all the slots of {@code array}. */
  boolean coversArray(Var array, Set<Long> slots) {
    ArrayState state = arrays.get(array);
    return state != null && state.extent.isPresent() && areAll(slots, state.extent.getAsLong());
  }

  /** Returns whether the extent of {@code array} is known. */
  boolean hasExtent(Var array) {
    ArrayState state = arrays.get(array);
    return state != null && state.extent.isPresent();
  }

  /** Returns whether every slot of {@code array} is known to hold a TaskId. */
  boolean isComplete(Var array) {
    return complete.contains(array);
  }

  private static boolean areAll(Set<Long> slots, long extent) {
    return extent > 0
        && slots.size() == extent
        && slots.stream().allMatch(s -> s >= 0 && s < extent);
  }

  /** What a loop carries is what it hands on to the next iteration: its end says what. */
  @Override
  protected Optional<Var> carried(Carry carry, Optional<Var> initial) {
    return Optional.empty();
  }

  @Override
  protected Optional<Var> left(
      Stmt.Loop loop, int index, Optional<Var> initial, Optional<Expr> yielded) {
    if (yielded.isEmpty() || index >= loop.carries().size()) {
      return Optional.empty();
    }
    Var carried = loop.carries().get(index).var();
    ArrayState state = yielded.get() instanceof Var array ? arrays.get(array) : null;
    if (state != null) {
      carryArray(carried, state);
      carryArray(loop.results().get(index), state);
    }
    Optional<Var> taskId = canonical(yielded.get());
    define(carried, taskId);
    return taskId;
  }

  @Override
  protected Optional<Stmt.Yield> end(List<Stmt> body) {
    return Blocks.trailingYield(body);
  }

  private void carryArray(Var to, ArrayState state) {
    if (to.type().isTaskIdArray()) {
      recordArray(to, state);
    }
  }

  @Override
  protected Optional<Var> assigned(Stmt.Assign s) {
    if (s.value() instanceof Expr.TupleGet(Var tuple, int index, _, _)) {
      element(s.var(), tuple, index);
    }
    Optional<Var> taskId =
        s.var().type().isTaskId()
            ? canonical(s.value()).filter(source -> source != s.var())
            : Optional.empty();
    if (!(s.value() instanceof Expr.Invocation call)) {
      return taskId;
    }
    launchResult(s.var(), call);
    if (s.var().type().isTaskIdArray()) {
      array(s.var(), call);
    }
    return s.var().type().isTaskId() ? scalar(s.var(), call).or(() -> taskId) : taskId;
  }

  private void element(Var var, Var tuple, int index) {
    Map<Integer, Var> elements = elementsByTuple.computeIfAbsent(tuple, _ -> new LinkedHashMap<>());
    elements.put(index, var);
    Integer taskIdIndex = taskIdIndexByTuple.get(tuple);
    if (taskIdIndex == null) {
      return;
    }
    if (index == taskIdIndex) {
      taskIdByTuple.put(tuple, var);
      elements.forEach(
          (i, element) -> {
            if (i.intValue() != taskIdIndex) {
              define(element, Optional.of(var));
            }
          });
    } else if (elements.containsKey(taskIdIndex)) {
      define(var, Optional.of(elements.get(taskIdIndex)));
    }
  }

  private void launchResult(Var tuple, Expr.Invocation call) {
    if (call.type() instanceof Type.Tuple(List<Type> types)
        && !types.isEmpty()
        && types.getLast().isTaskId()) {
      taskIdIndexByTuple.put(tuple, types.size() - 1);
    }
  }

  private void array(Var var, Expr.Invocation call) {
    OptionalLong extent =
        var.type() instanceof Type.Array a ? OptionalLong.of(a.extent()) : OptionalLong.empty();
    if (call.isOp(Ops.ARRAY_CREATE)) {
      recordArray(var, new ArrayState(extent));
    } else if (call.isOp(Ops.ARRAY_UPDATE_ELEMENT) && call.args().size() == 3) {
      ArrayState base = call.args().getFirst() instanceof Var from ? arrays.get(from) : null;
      ArrayState state = base == null ? new ArrayState(extent) : base.copy(extent);
      state.store(call.args().get(1).constant(), source(call.args().get(2)));
      recordArray(var, state);
    }
  }

  /** Returns the TaskId that a scalar is, where it is a single one. */
  private Optional<Var> scalar(Var var, Expr.Invocation call) {
    Source source = source(call);
    if (!source.taskIds.isEmpty()) {
      taskIdsOf.put(var, source.taskIds);
    }
    if (!source.slots.isEmpty()) {
      slotsOf.put(var, source.slots);
    }
    return source.taskIds.size() == 1 ? Optional.of(source.taskIds.getFirst()) : Optional.empty();
  }

  private Source source(Expr expr) {
    if (expr instanceof Var var && (taskIdsOf.containsKey(var) || slotsOf.containsKey(var))) {
      return new Source(taskIdsOf.getOrDefault(var, List.of()), slots(var));
    }
    Optional<Var> taskId = canonical(expr);
    if (taskId.isPresent()) {
      return new Source(List.of(taskId.get()), Slots.NONE);
    }
    return expr instanceof Expr.Invocation call
        ? slotSource(call)
        : new Source(List.of(), Slots.NONE);
  }

  private Source slotSource(Expr.Invocation call) {
    boolean read = call.isOp(Ops.ARRAY_GET_ELEMENT) && call.args().size() == 2;
    if (!read || !(call.args().getFirst() instanceof Var array) || !arrays.containsKey(array)) {
      return new Source(List.of(), Slots.NONE);
    }
    Optional<Long> index = call.args().get(1).constant();
    if (index.isEmpty()) {
      return new Source(List.of(), Slots.NONE);
    }
    ArrayState state = arrays.get(array);
    List<Var> taskIds = state.bySlot.getOrDefault(index.get(), List.of());
    boolean holdsOthers = !state.anywhere.isEmpty() || !contentsOf(array).isEmpty();
    Slots slots = holdsOthers ? new Slots(Map.of(array, Set.of(index.get()))) : Slots.NONE;
    return new Source(taskIds, slots);
  }

  private void recordArray(Var var, ArrayState state) {
    arrays.put(var, state);
    contents.put(var, List.copyOf(expand(state)));
    if (holdsEverySlot(state)) {
      complete.add(var);
    } else {
      complete.remove(var);
    }
  }

  /**
   * Returns the TaskIds {@code state} stands for: what was stored in it, and arrays copied into it
   * slot by slot.
   */
  private Collection<Var> expand(ArrayState state) {
    Set<Var> out = new LinkedHashSet<>();
    if (state.isFullyKnown()) {
      out.addAll(state.anywhere);
    }
    state.bySlot.values().forEach(out::addAll);
    if (!state.isFullyKnown()) {
      return out;
    }
    for (Map.Entry<Var, Set<Long>> copied : unionOf(state.copiedSlots.values()).entrySet()) {
      ArrayState source = arrays.get(copied.getKey());
      if (source != null
          && source.isFullyKnown()
          && coversArray(copied.getKey(), copied.getValue())) {
        out.addAll(source.anywhere);
      }
    }
    return out;
  }

  /** Returns the slots of every array in {@code parts}. */
  static Map<Var, Set<Long>> unionOf(Collection<Slots> parts) {
    Map<Var, Set<Long>> all = new LinkedHashMap<>();
    for (Slots part : parts) {
      part.byArray.forEach(
          (array, slots) -> all.computeIfAbsent(array, _ -> new LinkedHashSet<>()).addAll(slots));
    }
    return all;
  }

  private static boolean holdsEverySlot(ArrayState state) {
    if (state.extent.isEmpty() || !state.isFullyKnown()) {
      return false;
    }
    Set<Long> held = new LinkedHashSet<>(state.bySlot.keySet());
    held.addAll(state.copiedSlots.keySet());
    return areAll(held, state.extent.getAsLong());
  }
}
