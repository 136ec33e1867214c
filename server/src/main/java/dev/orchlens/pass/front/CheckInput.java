package dev.orchlens.pass.front;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.pass.tools.InOutUses;
import dev.orchlens.pass.tools.ProgramPass;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rejects programs that are not well formed: values that change their type from one iteration to
 * the next or with the branch taken, yields that something follows, variables read after a call
 * wrote to them. It stands before all passes and changes nothing (reference:
 * docs/en/dev/passes/verifier, "TypeChecked", "NoRedundantBlocks" and "InOutUseValid").
 */
public final class CheckInput implements ProgramPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      HandedOnTypes.check(function.body(), found::add);
      yieldsLast(function.body(), found::add);
      if (!isWrapper(function)) {
        InOutUses.check(function, program, found::add);
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  private static void yieldsLast(List<Stmt> body, Consumer<Problem> problems) {
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i) instanceof Stmt.Yield yield && i + 1 < body.size()) {
        problems.accept(
            new Problem(
                Code.LOOP_YIELD_NOT_LAST,
                "Something follows this pl.yield_; it must be the last statement of its loop or"
                    + " branch.",
                yield.origin()));
      }
      body.get(i).bodies().forEach(b -> yieldsLast(b, problems));
    }
  }

  /** The members of a wrapper share its outputs: it hands them to each. */
  private static boolean isWrapper(Function function) {
    return function.type() == FunctionType.GROUP || function.type() == FunctionType.SPMD;
  }
}
