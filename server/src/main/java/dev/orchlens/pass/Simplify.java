package dev.orchlens.pass;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import java.util.List;
import java.util.function.Consumer;

/**
 * Simplifies scalar arithmetic, takes branches and loops away whose outcome is known, and drops scalars and branch
 * results that nothing reads (reference: docs/en/dev/passes/05, "Algorithm").
 */
public final class Simplify implements ProgramPass {

  @Override
  public String name() {
    return "Simplify";
  }

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    return program.mapFunctions(Simplify::simplified);
  }

  private static Function simplified(Function f) {
    List<Stmt> body = DeadCode.without(new Simplifier(f.body()).body(f.body()));
    return body == f.body() ? f : f.withBody(body);
  }
}
