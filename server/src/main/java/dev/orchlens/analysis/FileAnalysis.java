package dev.orchlens.analysis;

import dev.orchlens.ir.Problem;
import dev.orchlens.syntax.SyntaxTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that is known about one file of a program, in one snapshot.
 *
 * @param tree its syntax, which knows the document's version
 * @param places where origins lie in the same snapshot
 * @param entries its programs, in the order of the text
 * @param problems what is wrong with the file itself: syntax, module-level code, and the rules of the language
 * @param loadError why the compiler would not load the file at all
 * @param imports the keys of the other files whose content counts for this one
 * @param defects faults of our own that were met; each cost the facts of one program
 */
public record FileAnalysis(
    SyntaxTree tree,
    Places places,
    List<EntryAnalysis> entries,
    List<Problem> problems,
    Optional<Problem> loadError,
    Set<String> imports,
    List<Throwable> defects) {
  public FileAnalysis {
    entries = List.copyOf(entries);
    problems = List.copyOf(problems);
    imports = Set.copyOf(imports);
    defects = List.copyOf(defects);
  }

  /** Returns the file's URI. */
  public String uri() {
    return tree.document().uri();
  }

  /** Returns the version of the document that was analysed. */
  public int version() {
    return tree.document().version();
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
