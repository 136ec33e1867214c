package dev.orchlens.analysis;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Walk;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Values of the code around a program that only running it would tell, such as the answer of a
 * library. The compiler knows them, so what is refused for the lack of one is not the program's
 * mistake.
 */
final class UnknownParts {

  private UnknownParts() {}

  /**
   * Returns {@code problem}, or in its place that the program depends on a value that is not known
   * here.
   */
  static Problem insteadOf(Problem problem, Program lowered) {
    return first(lowered).orElse(problem);
  }

  /**
   * Returns that a parameter has a type that is not known here, if one has: then nothing can be
   * said of the program.
   */
  static Optional<Problem> inSignatures(Program lowered) {
    for (Function function : lowered.functions().values()) {
      for (Param param : function.params()) {
        if (param.var().type() instanceof Type.Unknown(String reason)) {
          return Optional.of(problem(reason, param.var().origin()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Problem> first(Program program) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      Walk.expressions(
          function.body(),
          e -> {
            if (e instanceof Expr.Unknown unknown && !unknown.isNoValue()) {
              found.add(problem(unknown.reason(), unknown.origin()));
            }
          });
    }
    return found.stream().findFirst();
  }

  private static Problem problem(String reason, Origin origin) {
    return new Problem(
        Code.MODULE_UNKNOWN_VALUE,
        "Only running the program tells this value ("
            + reason
            + "), so Orchlens cannot say what the compiler makes of"
            + " the program.",
        origin,
        List.of());
  }
}
