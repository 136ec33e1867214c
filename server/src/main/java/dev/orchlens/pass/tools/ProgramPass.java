package dev.orchlens.pass.tools;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import java.util.function.Consumer;

/**
 * One step of the pipeline. A pass is a pure function of its program and may be shared between
 * threads.
 */
public interface ProgramPass {

  /**
   * Returns the program after this pass.
   *
   * @param problems takes what the user should know although the compiler accepts the program
   * @throws dev.orchlens.ir.Rejection when the compiler rejects the program here
   */
  Program run(Program program, Consumer<Problem> problems);

  /**
   * Returns the program after this pass, as {@link #run(Program, Consumer)} does.
   *
   * @param memory what the pass found out about functions the last time, and keeps for the next
   */
  default Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return run(program, problems);
  }
}
