package dev.orchlens.analysis;

import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.BadEditException;
import dev.orchlens.text.CharacterUnit;
import dev.orchlens.text.Document;
import dev.orchlens.text.TextEdit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that the user has open, as it changes. Each change makes a new {@link Snapshot}; work that
 * reads an older one goes on undisturbed until it is cancelled. Changes are made one after the
 * other; reading is free from any thread.
 */
public final class Workspace {
  /**
   * How many files that are not open are kept when one is closed; they are read again where they
   * are needed.
   */
  private static final int REMEMBERED_ON_DISK = 200;

  private final Analyzer analyzer = new Analyzer();
  private volatile Snapshot snapshot;

  /** Makes a workspace without open documents. */
  public Workspace(Settings settings) {
    this.snapshot = new Snapshot(Map.of(), settings, new DiskFiles(), analyzer);
  }

  /** Returns the present state. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Takes the editor's text of a document, which from now on counts instead of the file. */
  public synchronized Snapshot open(String uri, int version, String text) {
    return put(SyntaxTree.parse(Document.of(uri, version, text)));
  }

  /**
   * Applies edits to an open document.
   *
   * @param unit what the characters of their positions are counted in
   * @return the new state, or nothing when the document is not open
   * @throws dev.orchlens.text.BadEditException when the edits are not those of the text that the
   *     document has
   */
  public synchronized Optional<Snapshot> change(
      String uri, int version, List<TextEdit> edits, CharacterUnit unit) {
    SyntaxTree before = snapshot.open().get(FilePaths.key(uri));
    if (before == null) {
      return Optional.empty();
    }
    if (version <= before.document().version()) {
      throw new BadEditException(
          "version " + version + " came behind version " + before.document().version());
    }
    return Optional.of(
        put(SyntaxTree.reparse(before, before.document().apply(edits, version, unit))));
  }

  /** Forgets the editor's text of a document; the file counts again. */
  public synchronized Snapshot close(String uri) {
    Map<String, SyntaxTree> open = new HashMap<>(snapshot.open());
    open.remove(FilePaths.key(uri));
    analyzer.closed(FilePaths.key(uri));
    boolean many = snapshot.disk().count() > REMEMBERED_ON_DISK;
    DiskFiles disk = many ? new DiskFiles() : snapshot.disk().without(Set.of(FilePaths.key(uri)));
    return become(open, snapshot.settings(), disk);
  }

  /** Forgets all that can be found out again, since there is no room for it. */
  public synchronized void forget() {
    analyzer.forgetAll();
    become(snapshot.open(), snapshot.settings(), new DiskFiles());
  }

  /** Takes other settings. */
  public synchronized Snapshot configure(Settings settings) {
    return become(snapshot.open(), settings, new DiskFiles());
  }

  /** Learns that files on disk were made, changed or removed. */
  public synchronized Snapshot filesChanged(Collection<String> uris) {
    Set<String> keys = uris.stream().map(FilePaths::key).collect(Collectors.toSet());
    return become(snapshot.open(), snapshot.settings(), snapshot.disk().without(keys));
  }

  private Snapshot put(SyntaxTree tree) {
    Map<String, SyntaxTree> open = new HashMap<>(snapshot.open());
    open.put(FilePaths.key(tree.document().uri()), tree);
    return become(open, snapshot.settings(), snapshot.disk());
  }

  private Snapshot become(Map<String, SyntaxTree> open, Settings settings, DiskFiles disk) {
    snapshot = new Snapshot(Map.copyOf(open), settings, disk, analyzer);
    return snapshot;
  }
}
