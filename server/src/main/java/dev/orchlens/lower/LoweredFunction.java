package dev.orchlens.lower;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Problem;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.module.value.ModuleEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A function after lowering, with all that its result depends on.
 *
 * @param function the function
 * @param signature what its callers see
 * @param problems the rules it breaks, in order of its text
 * @param reads the names of modules that were read, whether they exist or not
 * @param callees the functions of the program it calls
 * @param externals the functions from outside that it calls, by name; they become part of the
 *     program
 * @param aliases names in the function that specialising made, each with the name that the user
 *     wrote
 */
public record LoweredFunction(
    Function function,
    Signature signature,
    List<Problem> problems,
    Set<Read> reads,
    Set<String> callees,
    Map<String, DecoratedFunction> externals,
    Map<String, String> aliases) {
  public LoweredFunction {
    problems = List.copyOf(problems);
    reads = Set.copyOf(reads);
    callees = Set.copyOf(callees);
    externals = Map.copyOf(externals);
    aliases = Map.copyOf(aliases);
  }

  /**
   * A name of a module that the function reads; its fingerprint there decides whether the function
   * is out of date.
   */
  public record Read(ModuleEnvironment module, String name) {}

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
