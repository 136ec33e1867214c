package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the first call of a helper in a function passes for each of its parameters.
 *
 * @param call the call
 * @param byParameter the arguments that a shape can be taken from, by parameter
 */
record CallArguments(Expr.Call call, Map<String, Argument> byParameter) {
  CallArguments {
    byParameter = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(byParameter));
  }

  /** An argument that a shape can be taken from. */
  sealed interface Argument permits Variable, Element {}

  /** A variable. */
  record Variable(String name) implements Argument {}

  /** A part of a variable such as {@code x[r]}, which has {@code dropped} dimensions less. */
  record Element(String base, int dropped) implements Argument {}

  /** Returns what the first call of a helper by its own name passes; empty without such a call. */
  static Optional<CallArguments> of(JitFunction caller, JitFunction helper) {
    return caller.text().firstCall(helper.name()).map(call -> of(call, helper.parameterNames()));
  }

  private static CallArguments of(Expr.Call call, List<String> parameters) {
    Map<String, Argument> arguments = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(parameters.size(), call.arguments().size()); i++) {
      put(arguments, parameters.get(i), call.arguments().get(i));
    }
    for (Part.Keyword keyword : call.keywords()) {
      keyword.name().ifPresent(name -> put(arguments, name.text(), keyword.value()));
    }
    return new CallArguments(call, arguments);
  }

  private static void put(Map<String, Argument> arguments, String parameter, Expr node) {
    argument(node)
        .ifPresentOrElse(a -> arguments.put(parameter, a), () -> arguments.remove(parameter));
  }

  private static Optional<Argument> argument(Expr node) {
    if (node instanceof Expr.Name name) {
      return Optional.of(new Variable(name.id()));
    }
    if (node instanceof Expr.Subscript(_, Expr.Name base, var index)) {
      List<Expr> indices =
          index instanceof Expr.TupleExpr tuple ? tuple.elements() : List.of(index);
      int dropped = (int) indices.stream().filter(i -> !(i instanceof Expr.Slice)).count();
      return dropped > 0 ? Optional.of(new Element(base.id(), dropped)) : Optional.empty();
    }
    return Optional.empty();
  }

  /** Returns the argument for a parameter, or null. */
  Argument get(String parameter) {
    return byParameter.get(parameter);
  }

  /** Returns the syntax of the argument for a parameter; the call where it passes none. */
  Expr place(String parameter, List<String> parameters) {
    Map<String, Expr> given = new HashMap<>();
    for (int i = 0; i < Math.min(parameters.size(), call.arguments().size()); i++) {
      given.put(parameters.get(i), call.arguments().get(i));
    }
    call.keywords().forEach(k -> k.name().ifPresent(name -> given.put(name.text(), k.value())));
    return given.getOrDefault(parameter, call);
  }
}
