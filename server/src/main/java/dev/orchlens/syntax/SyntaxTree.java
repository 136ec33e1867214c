package dev.orchlens.syntax;

import dev.orchlens.text.Document;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The syntax of one version of a document: its top-level items and where each of them starts. No
 * item instance occurs twice in a tree.
 */
public final class SyntaxTree {
  private final Document document;
  private final PlacedItems placed;
  private final List<TopLevel> items;
  private final List<Comment> looseComments;
  private final Map<TopLevel, Integer> places = new IdentityHashMap<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<String, TopLevel> byKey = new HashMap<>();

  /**
   * A tree of placed items and the comments outside of them, whose ranges count from the start of
   * the document.
   */
  SyntaxTree(Document document, PlacedItems placed, List<Comment> looseComments) {
    this.document = document;
    this.placed = placed;
    this.items = List.copyOf(placed.items());
    this.looseComments = List.copyOf(looseComments);
    Map<String, Integer> copies = new HashMap<>();
    for (TopLevel item : items) {
      places.put(item, keys.size());
      String base = baseKey(item);
      int copy = copies.merge(base, 1, Integer::sum);
      String key = copy == 1 ? base : base + "#" + copy;
      keys.add(key);
      byKey.put(key, item);
    }
  }

  /**
   * Parses a document. Text that is not Python costs the statements it stands in and never throws.
   */
  public static SyntaxTree parse(Document document) {
    return ModuleParser.parse(document);
  }

  /**
   * Parses a later version of the document of {@code previous}. Items that the changes between the
   * two cannot have touched are taken over as they are, by reference. The result equals that of
   * {@link #parse}.
   */
  public static SyntaxTree reparse(SyntaxTree previous, Document document) {
    return ModuleParser.reparse(previous, document);
  }

  /** The document that was parsed. */
  public Document document() {
    return document;
  }

  /** The top-level items in the order of the text. */
  public List<TopLevel> items() {
    return items;
  }

  /** All statements of the module in order. */
  public List<Stmt> statements() {
    return items.stream().flatMap(item -> item.statements().stream()).toList();
  }

  /**
   * A name for an item that is unique in this tree and stays the same while other items come, go
   * and move: the name that the item defines or, without one, its fingerprint.
   *
   * @throws IllegalArgumentException when the item is not of this tree
   */
  public String key(TopLevel item) {
    return keys.get(place(item));
  }

  /** The item that {@link #key} names. */
  public Optional<TopLevel> item(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /**
   * The offset in the document, in UTF-16 code units, at which an item starts.
   *
   * @throws IllegalArgumentException when the item is not of this tree
   */
  public int start(TopLevel item) {
    return placed.start(place(item));
  }

  /** Where in the document, in UTF-16 code units, a range of an item lies. */
  public SourceRange offsets(TopLevel item, SourceRange range) {
    return range.shift(start(item));
  }

  /** The lines and columns, both from 0 and in UTF-16 code units, of a range of an item. */
  public TextRange absolute(TopLevel item, SourceRange range) {
    return document.lines().range(offsets(item, range));
  }

  /** The item that covers an offset of the document or ends at it; none between items. */
  public Optional<TopLevel> itemAt(int offset) {
    int place = placed.lastUpTo(offset);
    return place < 0 || offset > placed.end(place)
        ? Optional.empty()
        : Optional.of(items.get(place));
  }

  /**
   * The nodes that an offset of the document lies in or directly behind, outermost first; empty
   * where there are none. Between two adjacent nodes the one that starts at the offset wins.
   */
  public List<Node> path(int offset) {
    List<Node> path = new ArrayList<>();
    itemAt(offset).ifPresent(item -> descend(item.statements(), offset - start(item), path));
    return path;
  }

  private static void descend(List<? extends Node> siblings, int offset, List<Node> path) {
    Node hit = null;
    for (Node node : siblings) {
      if (node.range().start() > offset) {
        break;
      }
      if (node.range().touches(offset)) {
        hit = node;
      }
    }
    if (hit != null) {
      path.add(hit);
      descend(hit.children(), offset, path);
    }
  }

  /** All comments, in order, with ranges in the document. */
  public List<Comment> comments() {
    List<Comment> all = new ArrayList<>(looseComments);
    for (TopLevel item : items) {
      item.comments()
          .forEach(comment -> all.add(new Comment(offsets(item, comment.range()), comment.text())));
    }
    all.sort((a, b) -> Integer.compare(a.range().start(), b.range().start()));
    return List.copyOf(all);
  }

  /** All syntax problems, in order, with ranges in the document. */
  public List<SyntaxProblem> problems() {
    List<SyntaxProblem> all = new ArrayList<>();
    for (TopLevel item : items) {
      item.problems()
          .forEach(
              found -> all.add(new SyntaxProblem(offsets(item, found.range()), found.message())));
    }
    return List.copyOf(all);
  }

  PlacedItems placed() {
    return placed;
  }

  List<Comment> looseComments() {
    return looseComments;
  }

  private int place(TopLevel item) {
    Integer place = places.get(item);
    if (place == null) {
      throw new IllegalArgumentException(
          "the item is not part of this version of " + document.uri());
    }
    return place;
  }

  private static String baseKey(TopLevel item) {
    String name = item.statements().isEmpty() ? "" : definedName(item.statements().getFirst());
    return name.isEmpty() ? item.fingerprint().hex() : name;
  }

  private static String definedName(Stmt statement) {
    return switch (statement) {
      case Stmt.FunctionDef def -> def.name().text();
      case Stmt.ClassDef def -> def.name().text();
      case Stmt.Assign(_, List<Expr> targets, _)
          when targets.getFirst() instanceof Expr.Name name ->
          name.id();
      case Stmt.AnnAssign(_, Expr.Name name, _, _, _) -> name.id();
      case Stmt.TypeAlias alias -> alias.name().text();
      default -> "";
    };
  }
}
