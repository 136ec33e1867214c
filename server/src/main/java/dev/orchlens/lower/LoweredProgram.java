package dev.orchlens.lower;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import java.util.List;
import java.util.Map;

/**
 * A program after lowering.
 *
 * @param ir the program
 * @param problems the rules it breaks: those of the program as a whole, then those of each function
 * @param functions its functions by name, in the order in which they were lowered
 */
public record LoweredProgram(Program ir, List<Problem> problems, Map<String, LoweredFunction> functions) {
  public LoweredProgram {
    problems = List.copyOf(problems);
    functions = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(functions));
  }
}
