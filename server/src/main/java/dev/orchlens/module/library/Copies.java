package dev.orchlens.module.library;

import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.IteratorValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Copies of values, as the module {@code copy} of Python makes them. */
final class Copies {
  private final Interpreter interpreter;

  /**
   * The copies made so far: what a value holds twice, or holds again inside of itself, is copied
   * once.
   */
  private final Map<Value, Value> made = new IdentityHashMap<>();

  Copies(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /** A value of its own that holds the same values. */
  static Value shallow(Interpreter interpreter, Value value) {
    return switch (value) {
      case ListValue list -> {
        interpreter.budget.work(list.size());
        yield interpreter.list(new ArrayList<>(list.elements()));
      }
      case DictValue dict -> Containers.copy(interpreter, dict);
      case SetValue set -> Containers.set(interpreter, set.members(), set.isFrozen());
      case InstanceValue instance when !Iteration.isEnum(instance.type()) -> {
        refuse(interpreter, instance, "__copy__");
        InstanceValue copy = new InstanceValue(interpreter.heap, instance.type());
        instance.fields().forEach(copy::set);
        yield copy;
      }
      case IteratorValue _ -> interpreter.unknown("copies of iterators are not evaluated");
      default -> value;
    };
  }

  private static void refuse(Interpreter interpreter, InstanceValue instance, String method) {
    if (instance.type().attribute(method).isPresent()) {
      throw new UnknownAnswerException(
          interpreter.unknown("copies of this object are not evaluated"));
    }
  }

  /** A value of its own that holds copies of the values. */
  Value deep(Value value) {
    interpreter.budget.step();
    Value before = made.get(value);
    if (before != null) {
      return before;
    }
    interpreter.budget.inwards();
    try {
      return copied(value);
    } finally {
      interpreter.budget.outwards();
    }
  }

  private Value copied(Value value) {
    return switch (value) {
      case ListValue list -> {
        ListValue copy = interpreter.list(new ArrayList<>());
        made.put(list, copy);
        list.elements().forEach(each -> copy.append(deep(each)));
        yield copy;
      }
      case TupleValue tuple -> {
        List<Value> elements = new ArrayList<>();
        tuple.elements().forEach(each -> elements.add(deep(each)));
        Value copy = new TupleValue(elements, tuple.type());
        made.put(tuple, copy);
        yield copy;
      }
      case DictValue dict -> {
        DictValue copy =
            new DictValue(interpreter.heap, dict.kind(), dict.defaultFactory(), (_, _) -> {});
        made.put(dict, copy);
        dict.entries()
            .forEach(
                entry ->
                    copy.put(
                        Containers.key(interpreter, entry.key()),
                        deep(entry.key()),
                        deep(entry.value())));
        yield copy;
      }
      case SetValue set -> Containers.set(interpreter, set.members(), set.isFrozen());
      case InstanceValue instance when !Iteration.isEnum(instance.type()) -> {
        refuse(interpreter, instance, "__deepcopy__");
        InstanceValue copy = new InstanceValue(interpreter.heap, instance.type());
        made.put(instance, copy);
        instance.fields().forEach((name, each) -> copy.set(name, deep(each)));
        yield copy;
      }
      case IteratorValue _ -> interpreter.unknown("copies of iterators are not evaluated");
      default -> value;
    };
  }
}
