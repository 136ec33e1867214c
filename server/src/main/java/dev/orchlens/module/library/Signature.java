package dev.orchlens.module.library;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.PythonException;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of a function of Python, written as Python's documentation writes them: {@code
 * sep=None, maxsplit=-1}. What stands before {@code /} is given by position only, what stands
 * behind {@code *} by name only; {@code *rest} and {@code **rest} take what is left. A {@code ?}
 * marks a parameter that may be missing and has no default value.
 */
final class Signature {
  private record Parameter(
      String name,
      boolean byPosition,
      boolean byName,
      boolean mayMiss,
      Optional<Value> otherwise) {}

  /**
   * Arguments by their parameters.
   *
   * @param positional those of the parameters that may be given by position, in their order, then
   *     those of {@code *rest}; it ends before the first parameter that misses
   * @param named those of the other parameters, then those of {@code **rest}
   */
  record Bound(List<Value> positional, Map<String, Value> named) {}

  private final List<Parameter> parameters = new ArrayList<>();
  private boolean takesMore;
  private boolean takesNames;

  private Signature() {}

  /** Reads a signature. */
  static Signature of(String text) {
    Signature signature = new Signature();
    boolean byPosition = true;
    for (String part : text.isEmpty() ? new String[0] : text.split(", ")) {
      if (part.equals("/")) {
        signature.parameters.replaceAll(
            each -> new Parameter(each.name, each.byPosition, false, each.mayMiss, each.otherwise));
      } else if (part.startsWith("**")) {
        signature.takesNames = true;
      } else if (part.startsWith("*")) {
        signature.takesMore = part.length() > 1;
        byPosition = false;
      } else {
        signature.parameters.add(parameter(part, byPosition));
      }
    }
    return signature;
  }

  private static Parameter parameter(String written, boolean byPosition) {
    int equals = written.indexOf('=');
    boolean mayMiss = written.endsWith("?");
    String name =
        equals >= 0
            ? written.substring(0, equals)
            : mayMiss ? written.substring(0, written.length() - 1) : written;
    Optional<Value> otherwise =
        equals < 0 ? Optional.empty() : Optional.of(constant(written.substring(equals + 1)));
    return new Parameter(name, byPosition, true, mayMiss, otherwise);
  }

  private static Value constant(String written) {
    return switch (written) {
      case "None" -> Value.NONE;
      case "True" -> Value.TRUE;
      case "False" -> Value.FALSE;
      case "()" -> Value.tuple();
      default ->
          written.startsWith("'")
              ? Value.of(written.substring(1, written.length() - 1))
              : Value.of(Long.parseLong(written));
    };
  }

  /**
   * Brings the arguments of a call to their parameters.
   *
   * @throws PythonException (TypeError) when one is missing, surplus or given twice
   */
  Bound bind(
      Interpreter interpreter,
      String function,
      List<Value> arguments,
      Map<String, Value> keywords) {
    Map<String, Value> given = new LinkedHashMap<>(keywords);
    List<Value> positional = new ArrayList<>();
    Map<String, Value> named = new LinkedHashMap<>();
    int next = 0;
    boolean missing = false;
    for (Parameter each : parameters) {
      boolean here = each.byPosition && next < arguments.size();
      Value byName = each.byName ? given.remove(each.name) : null;
      if (here && byName != null) {
        throw interpreter.error(
            "TypeError", function + "() got the argument '" + each.name + "' twice");
      }
      Value value =
          here ? arguments.get(next++) : byName != null ? byName : each.otherwise.orElse(null);
      if (value == null && !each.mayMiss) {
        throw interpreter.error(
            "TypeError", function + "() misses the argument '" + each.name + "'");
      }
      if (value != null && each.byPosition) {
        if (missing) {
          throw interpreter.error(
              "TypeError", function + "() misses an argument before '" + each.name + "'");
        }
        positional.add(value);
      } else if (value != null) {
        named.put(each.name, value);
      }
      missing |= value == null && each.byPosition;
    }
    if (next < arguments.size() && !takesMore) {
      throw interpreter.error(
          "TypeError",
          function
              + "() takes at most "
              + next
              + " arguments by position, got "
              + arguments.size());
    }
    positional.addAll(arguments.subList(next, arguments.size()));
    if (!given.isEmpty() && !takesNames) {
      throw interpreter.error(
          "TypeError", function + "() has no argument '" + given.keySet().iterator().next() + "'");
    }
    named.putAll(given);
    return new Bound(positional, named);
  }
}
