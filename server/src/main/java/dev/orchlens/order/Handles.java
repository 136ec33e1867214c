package dev.orchlens.order;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Frame;
import dev.orchlens.order.symbolic.Sym;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
  private int count = 1;
  private boolean outside;

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
   * @param frame the innermost loop around it
   * @param steps takes what handles stand for from now on
   */
  void write(TaskArray array, Affine index, int value, Frame frame, Consumer<Step> steps) {
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
        steps.accept(
            new Step.Bind(slots[(int) index.constant()], new Step.Source.All(List.of(value))));
      }
      return;
    }
    for (int slot : slots) {
      steps.accept(new Step.Bind(slot, new Step.Source.Any(List.of(slot, value))));
    }
    array.written(index, value, spreads(index, array.home(), frame));
    steps.accept(new Step.Bind(array.whole(), new Step.Source.Spread(value, array)));
  }

  /** Returns whether an index differs in all iterations of the loops inside of {@code home}. */
  private static boolean spreads(Affine index, Frame home, Frame frame) {
    if (!index.isKnown()) {
      return false;
    }
    int inside = Frame.depthOf(frame) - Frame.depthOf(home);
    int counters = 0;
    for (int i = 0; i < index.size(); i++) {
      Sym sym = index.sym(i);
      if (Frame.depthOf(sym.home()) > Frame.depthOf(home)) {
        if (sym.home().counter() != sym) {
          return false;
        }
        counters++;
      }
    }
    return inside == counters && inside <= 1;
  }

  /** Returns what the slot at {@code index} stands for now. */
  int read(TaskArray array, Affine index, Consumer<Step> steps) {
    if (index.isConstant() && index.constant() >= 0 && index.constant() < array.slots().length) {
      return bound(new Step.Source.All(List.of(array.slots()[(int) index.constant()])), steps);
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
  static void copy(TaskArray target, TaskArray source, Consumer<Step> steps) {
    if (target == source) {
      return;
    }
    for (int i = 0; i < Math.min(target.slots().length, source.slots().length); i++) {
      steps.accept(
          new Step.Bind(target.slots()[i], new Step.Source.All(List.of(source.slots()[i]))));
    }
    steps.accept(
        new Step.Bind(target.whole(), new Step.Source.Any(List.of(source.whole(), NOTHING))));
  }

  /** What was written last is no longer known where several ways come together. */
  void forgetLast() {
    all.forEach(TaskArray::forgetLast);
  }
}
