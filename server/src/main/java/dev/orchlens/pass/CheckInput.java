package dev.orchlens.pass;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rejects programs that read a variable after a call wrote to it. It stands before all passes and changes nothing
 * (reference: docs/en/dev/passes/99, "InOutUseValid").
 */
public final class CheckInput implements ProgramPass {

  @Override
  public String name() {
    return "pipeline_input";
  }

  @Override
  public Program run(Program program, Consumer<Problem> problems) {
    List<Problem> found = new ArrayList<>();
    for (Function function : program.functions().values()) {
      if (!isWrapper(function)) {
        InOutUses.check(function, program, found::add);
      }
    }
    Rejected.throwIfAny(found, problems);
    return program;
  }

  /** The members of a wrapper share its outputs: it hands them to each. */
  private static boolean isWrapper(Function function) {
    return function.type() == FunctionType.GROUP || function.type() == FunctionType.SPMD;
  }
}
