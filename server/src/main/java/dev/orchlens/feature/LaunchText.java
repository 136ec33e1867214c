package dev.orchlens.feature;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Origin;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.LineIndex;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A launch as it is written: where its TaskId gets a name, and where it is told what to wait for.
 */
final class LaunchText {
  private static final Set<String> SUBMITS = Set.of("submit", "spmd_submit");
  private static final Set<String> REGIONS = Set.of("at", "spmd");

  private final String text;
  private final int base;
  private final Stmt statement;
  private final Expr.Call call;

  /**
   * A text that takes the place of another one.
   *
   * @param start the first code unit that is replaced, from the start of the file
   * @param end the one behind the last
   */
  record Edit(int start, int end, String text) {}

  /** The name of a TaskId, and the edits that give it that name; none where it has it already. */
  record Named(String taskId, List<Edit> edits) {}

  private LaunchText(FileAnalysis analysis, TopLevel item, Stmt statement, Expr.Call call) {
    this.text = analysis.tree().document().text();
    this.base = analysis.tree().start(item);
    this.statement = statement;
    this.call = call;
  }

  /**
   * Returns the launch that begins at an origin; nothing where it is written in another file, or in
   * another way.
   */
  static Optional<LaunchText> at(FileAnalysis analysis, Origin origin) {
    if (!origin.file().equals(analysis.uri())) {
      return Optional.empty();
    }
    Optional<Integer> offset =
        analysis
            .places()
            .of(origin)
            .map(Place::range)
            .map(r -> analysis.tree().document().lines().offset(r.start()));
    Optional<TopLevel> item = offset.flatMap(analysis.tree()::itemAt);
    if (item.isEmpty()) {
      return Optional.empty();
    }
    Stmt statement = null;
    Expr.Call call = null;
    for (Node node : analysis.tree().path(offset.get())) {
      if (node instanceof Stmt stmt) {
        statement = stmt;
        call = null;
      } else if (call == null && node instanceof Expr.Call c) {
        call = c;
      }
    }
    if (statement instanceof Stmt.With with
        && with.items().getFirst().context() instanceof Expr.Call region) {
      return Optional.of(new LaunchText(analysis, item.get(), with, region))
          .filter(l -> l.calls(REGIONS));
    }
    boolean isPlain =
        statement instanceof Stmt.Assign a && a.targets().size() == 1
            || statement instanceof Stmt.ExprStmt;
    return call == null || !isPlain
        ? Optional.empty()
        : Optional.of(new LaunchText(analysis, item.get(), statement, call));
  }

  /** Returns the call that launches. */
  Expr.Call call() {
    return call;
  }

  boolean isSameAs(LaunchText other) {
    return statement == other.statement;
  }

  private boolean calls(Set<String> names) {
    return call.function() instanceof Expr.Attribute a && names.contains(a.name().text());
  }

  private int start(Node node) {
    return base + node.range().start();
  }

  private int end(Node node) {
    return base + node.range().end();
  }

  /** Returns where a node of the launch stands in the file. */
  TextRange range(FileAnalysis analysis, Node node) {
    LineIndex lines = analysis.tree().document().lines();
    return new TextRange(lines.position(start(node)), lines.position(end(node)));
  }

  /** Returns the text of a node of the launch. */
  String text(Node node) {
    return text.substring(start(node), end(node));
  }

  /** Returns the edit that puts a text in the place of a node of the launch. */
  Edit instead(Node node, String other) {
    return new Edit(start(node), end(node), other);
  }

  private static Edit insert(int at, String text) {
    return new Edit(at, at, text);
  }

  /**
   * Returns the ways to have the TaskId of the launch named; {@code fresh} is a name that is not
   * used yet.
   */
  List<Named> named(String fresh) {
    if (statement instanceof Stmt.With with) {
      Part.WithItem item = with.items().getFirst();
      if (item.target().isPresent()) {
        return item.target().get() instanceof Expr.Name name
            ? List.of(new Named(name.id(), List.of()))
            : List.of();
      }
      return List.of(new Named(fresh, List.of(insert(end(item.context()), " as " + fresh))));
    }
    if (!calls(SUBMITS)) {
      return submitted(fresh, "").stream().map(edits -> new Named(fresh, edits)).toList();
    }
    if (statement instanceof Stmt.Assign assign) {
      Expr last =
          assign.targets().getFirst() instanceof Expr.TupleExpr tuple
              ? tuple.elements().getLast()
              : assign.targets().getFirst();
      if (last instanceof Expr.Name name) {
        return List.of(
            name.id().equals("_")
                ? new Named(fresh, List.of(instead(name, fresh)))
                : new Named(name.id(), List.of()));
      }
      return List.of();
    }
    return List.of(
        new Named(fresh, List.of(insert(start(statement), "_, " + fresh + " = "))),
        new Named(fresh, List.of(insert(start(statement), fresh + " = "))));
  }

