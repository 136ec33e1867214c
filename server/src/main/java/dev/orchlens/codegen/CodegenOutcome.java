package dev.orchlens.codegen;

import dev.orchlens.ir.Problem;

/** What the code generator makes of an Orchestration function. */
public sealed interface CodegenOutcome {
  /** The code was generated. */
  record Generated(GeneratedOrchestration orchestration) implements CodegenOutcome {}

  /** The compiler rejects the program at this point, or fails on it; {@code problem} says why. */
  record Refused(Problem problem) implements CodegenOutcome {}
}
