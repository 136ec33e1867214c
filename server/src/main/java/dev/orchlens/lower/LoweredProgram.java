package dev.orchlens.lower;

import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program after lowering.
 *
 * @param ir the program
 * @param problems the rules it breaks: those of the program as a whole, then those of each function
 * @param functions its functions by name, in the order in which they were lowered
 * @param reads the names of modules that specialising read, beyond those that the functions read
 */
public record LoweredProgram(
    Program ir,
    List<Problem> problems,
    Map<String, LoweredFunction> functions,
    Set<LoweredFunction.Read> reads) {
  public LoweredProgram {
    problems = List.copyOf(problems);
    reads = Set.copyOf(reads);
    functions = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(functions));
  }

  /** Returns this program with other names of modules that specialising read. */
  LoweredProgram withReads(Set<LoweredFunction.Read> names) {
    return new LoweredProgram(ir, problems, functions, names);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
