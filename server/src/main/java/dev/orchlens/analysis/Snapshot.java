package dev.orchlens.analysis;

import dev.orchlens.ir.Origin;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.SourceRange;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The state of all files and settings at one moment. It never changes, so that an answer is made of one version of
 * everything; what it computes is remembered across snapshots by content.
 */
public final class Snapshot implements Places {
  private final Map<String, SyntaxTree> open;
  private final Settings settings;
  private final DiskFiles disk;
  private final Analyzer analyzer;
  private final Map<String, FileAnalysis> analyses = new ConcurrentHashMap<>();

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
    return treeAt(FilePaths.key(uri));
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
   * Returns all that is known about a program's file, or nothing when there is no such file.
   *
   * @throws java.util.concurrent.CancellationException when the work is withdrawn meanwhile
   */
  public Optional<FileAnalysis> analysis(String uri, Cancellation cancellation) {
    Optional<SyntaxTree> tree = tree(uri);
    if (tree.isEmpty()) {
      return Optional.empty();
    }
    String key = FilePaths.key(uri);
    FileAnalysis known = analyses.get(key);
    if (known == null) {
      known = analyzer.analyze(this, tree.get(), cancellation);
      analyses.put(key, known);
    }
    return Optional.of(known);
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
                                tree.absolute(item, new SourceRange(origin.start(), origin.end())))));
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
