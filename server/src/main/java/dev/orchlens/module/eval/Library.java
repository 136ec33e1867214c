package dev.orchlens.module.eval;

import dev.orchlens.module.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the evaluator asks of Python's built-in names, types and libraries. */
public interface Library {

  /** Returns what a built-in name of Python stands for, if it is one. */
  Optional<Value> builtin(String name);

  /**
   * Returns whether a top-level module is one of Python or its usual libraries, which are not
   * looked into.
   */
  boolean hasModule(String name);

  /**
   * Returns what a name of a library's module or object stands for, such as {@code ceil} of {@code
   * math}.
   */
  Value member(Interpreter interpreter, String path, String name);

  /** Returns the attribute or method of a value of a built-in type, if it has one of this name. */
  Optional<Value> attribute(Interpreter interpreter, Value base, String name);

  /** Returns what a call of a library's function gives; empty where that is not modelled. */
  Optional<Value> call(
      Interpreter interpreter, String path, List<Value> arguments, Map<String, Value> keywords);

  /** Returns a value as {@code format()} and f-strings write it. */
  String format(Interpreter interpreter, Value value, String specification);

  /** Returns what the operator {@code %} makes of a string and what is to the right of it. */
  Value percent(Interpreter interpreter, String format, Value argument);
}
