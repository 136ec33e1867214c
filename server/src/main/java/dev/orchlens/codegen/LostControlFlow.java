package dev.orchlens.codegen;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Stmt;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;

/** Finds the control flow that the reference accepts and leaves out of the generated code. */
final class LostControlFlow {
  private LostControlFlow() {}

  /**
   * Returns a warning for each statement of a function whose effect the generated code does not
   * have.
   */
  static List<Problem> in(Function function) {
    List<Problem> problems = new ArrayList<>();
    body(function.body(), false, problems);
    return problems;
  }

  private static void body(List<Stmt> body, boolean isConditional, List<Problem> problems) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.While loop ->
            problems.add(
                new Problem(
                    Code.CODEGEN_WHILE_LOOP_LOST,
                    "The generated code has no while loop: what is inside runs exactly once, and"
                        + " its condition is never asked. Use pl.range with the largest number of"
                        + " iterations and a branch inside.",
                    loop.origin()));
        case Stmt.Break exit -> problems.add(exit("break", exit.origin()));
        case Stmt.Continue exit -> problems.add(exit("continue", exit.origin()));
        case Stmt.Return exit when isConditional -> problems.add(exit("return", exit.origin()));
        default -> {}
      }
      boolean inside = isConditional || !(stmt instanceof Stmt.Scope);
      stmt.bodies().forEach(inner -> body(inner, inside, problems));
    }
  }

  private static Problem exit(String word, Origin origin) {
    return new Problem(
        Code.CODEGEN_EXIT_LOST,
        "The generated code goes on behind this "
            + word
            + ": it is left out of orchestration code. Put what it is to"
            + " skip into the other branch.",
        origin);
  }
}
