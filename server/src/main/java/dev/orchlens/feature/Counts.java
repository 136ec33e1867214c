package dev.orchlens.feature;

import dev.orchlens.analysis.FileView;
import dev.orchlens.analysis.facts.FunctionFacts;
import java.util.List;

/**
 * How much there is in the programs of a file.
 *
 * @param programs those that compile
 * @param tasks the launches in their Orchestration functions
 * @param edges what these wait for, written or derived
 */
public record Counts(int programs, int tasks, int edges) {
  /** Counts what a file holds under the given setting; what is broken counts as it was before. */
  public static Counts of(FileView view, boolean analyzeAutoScopes) {
    List<CompiledFunction> all = view.both(analysis -> CompiledFunction.all(analysis, analyzeAutoScopes));
    return new Counts(
        (int) all.stream().map(CompiledFunction::entry).distinct().count(),
        all.stream().mapToInt(one -> one.function().tasks().size()).sum(),
        all.stream().mapToInt(one -> edges(one.function())).sum());
  }

  /** Counts the edges of a function. */
  static int edges(FunctionFacts function) {
    return derived(function) + function.tasks().stream().mapToInt(t -> t.userDeps().size()).sum();
  }

  /** Counts those of a function that the compiler derived. */
  static int derived(FunctionFacts function) {
    return function.tasks().stream().mapToInt(t -> t.compilerDeps().size()).sum();
  }
}
