package dev.orchlens.cli;

import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Parses documents as fast as the machine can, files side by side on all processors, and takes the
 * time.
 */
final class ParseBenchmark {
  private final List<Document> documents;
  private final List<Document> largestFirst;

  ParseBenchmark(List<Document> documents) {
    this.documents = List.copyOf(documents);
    this.largestFirst =
        documents.stream()
            .sorted(
                Comparator.comparingInt((Document document) -> document.text().length()).reversed())
            .toList();
  }

  /**
   * One pass over everything: the trees in the order of the documents, and the seconds of
   * wall-clock time it took.
   */
  record Pass(List<SyntaxTree> trees, double seconds) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** The lines of all documents; an unfinished last line counts. */
  long lines() {
    long lines = 0;
    for (Document document : documents) {
      int last = document.lines().lineCount() - 1;
      lines += last + (document.lines().lineStart(last) < document.text().length() ? 1 : 0);
    }
    return lines;
  }

  /** Parses everything once and keeps the trees. */
  Pass pass() {
    long start = System.nanoTime();
    SyntaxTree[] trees = new SyntaxTree[documents.size()];
    IntStream.range(0, trees.length)
        .parallel()
        .forEach(i -> trees[i] = SyntaxTree.parse(documents.get(i)));
    return new Pass(Arrays.asList(trees), (System.nanoTime() - start) / 1e9);
  }

  /**
   * Parses everything several times and gives the median of the seconds that the passes of the last
   * half took.
   */
  double warmSeconds(int rounds) {
    double[] seconds = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      largestFirst.parallelStream().forEach(SyntaxTree::parse);
      seconds[round] = (System.nanoTime() - start) / 1e9;
    }
    double[] last = Arrays.copyOfRange(seconds, rounds / 2, rounds);
    Arrays.sort(last);
    return last[last.length / 2];
  }
}
