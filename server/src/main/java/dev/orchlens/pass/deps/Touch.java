package dev.orchlens.pass.deps;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.LinearForm;
import dev.orchlens.pass.storage.ScalarForms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a task certainly does with a part of a tensor.
 *
 * @param kind what it does
 * @param window the part, an interval for each axis; empty for the whole, or for a part of it that is not known
 * @param chosenBy what chooses the part when it is not known: with the same values it is the same part
 */
record Touch(AccessKind kind, Optional<List<Span>> window, Set<Var> chosenBy) {

  /**
   * An interval of one axis.
   *
   * @param start its first element
   * @param length the number of its elements, more than 0
   */
  record Span(LinearForm start, long length) {}

  Touch {
    window = window.map(List::copyOf);
    chosenBy = Set.copyOf(chosenBy);
  }

  static Touch whole(AccessKind kind) {
    return new Touch(kind, Optional.empty(), Set.of());
  }

  static Touch of(AccessKind kind, List<Span> window) {
    return new Touch(kind, Optional.of(window), Set.of());
  }

  /**
   * Returns this touch with the arguments of a call in place of parameters; nothing when they cannot be said.
   *
   * @param arguments the arguments by parameter; other variables stay
   * @param forms what the caller computes
   */
  Optional<Touch> with(Map<Var, Expr> arguments, ScalarForms forms) {
    Set<Var> choosing = new LinkedHashSet<>();
    for (Var param : chosenBy) {
      Optional<LinearForm> value = value(param, arguments, forms);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      choosing.addAll(value.get().factors().keySet());
    }
    List<Span> spans = new ArrayList<>();
    for (Span span : window.orElse(List.of())) {
      Optional<LinearForm> start = span.start.replaced(var -> value(var, arguments, forms));
      if (start.isEmpty()) {
        return Optional.empty();
      }
      spans.add(new Span(start.get(), span.length));
    }
    return Optional.of(new Touch(kind, window.map(_ -> spans), choosing));
  }

  private static Optional<LinearForm> value(Var var, Map<Var, Expr> arguments, ScalarForms forms) {
    Expr argument = arguments.get(var);
    return argument == null ? Optional.of(LinearForm.of(var)) : forms.of(argument);
  }
}
