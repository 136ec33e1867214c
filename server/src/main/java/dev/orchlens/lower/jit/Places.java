package dev.orchlens.lower.jit;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
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

  static Problem error(Code code, DecoratedFunction function, Node node, String message) {
    return new Problem(code, message, of(function, node));
  }

  static Problem error(Code code, Origin place, String message, Problem.Related related) {
    return new Problem(code, message, place, List.of(related));
  }
}
