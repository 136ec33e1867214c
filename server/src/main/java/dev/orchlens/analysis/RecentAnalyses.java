package dev.orchlens.analysis;

import dev.orchlens.syntax.SyntaxTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The analyses of the files that were looked at last: of each the latest one, the latest one of a
 * text that was not broken, and the latest one of which it was known what holds tasks apart. Safe
 * for use by several threads.
 */
final class RecentAnalyses {
  private final Map<String, Kept> files;

  /**
   * Makes an empty memory.
   *
   * @param capacity how many files are remembered
   * @param onForgotten gets the key of each file that is forgotten for the sake of others
   */
  RecentAnalyses(int capacity, Consumer<String> onForgotten) {
    this.files =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            boolean tooMany = size() > capacity;
            if (tooMany) {
              onForgotten.accept(eldest.getKey());
            }
            return tooMany;
          }
        };
  }

  /**
   * What is kept of a file.
   *
   * @param analysis the latest analysis
   * @param snapshot the snapshot that it is of
   * @param good the latest one of a text that was not broken
   * @param ordered the latest one but {@code analysis} of which it was known what holds tasks apart
   */
  private record Kept(
      FileAnalysis analysis,
      Snapshot snapshot,
      Optional<FileAnalysis> good,
      Optional<FileAnalysis> ordered) {
    Optional<FileAnalysis> lastOrdered() {
      return analysis.facts(snapshot.settings().analyzeAutoScopes()).isOrdered()
          ? Optional.of(analysis)
          : ordered;
    }
  }

  /** Remembers the complete analysis of a file. */
  synchronized void add(FileAnalysis analysis, Snapshot snapshot) {
    String key = FilePaths.key(analysis.uri());
    Kept before = files.get(key);
    Optional<FileAnalysis> good =
        analysis.isBroken() && before != null
            ? before.good
            : Optional.of(analysis).filter(a -> !a.isBroken());
    Optional<FileAnalysis> ordered = before == null ? Optional.empty() : before.lastOrdered();
    files.put(key, new Kept(analysis, snapshot, good, ordered));
  }

  /**
   * Returns the analysis of a file if it holds in a snapshot: the file and all that counts for it
   * are the same there.
   */
  Optional<FileAnalysis> find(Snapshot now, SyntaxTree tree) {
    Kept kept;
    synchronized (this) {
      kept = files.get(FilePaths.key(tree.document().uri()));
    }
    return kept != null
            && kept.analysis.tree() == tree
            && now.hasSame(kept.snapshot, kept.analysis.imports())
        ? Optional.of(kept.analysis.movedTo(tree, now))
        : Optional.empty();
  }

  /** Returns what can be shown of an analysis of the present text of a file under a setting. */
  FileView view(FileAnalysis found, boolean analyzeAutoScopes) {
    Kept kept;
    synchronized (this) {
      kept = files.get(FilePaths.key(found.uri()));
    }
    return kept == null
        ? FileView.of(found, Optional.empty(), Optional.empty(), analyzeAutoScopes)
        : FileView.of(found, kept.good, kept.lastOrdered(), analyzeAutoScopes);
  }

  /** Forgets a file. */
  synchronized void forget(String key) {
    files.remove(key);
  }

  /** Forgets everything. */
  synchronized void clear() {
    files.clear();
  }
}
