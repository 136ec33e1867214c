package dev.orchlens.syntax;

import dev.orchlens.grammar.GrammarProblem;
import dev.orchlens.grammar.ItemParser;
import dev.orchlens.grammar.PythonParser.ItemContext;
import dev.orchlens.grammar.Tokenizer;
import dev.orchlens.text.Document;
import dev.orchlens.text.Fingerprint;
import dev.orchlens.text.SourceRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the tree of a document, taking over from the tree of an earlier version every item that the
 * edit between the two cannot have touched.
 */
final class ModuleParser {
  private final Document document;
  private final char[] text;
  private final Tokenizer tokenizer;
  private final ItemParser parser;
  private final FieldParser fields;
  private final NamePool names = new NamePool();
  private final PlacedItems placed = new PlacedItems();
  private final List<Comment> looseComments = new ArrayList<>();

  private ModuleParser(Document document, int start) {
    this.document = document;
    this.text = document.text().toCharArray();
    this.tokenizer = new Tokenizer(text, start, text.length);
    this.parser = new ItemParser(text, tokenizer.tokens());
    this.fields = new FieldParser(text, text.length);
  }

  /** Parses all of a document. */
  static SyntaxTree parse(Document document) {
    ModuleParser parser = new ModuleParser(document, 0);
    while (parser.tokenizer.nextItem()) {
      parser.place(parser.newItem());
    }
    parser.addLooseComments(Integer.MAX_VALUE);
    return parser.tree();
  }

  /** Parses what changed between the document of {@code previous} and this one. */
  static SyntaxTree reparse(SyntaxTree previous, Document document) {
    Change change = Change.between(previous.document().text(), document.text());
    PlacedItems old = previous.placed();
    int kept = old.countBefore(change.start());
    int start = kept == 0 ? 0 : old.end(kept - 1);
    ModuleParser parser = new ModuleParser(document, start);
    for (int i = 0; i < kept; i++) {
      parser.placed.add(old.item(i), old.start(i), old.reach(i));
    }
    for (Comment comment : previous.looseComments()) {
      if (comment.range().start() < start) {
        parser.looseComments.add(comment);
      }
    }
    parser.readChanged(previous, change, kept);
    return parser.tree();
  }

  private void readChanged(SyntaxTree previous, Change change, int kept) {
    PlacedItems old = previous.placed();
    Map<String, Deque<TopLevel>> replaced = new HashMap<>();
    for (int i = kept; i < old.size() && old.start(i) < change.oldEnd(); i++) {
      replaced.computeIfAbsent(old.item(i).text(), _ -> new ArrayDeque<>()).add(old.item(i));
    }
    while (tokenizer.nextItem()) {
      int start = tokenizer.itemStart();
      int same = start < change.newEnd() ? -1 : old.indexAt(start - change.growth());
      if (same >= kept) {
        takeOver(previous, same, change.growth());
        return;
      }
      Deque<TopLevel> candidates = replaced.get(itemText());
      place(candidates == null || candidates.isEmpty() ? newItem() : candidates.removeFirst());
    }
    addLooseComments(Integer.MAX_VALUE);
  }

  /** Takes over all items from an index on, and the comments behind its start. */
  private void takeOver(SyntaxTree previous, int from, int growth) {
    PlacedItems old = previous.placed();
    int oldStart = old.start(from);
    addLooseComments(oldStart + growth);
    for (int i = from; i < old.size(); i++) {
      placed.add(old.item(i), old.start(i) + growth, old.reach(i) + growth);
    }
    for (Comment comment : previous.looseComments()) {
      if (comment.range().start() >= oldStart) {
        looseComments.add(new Comment(comment.range().shift(growth), comment.text()));
      }
    }
  }

  private void addLooseComments(int before) {
    for (int[] comment : tokenizer.looseComments()) {
      if (comment[0] < before) {
        looseComments.add(comment(comment, 0));
      }
    }
  }

  private Comment comment(int[] range, int base) {
    return new Comment(
        new SourceRange(range[0] - base, range[1] - base), substring(range[0], range[1]));
  }

  private void place(TopLevel item) {
    placed.add(item, tokenizer.itemStart(), tokenizer.reach());
  }

  private SyntaxTree tree() {
    return new SyntaxTree(document, placed, looseComments);
  }

  // ---- one item

  private String itemText() {
    return substring(tokenizer.itemStart(), tokenizer.itemEnd());
  }

  private String substring(int start, int end) {
    return document.text().substring(start, end);
  }

  private TopLevel newItem() {
    int base = tokenizer.itemStart();
    ItemSource source = new ItemSource(text, base, names);
    ItemContext context = parser.item(tokenizer.problems().isEmpty());
    List<Stmt> statements =
        new StatementBuilder(source, tokenizer.tokens(), parser, fields).suite(context.body);
    CompileRules.check(statements, source);
    List<Comment> comments = new ArrayList<>(tokenizer.comments().size());
    tokenizer.comments().forEach(comment -> comments.add(comment(comment, base)));
    String itemText = itemText();
    return new TopLevel(itemText, Fingerprint.of(itemText), statements, comments, problems(source));
  }

  /**
   * All that is wrong; a line that does not parse is left out where what is wrong with its tokens
   * explains it.
   */
  private List<SyntaxProblem> problems(ItemSource source) {
    List<SyntaxProblem> problems = new ArrayList<>(source.problems());
    tokenizer.problems().forEach(problem -> problems.add(relative(source, problem)));
    if (!parser.problems().isEmpty()) {
      BitSet explained = new BitSet();
      tokenizer
          .problems()
          .forEach(problem -> explained.set(tokenizer.tokens().line(problem.start())));
      for (GrammarProblem problem : parser.problems()) {
        if (!explained.get(tokenizer.tokens().line(problem.start()))) {
          problems.add(relative(source, problem));
        }
      }
    }
    problems.sort(Comparator.comparingInt(problem -> problem.range().start()));
    return problems;
  }

  private static SyntaxProblem relative(ItemSource source, GrammarProblem problem) {
    return new SyntaxProblem(source.range(problem.start(), problem.end()), problem.message());
  }
}
