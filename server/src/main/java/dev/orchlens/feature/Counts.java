package dev.orchlens.feature;

import dev.orchlens.analysis.FileView;
import dev.orchlens.analysis.facts.FunctionFacts;
import java.util.List;

/**
 * How much there is in the programs of a file.
 *
 * @param programs those that compile
 * @param tasks the launches in their Orchestration functions
 * @param edges who of these waits for whom, in whatever way; what the text and the compiler name
 *     while no more is known
 */
public record Counts(int programs, int tasks, int edges) {
  /** Counts what a file holds; what is broken counts as it was before. */
  public static Counts of(FileView view) {
    List<CompiledFunction> all = view.both(CompiledFunction::all);
    List<CompiledFunction> before = view.lastOrdered().map(CompiledFunction::all).orElse(List.of());
    return new Counts(
        (int) all.stream().map(CompiledFunction::entry).distinct().count(),
        all.stream().mapToInt(one -> one.function().tasks().size()).sum(),
        all.stream().mapToInt(one -> edges(last(one, before))).sum());
  }

  /** Returns a function as it was when its order was known last, where it is not known now. */
  private static CompiledFunction last(CompiledFunction one, List<CompiledFunction> before) {
    return one.order().isPresent()
        ? one
        : before.stream()
            .filter(
                other ->
                    other.entry().name().equals(one.entry().name())
                        && other
                            .function()
                            .function()
                            .name()
                            .equals(one.function().function().name()))
            .findFirst()
            .orElse(one);
  }

  /** Counts the edges of a function. */
  static int edges(CompiledFunction one) {
    return one.order()
        .map(order -> OrderCounts.of(order).edges())
        .orElseGet(
            () ->
                derived(one.function())
                    + one.function().tasks().stream().mapToInt(t -> t.userDeps().size()).sum());
  }

  /** Counts those of a function that the compiler derived. */
  static int derived(FunctionFacts function) {
    return function.tasks().stream().mapToInt(t -> t.compilerDeps().size()).sum();
  }
}