  /** Returns the ways to have the launch wait for a TaskId. */
  List<List<Edit>> waitingFor(String taskId) {
    if (!(statement instanceof Stmt.With) && !calls(SUBMITS)) {
      return submitted("_", "deps=[" + taskId + "]");
    }
    Optional<Part.Keyword> deps =
        call.keywords().stream().filter(k -> k.isNamed("deps")).findFirst();
    if (deps.isEmpty()) {
      return List.of(
          List.of(
              behind(
                  call,
                  call.children().subList(1, call.children().size()),
                  "deps=[" + taskId + "]")));
    }
    return deps.get().value() instanceof Expr.ListExpr list
        ? List.of(List.of(behind(list, list.elements(), taskId)))
        : List.of();
  }

  /** Writes a text behind the last of the elements that brackets enclose. */
  private Edit behind(Node brackets, List<? extends Node> elements, String added) {
    int last = elements.stream().mapToInt(this::end).max().orElse(end(brackets) - 1);
    return insert(last, elements.isEmpty() ? added : ", " + added);
  }

  /** A call of a kernel becomes a submit of it, whose TaskId has a name. */
  private List<List<Edit>> submitted(String taskId, String deps) {
    if (calls(SUBMITS) || calls(REGIONS)) {
      return List.of();
    }
    int open = text.indexOf('(', end(call.function()));
    List<Node> arguments = call.children().subList(1, call.children().size());
    List<Edit> edits = new ArrayList<>();
    edits.add(
        new Edit(
            start(call),
            open + 1,
            "pl.submit(" + text(call.function()) + (arguments.isEmpty() ? "" : ", ")));
    if (!deps.isEmpty()) {
      edits.add(
          arguments.isEmpty() ? insert(open + 1, ", " + deps) : behind(call, arguments, deps));
    }
    if (!(statement instanceof Stmt.Assign assign)) {
      return List.of(
          with(edits, insert(start(statement), "_, " + taskId + " = ")),
          with(edits, insert(start(statement), taskId + " = ")));
    }
    Expr target = assign.targets().getFirst();
    if (!(target instanceof Expr.TupleExpr) || text(target).startsWith("(")) {
      return List.of(with(edits, insert(end(target), ", " + taskId)));
    }
    return List.of(
        with(with(edits, insert(start(target), "(")), insert(end(target), "), " + taskId)));
  }

  private static List<Edit> with(List<Edit> edits, Edit another) {
    List<Edit> all = new ArrayList<>(edits);
    all.add(another);
    return all;
  }

  /**
   * Returns the arguments that are taken out of what the runtime looks up, as the edits that take
   * this back.
   */
  List<Edit> withoutNoDep() {
    List<Edit> edits = new ArrayList<>();
    for (Expr argument : call.arguments()) {
      if (argument instanceof Expr.Call(SourceRange _, Expr.Attribute function, List<Expr> inner, _)
          && function.name().text().equals("no_dep")
          && inner.size() == 1) {
        edits.add(instead(argument, text(inner.getFirst())));
      }
    }
    return edits;
  }

  /** Returns the entry of {@code deps=} that is a name. */
  Optional<Expr> dep(String name) {
    return deps().stream()
        .flatMap(list -> list.elements().stream())
        .filter(e -> e instanceof Expr.Name n && n.id().equals(name))
        .findFirst();
  }

  private Optional<Expr.ListExpr> deps() {
    return call.keywords().stream()
        .filter(k -> k.isNamed("deps") && k.value() instanceof Expr.ListExpr)
        .map(k -> (Expr.ListExpr) k.value())
        .findFirst();
  }

  /** Returns the edit that takes an entry out of {@code deps=}, and that with its last one. */
  Optional<Edit> withoutDep(Expr entry) {
    List<Expr> entries = deps().map(Expr.ListExpr::elements).orElse(List.of());
    int at = entries.indexOf(entry);
    if (entries.size() <= 1) {
      return without("deps");
    }
    return Optional.of(
        at == 0
            ? new Edit(start(entry), start(entries.get(1)), "")
            : new Edit(end(entries.get(at - 1)), end(entry), ""));
  }

  /** Returns the loops over {@code pl.range} around the launch, the innermost first. */
  List<Node> sequentialLoops(FileAnalysis analysis) {
    List<Node> found = new ArrayList<>();
    for (Node node : analysis.tree().path(start(statement))) {
      if (node instanceof Stmt.For loop
          && loop.iterable() instanceof Expr.Call range
          && range.function() instanceof Expr.Attribute function
          && function.name().text().equals("range")) {
        found.addFirst(function.name());
      }
    }
    return found;
  }

  /**
   * Returns the edit that takes a keyword out of the call; nothing when it has none of this name.
   */
  Optional<Edit> without(String keyword) {
    List<Node> children = call.children();
    for (int i = 1; i < children.size(); i++) {
      if (children.get(i) instanceof Part.Keyword k && k.isNamed(keyword)) {
        int from = i > 1 ? end(children.get(i - 1)) : start(k);
        return Optional.of(new Edit(from, end(k), ""));
      }
    }
    return Optional.empty();
  }
}
