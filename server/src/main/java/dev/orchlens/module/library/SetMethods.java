package dev.orchlens.module.library;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.eval.Containers;
import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.Iteration;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.UnknownAnswerException;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Operator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The methods of {@code set} and {@code frozenset}. */
final class SetMethods {
  private SetMethods() {}

  static Map<String, Methods.Entry> frozenSet() {
    Map<String, Methods.Entry> table = new HashMap<>();
    combination(table, "union", "*others", Operator.Binary.BIT_OR);
    combination(table, "intersection", "*others", Operator.Binary.BIT_AND);
    combination(table, "difference", "*others", Operator.Binary.SUBTRACT);
    combination(table, "symmetric_difference", "other, /", Operator.Binary.BIT_XOR);
    table.put(
        "issubset",
        Methods.entry(
            "other, /",
            (in, self, args, _) ->
                Value.of(
                    Containers.holds(in, Containers.asSet(in, args.getFirst()), (SetValue) self))));
    table.put(
        "issuperset",
        Methods.entry(
            "other, /",
            (in, self, args, _) -> Value.of(!any(in, (SetValue) self, args.getFirst(), false))));
    table.put(
        "isdisjoint",
        Methods.entry(
            "other, /",
            (in, self, args, _) -> Value.of(!any(in, (SetValue) self, args.getFirst(), true))));
    table.put(
        "copy",
        Methods.entry(
            "",
            (in, self, _, _) ->
                Containers.set(in, ((SetValue) self).members(), ((SetValue) self).isFrozen())));
    return table;
  }

  /**
   * Whether any element of an iterable is a member of a set, or is none; it is not asked further
   * than that.
   */
  private static boolean any(
      Interpreter interpreter, SetValue set, Value iterable, boolean member) {
    for (Value each : interpreter.iteration.members(iterable)) {
      interpreter.budget.step();
      if (set.contains(Containers.key(interpreter, each)) == member) {
        return true;
      }
    }
    return false;
  }

  private static void combination(
      Map<String, Methods.Entry> table, String name, String signature, Operator.Binary operator) {
    table.put(
        name,
        Methods.entry(
            signature,
            (in, self, args, _) -> {
              SetValue result =
                  Containers.set(in, ((SetValue) self).members(), ((SetValue) self).isFrozen());
              for (Value each : args) {
                result = Containers.combine(in, operator, result, Containers.asSet(in, each));
              }
              return result;
            }));
  }

  private static void updating(
      Map<String, Methods.Entry> table, String name, String signature, Operator.Binary operator) {
    table.put(
        name,
        Methods.entry(
            signature,
            (in, self, args, _) -> {
              SetValue set = (SetValue) self;
              for (Value each : args) {
                SetValue result = Containers.combine(in, operator, set, Containers.asSet(in, each));
                set.clear();
                result.members().forEach(member -> set.add(Containers.key(in, member), member));
              }
              return Value.NONE;
            }));
  }

  static Map<String, Methods.Entry> set() {
    Map<String, Methods.Entry> table = new HashMap<>(frozenSet());
    table.put(
        "add",
        Methods.entry(
            "object, /",
            (in, self, args, _) -> {
              Budget.size(((SetValue) self).members().size() + 1L);
              ((SetValue) self).add(Containers.key(in, args.getFirst()), args.getFirst());
              return Value.NONE;
            }));
    table.put(
        "discard",
        Methods.entry(
            "object, /",
            (in, self, args, _) -> {
              ((SetValue) self).remove(Containers.wanted(in, args.getFirst()));
              return Value.NONE;
            }));
    table.put(
        "remove",
        Methods.entry(
            "object, /",
            (in, self, args, _) -> {
              if (!((SetValue) self).remove(Containers.wanted(in, args.getFirst()))) {
                throw in.missing(args.getFirst());
              }
              return Value.NONE;
            }));
    table.put(
        "clear",
        Methods.entry(
            "",
            (_, self, _, _) -> {
              ((SetValue) self).clear();
              return Value.NONE;
            }));
    table.put("update", Methods.entry("*others", SetMethods::update));
    updating(table, "difference_update", "*others", Operator.Binary.SUBTRACT);
    updating(table, "intersection_update", "*others", Operator.Binary.BIT_AND);
    updating(table, "symmetric_difference_update", "other, /", Operator.Binary.BIT_XOR);
    table.put(
        "pop",
        Methods.entry(
            "",
            (in, self, _, _) -> {
              throw ((SetValue) self).members().isEmpty()
                  ? in.error("KeyError", "pop from an empty set")
                  : new UnknownAnswerException(in.unknown(Iteration.NO_ORDER));
            }));
    return table;
  }

  private static Value update(
      Interpreter interpreter, Value self, List<Value> arguments, Map<String, Value> keywords) {
    for (Value each : arguments) {
      for (Value member : interpreter.iteration.members(each)) {
        interpreter.budget.step();
        Budget.size(((SetValue) self).members().size() + 1L);
        ((SetValue) self).add(Containers.key(interpreter, member), member);
      }
    }
    return Value.NONE;
  }
}
