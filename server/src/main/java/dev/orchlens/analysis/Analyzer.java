package dev.orchlens.analysis;

import dev.orchlens.lower.LoweringMemory;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.syntax.SyntaxTree;
import java.util.Optional;

/** Computes what is known about files, remembering by content what an edit leaves as it was. */
final class Analyzer {
  private static final int REMEMBERED_PROGRAMS = 64;
  private static final int REMEMBERED_FILES = 8;

  private final OperatorCatalog operators = OperatorCatalog.load();
  private final LoweringMemory memory = new LoweringMemory();
  private final EntryMemo entries = new EntryMemo(REMEMBERED_PROGRAMS);
  private final RecentAnalyses recent = new RecentAnalyses(REMEMBERED_FILES);

  /** Returns the analysis of one file as it is in a snapshot. */
  FileAnalysis analysis(Snapshot snapshot, SyntaxTree tree, Cancellation cancellation, Focus focus) {
    Optional<FileAnalysis> known = known(snapshot, tree);
    if (known.isPresent()) {
      return known.get();
    }
    FileAnalysis found =
        new FileAnalyzer(operators, memory, entries, snapshot, tree, cancellation).analyze(focus);
    recent.add(found, snapshot);
    return found;
  }

  /** Returns the analysis of one file as it is in a snapshot if it is known already. */
  Optional<FileAnalysis> known(Snapshot snapshot, SyntaxTree tree) {
    return recent.find(snapshot, tree);
  }

  /** Returns what can be shown of an analysis. */
  FileView view(FileAnalysis found) {
    return recent.view(found);
  }

  /** Forgets what is only worth remembering while a file is open. */
  void closed(String key) {
    recent.forget(key);
    entries.forget(key);
  }
}
