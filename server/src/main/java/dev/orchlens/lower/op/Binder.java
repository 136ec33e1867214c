package dev.orchlens.lower.op;

import dev.orchlens.ir.op.RuleFailure;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Matches the arguments of a call to the parameters of a form, as Python binds them. */
final class Binder {
  private Binder() {}

  /** Keyword arguments that every operator call takes and that are not the operator's own. */
  private static final List<String> COMMON_KEYWORDS = List.of("attrs", "span");

  /**
   * Returns the operand of each parameter that got one; {@code None} counts as none. Fails when an
   * argument is missing, left over, unknown or given twice.
   */
  static Map<String, Operand> bind(Form form, SurfaceCall call) {
    Map<String, Operand> bound = new LinkedHashMap<>();
    List<Parameter> byPosition = form.parameters().stream().filter(p -> !p.keywordOnly()).toList();
    if (call.positional().size() > byPosition.size()) {
      throw new RuleFailure(
          Code.OP_TOO_MANY_ARGUMENTS,
          "takes "
              + count(byPosition.size(), "positional argument")
              + ", but "
              + call.positional().size()
              + (call.positional().size() == 1 ? " is" : " are")
              + " given");
    }
    for (int i = 0; i < call.positional().size(); i++) {
      bound.put(byPosition.get(i).name(), call.positional().get(i));
    }
    for (Map.Entry<String, Operand> argument : call.keyword().entrySet()) {
      bindKeyword(form, argument, bound);
    }
    List<String> missing = new ArrayList<>();
    for (Parameter parameter : form.parameters()) {
      if (parameter.required() && !bound.containsKey(parameter.name())) {
        missing.add("'" + parameter.name() + "'");
      }
    }
    if (!missing.isEmpty()) {
      throw new RuleFailure(Code.OP_MISSING_ARGUMENT, "needs " + String.join(", ", missing));
    }
    bound.values().removeIf(Operand.None.class::isInstance);
    return bound;
  }

  private static void bindKeyword(
      Form form, Map.Entry<String, Operand> argument, Map<String, Operand> bound) {
    String name = argument.getKey();
    if (COMMON_KEYWORDS.contains(name)) {
      return;
    }
    if (form.parameters().stream().noneMatch(p -> p.name().equals(name))) {
      throw new RuleFailure(Code.OP_UNKNOWN_KEYWORD, "has no argument called '" + name + "'");
    }
    if (bound.putIfAbsent(name, argument.getValue()) != null) {
      throw new RuleFailure(Code.OP_ARGUMENT_GIVEN_TWICE, "gets its argument '" + name + "' twice");
    }
  }

  private static String count(int number, String noun) {
    return number == 0 ? "no " + noun + "s" : number + " " + noun + (number == 1 ? "" : "s");
  }
}
