package dev.orchlens.analysis;

import dev.orchlens.ir.Origin;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.CharacterUnit;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextEdit;
import dev.orchlens.text.TextRange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The state of all files and settings at one moment. It never changes, so that an answer is made of
 * one version of everything; what it computes is remembered across snapshots by content.
 */
public final class Snapshot implements Places {
  private final Map<String, SyntaxTree> open;
  private final Settings settings;
  private final DiskFiles disk;
  private final Analyzer analyzer;

  /** Of each URI that was asked for; taking one apart costs more than what is looked up by it. */
  private final Map<String, String> keys = new ConcurrentHashMap<>();

  Snapshot(Map<String, SyntaxTree> open, Settings settings, DiskFiles disk, Analyzer analyzer) {
    this.open = open;
    this.settings = settings;
    this.disk = disk;
    this.analyzer = analyzer;
  }

  /** Returns the user's settings. */
  public Settings settings() {
    return settings;
  }

  /** Returns the syntax of an open document, or of a file on disk. */
  public Optional<SyntaxTree> tree(String uri) {
    return treeAt(keys.computeIfAbsent(uri, FilePaths::key));
  }

  /** Returns whether the editor holds this document. */
  public boolean isOpen(String uri) {
    return open.containsKey(FilePaths.key(uri));
  }

  /** Returns the documents that the editor holds. */
  public Collection<SyntaxTree> openTrees() {
    return open.values();
  }

  /**
   * Returns all that is known about a program's file, its C++ included, or nothing when there is no
   * such file.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public Optional<FileAnalysis> analysis(String uri, Cancellation cancellation) {
    Optional<FileAnalysis> all =
        analysis(uri, cancellation, List.of()).map(steps -> steps.rest().get());
    all.ifPresent(analysis -> analysis.write(cancellation));
    return all;
  }

  /**
   * Returns what is known about a program's file as far as somebody looks at it, with the step to
   * all of it, or nothing when there is no such file. Its C++ is not written yet.
   *
   * @param lines the stretches of the file that somebody looks at; none where all of it is wanted
   *     at once
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public Optional<AnalysisSteps> analysis(
      String uri, Cancellation cancellation, List<TextRange> lines) {
    return tree(uri).map(tree -> analyzer.analysis(this, tree, cancellation, lines));
  }

  /**
   * Returns what would be known about a program's file behind some edits, which are not made.
   *
   * @param tree the text that the edits were made for
   * @param edits each counts positions, in UTF-16 code units, in the text that those before it have
   *     left
   * @return nothing when the file has another text here
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public Optional<FileAnalysis> trial(
      SyntaxTree tree, List<TextEdit> edits, Cancellation cancellation) {
    String key = FilePaths.key(tree.document().uri());
    if (treeAt(key).filter(present -> present == tree).isEmpty()) {
      return Optional.empty();
    }
    SyntaxTree edited =
        SyntaxTree.reparse(
            tree, tree.document().apply(edits, tree.document().version() + 1, CharacterUnit.UTF16));
    Map<String, SyntaxTree> all = new HashMap<>(open);
    all.put(key, edited);
    return Optional.of(
        analyzer.trial(
            new Snapshot(Map.copyOf(all), settings, disk, analyzer), edited, cancellation));
  }

  /** Returns all that is known about a program's file if that is known already. */
  public Optional<FileAnalysis> known(String uri) {
    return tree(uri).flatMap(tree -> analyzer.known(this, tree));
  }

  /** Returns the operators that programs may call. */
  public OperatorCatalog operators() {
    return analyzer.operators();
  }

  /** Returns what can be shown of an analysis of this snapshot, be it complete or not. */
  public FileView view(FileAnalysis found) {
    return analyzer.view(found, settings.analyzeAutoScopes());
  }

  /**
   * Returns whether an analysis of another snapshot, whose own file is the same here, holds here
   * too.
   */
  public boolean confirms(FileAnalysis analysis, Snapshot other) {
    return hasSame(other, analysis.imports());
  }

  /**
   * Returns whether files, the folders around them and the settings are here what they are in
   * another snapshot.
   */
  boolean hasSame(Snapshot other, Set<String> keys) {
    return this == other
        || (settings.equals(other.settings)
            && disk.knowsSame(other.disk)
            && keys.stream().allMatch(key -> open.get(key) == other.open.get(key)));
  }

  @Override
  public Optional<Place> of(Origin origin) {
    return tree(origin.file())
        .flatMap(
            tree ->
                tree.item(origin.item())
                    .filter(item -> origin.end() <= item.text().length())
                    .map(
                        item ->
                            new Place(
                                origin.file(),
                                tree.absolute(
                                    item, new SourceRange(origin.start(), origin.end())))));
  }

  Optional<SyntaxTree> treeAt(String key) {
    SyntaxTree tree = open.get(key);
    return tree != null ? Optional.of(tree) : disk.tree(key);
  }

  Map<String, SyntaxTree> open() {
    return open;
  }

  DiskFiles disk() {
    return disk;
  }
}
