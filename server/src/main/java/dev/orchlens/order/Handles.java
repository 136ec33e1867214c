package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Slots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What TaskIds and arrays of TaskIds stand for, at the present point of a trace. */
final class Handles {
  /** The handle that stands for no task. */
  static final int NOTHING = 0;

  private static final int MOST_SLOTS = 256;

  private final Map<Var, Integer> ids = new HashMap<>();
  private final Map<Var, TaskArray> arrays = new HashMap<>();
  private final List<TaskArray> all = new ArrayList<>();
  private final Map<Integer, Slot> slots = new HashMap<>();
  private final List<Integer> copies = new ArrayList<>();
  private int count = 1;
  private boolean outside;

  /**
   * What a handle was read from.
   *
   * @param version how often the array had been written
   */
  private record Slot(TaskArray array, int index, int version) {}

  int count() {
    return count;
  }

  /** Returns whether a slot was written that no array has. */
  boolean outside() {
    return outside;
  }

  int fresh() {
    return count++;
  }

  void set(Var var, int handle) {
    ids.put(var, handle);
  }

  void set(Var var, TaskArray array) {
    arrays.put(var, array);
  }

  Optional<TaskArray> array(Expr value) {
    return value instanceof Var var ? Optional.ofNullable(arrays.get(var)) : Optional.empty();
  }

  /** Returns the handle of a single TaskId. */
  Optional<Integer> of(Expr value) {
    return value instanceof Var var ? Optional.ofNullable(ids.get(var)) : Optional.empty();
  }

  /** Returns the handles of what waiting for a value means. */
  List<Integer> awaited(Expr value) {
    Optional<TaskArray> array = array(value);
    if (array.isEmpty()) {
      return of(value).map(List::of).orElse(List.of());
    }
    List<Integer> handles = new ArrayList<>();
    for (int slot : array.get().slots()) {
      handles.add(slot);
    }
    handles.add(array.get().whole());
    return handles;
  }

  /**
   * Returns what else is waited for by who waits for some handles: all that an array stands for,
   * where each of its slots is among them as it is now.
   */
  List<Integer> together(List<Integer> handles) {
    Map<TaskArray, BitSet> read = new LinkedHashMap<>();
    for (int handle : handles) {
      Slot slot = slots.get(handle);
      if (slot != null && slot.version() == slot.array().version()) {
        read.computeIfAbsent(slot.array(), _ -> new BitSet()).set(slot.index());
      }
    }
    return read.entrySet().stream()
        .filter(e -> e.getValue().cardinality() == e.getKey().slots().length)
        .map(e -> e.getKey().whole())
        .toList();
  }

  /** Makes an array whose slots stand for no task. */
  TaskArray created(Type type, Frame home, Consumer<Step> steps) {
    long extent = type instanceof Type.Array a ? a.extent() : 0;
    // Of a slot that is not followed no run may say that it is empty.
    outside |= extent > MOST_SLOTS;
    int[] slots = new int[extent > MOST_SLOTS ? 0 : (int) extent];
    Arrays.setAll(slots, _ -> bound(new Step.Source.Nothing(), steps));
    TaskArray array = new TaskArray(slots, bound(new Step.Source.Nothing(), steps), home);
    all.add(array);
    return array;
  }

  /**
   * Writes a slot.
   *
   * @param by the write: what else it is known by than by the index
   * @param frame the innermost loop around it
   * @param steps takes what handles stand for from now on
   */
  void write(
      TaskArray array, Object by, Affine index, int value, Frame frame, Consumer<Step> steps) {
    int[] slots = array.slots();
    if (index.isConstant() && slots.length > 0) {
      boolean isRepeated = frame != array.home();
      if (array.isWrittenAnywhere() || isRepeated) {
        steps.accept(
            new Step.Bind(array.whole(), new Step.Source.Any(List.of(array.whole(), NOTHING))));
      }
      array.writtenAt(false);
      outside |= index.constant() < 0 || index.constant() >= slots.length;
      if (index.constant() >= 0 && index.constant() < slots.length) {
        int slot = slots[(int) index.constant()];
        steps.accept(new Step.Bind(slot, new Step.Source.All(List.of(value))));
        copied(slot, value);
      }
      return;
    }
    Slots filled = new Slots(index, array.home(), frame);
    for (int i = 0; i < slots.length; i++) {
      if (!filled.isApartFrom(Slots.one(i, array.home()))) {
        steps.accept(new Step.Bind(slots[i], new Step.Source.Any(List.of(slots[i], value))));
        this.slots.remove(slots[i]);
      }
    }
    array.written(by, filled, value);
    steps.accept(new Step.Bind(array.whole(), new Step.Source.Spread(value, array)));
  }

  /** A slot that a slot of another array was written to stands for that one. */
  private void copied(int slot, int value) {
    Slot source = slots.get(value);
    slots.remove(slot);
    if (source != null) {
      slots.put(slot, source);
      copies.add(slot);
    }
  }

  /** Returns what the slot at {@code index} stands for now. */
  int read(TaskArray array, Affine index, Consumer<Step> steps) {
    if (index.isConstant() && index.constant() >= 0 && index.constant() < array.slots().length) {
      int slot = (int) index.constant();
      int read = bound(new Step.Source.All(List.of(array.slots()[slot])), steps);
      slots.put(read, new Slot(array, slot, array.version()));
      return read;
    }
    if (array.isLast(index)) {
      return array.last();
    }
    List<Integer> any = new ArrayList<>(List.of(NOTHING, array.whole()));
    for (int slot : array.slots()) {
      any.add(slot);
    }
    return bound(new Step.Source.Any(any), steps);
  }

  int bound(Step.Source source, Consumer<Step> steps) {
    int handle = fresh();
    steps.accept(new Step.Bind(handle, source));
    return handle;
  }

  /** Copies one array into another. */
  void copy(TaskArray target, TaskArray source, Consumer<Step> steps) {
    if (target == source) {
      return;
    }
    target.changed();
    slots.keySet().removeAll(Arrays.stream(target.slots()).boxed().toList());
    for (int i = 0; i < Math.min(target.slots().length, source.slots().length); i++) {
      steps.accept(
          new Step.Bind(target.slots()[i], new Step.Source.All(List.of(source.slots()[i]))));
    }
    steps.accept(
        new Step.Bind(target.whole(), new Step.Source.Any(List.of(source.whole(), NOTHING))));
  }

  /** What was written last is no longer known where several ways come together, or begin. */
  void forgetLast() {
    all.forEach(TaskArray::forgetLast);
    copies.forEach(slots::remove);
    copies.clear();
  }
}
