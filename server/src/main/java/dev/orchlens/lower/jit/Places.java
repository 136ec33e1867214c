package dev.orchlens.lower.jit;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.syntax.Node;
import java.util.List;
import java.util.Optional;

/** Gives syntax its place in the source. */
final class Places {
  private Places() {}

  /** Returns the place of a node of a function. */
  static Origin of(DecoratedFunction function, Node node) {
    return new Origin(
        function.site().file(),
        function.site().item(),
        node.range().start(),
        node.range().end(),
        Optional.empty());
  }

  static Problem error(JitRule rule, DecoratedFunction function, Node node, String message) {
    return Problem.error(rule.code(), message, of(function, node));
  }

  static Problem error(JitRule rule, Origin place, String message, Problem.Related related) {
    return new Problem(rule.code(), Problem.Severity.ERROR, message, place, List.of(related));
  }
}
