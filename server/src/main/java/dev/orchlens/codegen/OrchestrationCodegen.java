package dev.orchlens.codegen;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;

/** Generates the orchestration C++ of functions. */
public final class OrchestrationCodegen {
  private OrchestrationCodegen() {}

  /**
   * Generates the C++ of an Orchestration function as {@link #generate} does, or says why that is
   * not possible.
   */
  public static CodegenOutcome attempt(Program program, Function function) {
    return attempt(program, function, () -> {});
  }

  /**
   * Generates the C++ of an Orchestration function as {@link #generate} does, or says why that is
   * not possible.
   *
   * @param checkpoint called at each statement; it may throw to leave work that is no longer wanted
   */
  public static CodegenOutcome attempt(Program program, Function function, Runnable checkpoint) {
    try {
      return new CodegenOutcome.Generated(
          new FunctionWriter(program, function, checkpoint).write());
    } catch (Rejection rejection) {
      return new CodegenOutcome.Refused(rejection.problem());
    }
  }

  /**
   * Generates the C++ of an Orchestration function.
   *
   * @param program the final program of the pipeline
   * @param function one of its Orchestration functions
   * @throws Rejection when the compiler would reject the program here, or fail; its problem says
   *     why
   */
  public static GeneratedOrchestration generate(Program program, Function function) {
    return new FunctionWriter(program, function, () -> {}).write();
  }
}
