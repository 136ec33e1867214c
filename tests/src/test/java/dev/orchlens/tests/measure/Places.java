package dev.orchlens.tests.measure;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.Document;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds in a program where the kinds of edits are made. */
final class Places {
  private final SyntaxTree tree;
  private final String text;
  private final List<Function> functions = new ArrayList<>();

  /**
   * A function or method with the item of the module that it stands in, and the text of its
   * decorators.
   */
  private record Function(TopLevel item, Stmt.FunctionDef definition, String decorators) {
    boolean isHelper() {
      return decorators.contains("jit.inline");
    }

    boolean isKernel() {
      return decorators.contains("InCore") || decorators.contains("jit.incore");
    }

    boolean isEntry() {
      return decorators.contains("Orchestration")
          || decorators.contains("@pl.jit")
              && !isHelper()
              && !isKernel()
              && !decorators.contains("jit.host");
    }
  }

  private Places(String text) {
    this.text = text;
    this.tree = SyntaxTree.parse(Document.of("file:///places.py", 1, text));
    for (TopLevel item : tree.items()) {
      item.statements().forEach(statement -> collect(item, statement));
    }
  }

  static Places of(String text) {
    return new Places(text);
  }

  private void collect(TopLevel item, Stmt statement) {
    switch (statement) {
      case Stmt.FunctionDef def -> {
        int headerStart = def.header().start();
        functions.add(
            new Function(item, def, item.text().substring(def.range().start(), headerStart)));
      }
      case Stmt.ClassDef def -> def.body().forEach(member -> collect(item, member));
      default -> {
        // Neither can hold a function that a program launches.
      }
    }
  }

  /**
   * The places of the file itself: entry, helper, kernel, module and comment, as far as it has
   * them.
   */
  List<Place> all() {
    List<Place> places = new ArrayList<>();
    helper(_ -> true).ifPresent(places::add);
    largest(Function::isEntry).flatMap(f -> inside(f, "entry", false)).ifPresent(places::add);
    kernel().ifPresent(places::add);
    module().ifPresent(places::add);
    largest(Function::isEntry).flatMap(f -> inside(f, "comment", true)).ifPresent(places::add);
    return places;
  }

  /** A place in the largest helper whose name is wanted. */
  Optional<Place> helper(Predicate<String> wanted) {
    return largest(f -> f.isHelper() && wanted.test(f.definition().name().text()))
        .flatMap(f -> inside(f, "helper", false));
  }

  /** Where the name of the largest entry stands: what a request about the program is asked at. */
  Optional<Integer> entryName() {
    return largest(Function::isEntry)
        .map(f -> tree.offsets(f.item(), f.definition().name().range()).start());
  }

  /** The modules that the file imports names from, with those names, as {@code module.name}. */
  List<String> imported() {
    List<String> names = new ArrayList<>();
    for (Stmt statement : tree.statements()) {
      if (statement instanceof Stmt.ImportFrom from
          && from.level() == 0
          && from.module().isPresent()) {
        from.names()
            .forEach(name -> names.add(from.module().get().text() + "." + name.name().text()));
      }
    }
    return names;
  }

  private Optional<Function> largest(Predicate<Function> kind) {
    return functions.stream()
        .filter(kind)
        .max(Comparator.comparingInt(f -> f.definition().range().length()));
  }

  private Optional<Place> inside(Function function, String action, boolean comment) {
    List<Stmt> body = function.definition().body();
    List<Stmt> plain = body.stream().filter(Places::isPlain).toList();
    return plain.isEmpty()
        ? Optional.empty()
        : before(function.item(), plain.get(plain.size() / 2).range(), action, comment);
  }

  /** A statement of one line before which another may stand: no docstring, no block. */
  private static boolean isPlain(Stmt statement) {
    return statement instanceof Stmt.Assign
        || statement instanceof Stmt.AnnAssign
        || statement instanceof Stmt.Return
        || statement instanceof Stmt.ExprStmt(_, Expr.Call _);
  }

  private Optional<Place> kernel() {
    Optional<Function> kernel = largest(Function::isKernel);
    if (kernel.isPresent()) {
      return inside(kernel.get(), "kernel", false);
    }
    return functions.stream()
        .filter(function -> function.isEntry() || function.isHelper())
        .flatMap(f -> region(f, f.definition()).stream())
        .findFirst();
  }

  /** The first block in a function that becomes a kernel: of {@code pl.at} or {@code pl.spmd}. */
  private Optional<Place> region(Function function, Node node) {
    for (Node child : node.children()) {
      Optional<List<Stmt>> block =
          switch (child) {
            case Stmt.With with when isRegion(function, with.header()) -> Optional.of(with.body());
            case Stmt.For loop when isRegion(function, loop.header()) -> Optional.of(loop.body());
            default -> Optional.empty();
          };
      Optional<Place> found =
          block.isPresent()
              ? block.get().stream()
                  .filter(Places::isPlain)
                  .findFirst()
                  .flatMap(first -> before(function.item(), first.range(), "kernel", false))
              : region(function, child);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static boolean isRegion(Function function, SourceRange header) {
    String written = header.of(function.item().text());
    return written.contains("pl.at(") || written.contains("pl.spmd(");
  }

  private Optional<Place> module() {
    return tree.items().stream()
        .filter(item -> item.statements().getFirst() instanceof Stmt.Assign)
        .findFirst()
        .or(
            () ->
                tree.items().stream()
                    .filter(item -> item.statements().getFirst() instanceof Stmt.ClassDef)
                    .findFirst())
        .flatMap(item -> before(item, item.statements().getFirst().range(), "module", false));
  }

  private Optional<Place> before(
      TopLevel item, SourceRange statement, String action, boolean comment) {
    int start = tree.offsets(item, statement).start();
    int line = text.lastIndexOf('\n', start - 1) + 1;
    String indent = text.substring(line, start);
    return indent.isBlank()
        ? Optional.of(new Place(action, line, indent, comment))
        : Optional.empty();
  }
}
