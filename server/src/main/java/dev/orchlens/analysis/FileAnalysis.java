package dev.orchlens.analysis;

import dev.orchlens.ir.Problem;
import dev.orchlens.syntax.SyntaxTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * All that is known about one file of a program, in one snapshot.
 *
 * @param tree its syntax, which knows the document's version
 * @param places where origins lie in the same snapshot
 * @param entries its programs, in the order of the text
 * @param pending the names of programs that are not analysed yet; none in an analysis that is
 *     complete
 * @param problems what is wrong with the file itself: syntax, module-level code, and the rules of
 *     the language
 * @param loadError why the compiler would not load the file at all
 * @param imports the keys of the other files whose content counts for this one
 * @param met faults of our own that were met; each cost the facts of one program
 */
public record FileAnalysis(
    SyntaxTree tree,
    Places places,
    List<EntryAnalysis> entries,
    Set<String> pending,
    List<Problem> problems,
    Optional<Problem> loadError,
    Set<String> imports,
    List<Throwable> met) {
  public FileAnalysis {
    entries = List.copyOf(entries);
    pending = Set.copyOf(pending);
    problems = List.copyOf(problems);
    imports = Set.copyOf(imports);
    met = List.copyOf(met);
  }

  /** Returns the file's URI. */
  public String uri() {
    return tree.document().uri();
  }

  /** Returns whether the text cannot be read as Python everywhere. */
  public boolean isBroken() {
    return tree.items().stream().anyMatch(item -> !item.problems().isEmpty());
  }

  /** Returns this analysis with those programs only whose names are wanted. */
  FileAnalysis only(Predicate<String> wanted) {
    List<EntryAnalysis> some = entries.stream().filter(entry -> wanted.test(entry.name())).toList();
    return new FileAnalysis(tree, places, some, pending, problems, loadError, imports, met);
  }

  /** Returns the programs of this analysis, and nothing else, for a later state of the files. */
  FileAnalysis programsAt(SyntaxTree laterTree, Places later) {
    return new FileAnalysis(
        laterTree, later, entries, Set.of(), List.of(), Optional.empty(), imports, List.of());
  }

  /**
   * Returns this analysis for a later state of the files, in which origins lie where {@code later}
   * says.
   */
  FileAnalysis movedTo(SyntaxTree laterTree, Places later) {
    return new FileAnalysis(laterTree, later, entries, pending, problems, loadError, imports, met);
  }

  /** Returns what the compiler makes of it under a setting. */
  public FileFacts facts(boolean analyzing) {
    return new FileFacts(this, analyzing);
  }

  /** Returns the faults of our own that were met so far. */
  public List<Throwable> defects() {
    return Stream.concat(met.stream(), written()).toList();
  }

  private Stream<Throwable> written() {
    return entries.stream()
        .flatMap(EntryAnalysis::codes)
        .distinct()
        .flatMap(code -> code.defect().stream());
  }

  /**
   * Writes the C++ of all programs under both settings, and returns the faults of our own that were
   * met.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public List<Throwable> write(Cancellation cancellation) {
    List<ProgramCode> codes = entries.stream().flatMap(EntryAnalysis::codes).distinct().toList();
    codes.parallelStream().forEach(code -> code.write(cancellation::check));
    return written().toList();
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
