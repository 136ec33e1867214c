package dev.orchlens.analysis;

import java.util.function.Supplier;

/**
 * The analysis of a file in two steps: the programs that somebody looks at, and the others.
 *
 * @param found what is known as soon as the first step is done; the names of the programs of the
 *     second one are pending in it, none where there is nothing left to do
 * @param rest takes the second step and returns all that is known; it throws a {@code
 *     CancellationException} when the work is withdrawn meanwhile
 */
public record AnalysisSteps(FileAnalysis found, Supplier<FileAnalysis> rest) {
  /** Returns the steps of an analysis that is complete. */
  static AnalysisSteps complete(FileAnalysis all) {
    return new AnalysisSteps(all, () -> all);
  }

  /** Returns whether the second step has nothing to do. */
  public boolean isComplete() {
    return found.pending().isEmpty();
  }
}
