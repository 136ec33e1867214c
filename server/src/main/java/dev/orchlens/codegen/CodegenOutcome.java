package dev.orchlens.codegen;

import dev.orchlens.ir.Problem;
import java.util.List;

/** What the code generator makes of an Orchestration function. */
public sealed interface CodegenOutcome {
  /** Returns what the user should know. */
  List<Problem> problems();

  /** The code was generated. */
  record Generated(GeneratedOrchestration orchestration) implements CodegenOutcome {
    @Override
    public List<Problem> problems() {
      return orchestration.problems();
    }
  }

  /** The compiler rejects the program at this point, or fails on it; {@code problem} says why. */
  record Refused(Problem problem) implements CodegenOutcome {
    @Override
    public List<Problem> problems() {
      return List.of(problem);
    }
  }
}
