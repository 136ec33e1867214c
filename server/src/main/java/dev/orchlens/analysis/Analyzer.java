package dev.orchlens.analysis;

import dev.orchlens.lower.LoweringMemory;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.TextRange;
import java.util.List;
import java.util.Optional;

/** Computes what is known about files, remembering by content what an edit leaves as it was. */
final class Analyzer {
  private static final int REMEMBERED_PROGRAMS = 64;

  /**
   * Those between which somebody goes back and forth; the analysis of a large file takes tens of
   * megabytes.
   */
  private static final int REMEMBERED_FILES = 3;

  private final OperatorCatalog operators = OperatorCatalog.load();
  private volatile LoweringMemory memory = new LoweringMemory();
  private final EntryMemo entries = new EntryMemo(REMEMBERED_PROGRAMS);
  private final RecentAnalyses recent = new RecentAnalyses(REMEMBERED_FILES, entries::forget);

  /** Returns the analysis of one file as it is in a snapshot, what lies in some lines first. */
  AnalysisSteps analysis(
      Snapshot snapshot, SyntaxTree tree, Cancellation cancellation, List<TextRange> lines) {
    Optional<FileAnalysis> known = known(snapshot, tree);
    if (known.isPresent()) {
      return AnalysisSteps.complete(known.get());
    }
    AnalysisSteps steps =
        new FileAnalyzer(operators, memory, entries, snapshot, tree, cancellation).analyze(lines);
    return steps.isComplete()
        ? AnalysisSteps.complete(remembered(steps.found(), snapshot))
        : new AnalysisSteps(steps.found(), () -> remembered(steps.rest().get(), snapshot));
  }

  /** Returns the operators that programs may call. */
  OperatorCatalog operators() {
    return operators;
  }

  private FileAnalysis remembered(FileAnalysis found, Snapshot snapshot) {
    recent.add(found, snapshot);
    return found;
  }

  /**
   * Returns the analysis of a file in a snapshot that is made to see what comes out; it is not
   * remembered as the latest.
   */
  FileAnalysis trial(Snapshot snapshot, SyntaxTree tree, Cancellation cancellation) {
    return new FileAnalyzer(operators, memory, entries, snapshot, tree, cancellation)
        .analyze(List.of())
        .rest()
        .get();
  }

  /** Returns the analysis of one file as it is in a snapshot if it is known already. */
  Optional<FileAnalysis> known(Snapshot snapshot, SyntaxTree tree) {
    return recent.find(snapshot, tree);
  }

  /** Returns what can be shown of an analysis under a setting. */
  FileView view(FileAnalysis found, boolean analyzeAutoScopes) {
    return recent.view(found, analyzeAutoScopes);
  }

  /** Forgets all that can be found out again, since there is no room for it. */
  void forgetAll() {
    recent.clear();
    entries.clear();
    memory = new LoweringMemory();
  }

  /** Forgets what is only worth remembering while a file is open. */
  void closed(String key) {
    recent.forget(key);
    entries.forget(key);
  }
}
