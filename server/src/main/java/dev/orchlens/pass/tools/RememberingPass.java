package dev.orchlens.pass.tools;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import java.util.function.Consumer;

/** A pass that asks a memory about functions instead of looking at each of them again. */
public interface RememberingPass extends ProgramPass {

  @Override
  default Program run(Program program, Consumer<Problem> problems) {
    return run(program, problems, new PassMemory());
  }

  @Override
  Program run(Program program, Consumer<Problem> problems, PassMemory memory);
}
