package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A variable of one function, with every place that names it. Python has one variable of a name in
 * a function, whatever it stands for along the way (Python reference, 4.2 Naming and binding);
 * comprehensions, lambdas and functions inside that bind the name have one of their own.
 *
 * @param name its name
 * @param parameter whether it is a parameter of the function
 * @param uses every place that names it, in the order of the text
 */
record Variable(String name, boolean parameter, List<Use> uses) {
  Variable {
    uses = List.copyOf(uses);
  }

  /** What a place does with a variable. */
  enum Kind {
    /** It gives the name a value. */
    BIND,
    /** It gives one element or a part a value: {@code done[i] = ...}. */
    STORE,
    /** It reads it. */
    READ
  }

  /**
   * A place that names a variable.
   *
   * @param range the name alone
   * @param offset where it begins, in UTF-16 code units from the start of the file
   * @param kind what it does
   * @param element whether an index follows
   */
  record Use(TextRange range, int offset, Kind kind, boolean element) {}

  /** Returns the variable of a function that a position names. */
  static Optional<Variable> at(FileAnalysis analysis, TextPosition position) {
    int offset = analysis.tree().document().lines().offset(position);
    List<Node> path = analysis.tree().path(offset);
    Optional<TopLevel> item = analysis.tree().itemAt(offset);
    if (item.isEmpty() || path.isEmpty()) {
      return Optional.empty();
    }
    String name =
        switch (path.getLast()) {
          case Expr.Name found -> found.id();
          case Part.Identifier found
              when path.size() > 1 && path.get(path.size() - 2) instanceof Part.Parameter ->
              found.text();
          default -> "";
        };
    if (name.isEmpty()) {
      return Optional.empty();
    }
    for (Node scope : path.reversed()) {
      if (isScope(scope) && binds(scope, name)) {
        return Optional.of(new Collector(analysis, item.get(), name).of(scope));
      }
    }
    return Optional.empty();
  }

  /** Returns the nearest place above an offset that gives the name a value, else the first. */
  Optional<Use> lastBound(int offset) {
    List<Use> bound = uses.stream().filter(use -> use.kind() == Kind.BIND).toList();
    return bound.stream()
        .filter(use -> use.offset() <= offset)
        .reduce((_, later) -> later)
        .or(() -> bound.stream().findFirst());
  }

  private static boolean isScope(Node node) {
    return switch (node) {
      case Stmt.FunctionDef _, Expr.Lambda _ -> true;
      case Expr.ListComp _, Expr.SetComp _, Expr.DictComp _, Expr.GeneratorExpr _ -> true;
      default -> false;
    };
  }

  private static List<Part.Parameter> parameters(Node scope) {
    return switch (scope) {
      case Stmt.FunctionDef def -> def.parameters();
      case Expr.Lambda lambda -> lambda.parameters();
      default -> List.of();
    };
  }

  private static boolean binds(Node scope, String name) {
    return parameters(scope).stream().anyMatch(p -> p.name().text().equals(name))
        || scope.children().stream().anyMatch(child -> isBoundIn(child, name));
  }

  private static boolean isBoundIn(Node node, String name) {
    if (isScope(node) || node instanceof Stmt.ClassDef) {
      return false;
    }
    return targets(node).stream().anyMatch(target -> names(target, name))
        || node.children().stream().anyMatch(child -> isBoundIn(child, name));
  }

  private static boolean names(Expr target, String name) {
    return switch (target) {
      case Expr.Name found -> found.id().equals(name);
      case Expr.TupleExpr tuple -> tuple.elements().stream().anyMatch(e -> names(e, name));
      case Expr.ListExpr list -> list.elements().stream().anyMatch(e -> names(e, name));
      case Expr.Starred starred -> names(starred.value(), name);
      default -> false;
    };
  }

  /** Returns what a node gives a value. */
  private static List<Expr> targets(Node node) {
    return switch (node) {
      case Stmt.Assign assign -> assign.targets();
      case Stmt.AugAssign assign -> List.of(assign.target());
      case Stmt.AnnAssign assign -> List.of(assign.target());
      case Stmt.For loop -> List.of(loop.target());
      case Part.WithItem item -> item.target().stream().toList();
      case Part.ComprehensionClause clause -> List.of(clause.target());
      case Expr.NamedExpr named -> List.of(named.target());
      default -> List.of();
    };
  }

  /** Gathers the places that name a variable. */
  private static final class Collector {
    private final FileAnalysis analysis;
    private final TopLevel item;
    private final String name;
    private final List<Use> uses = new ArrayList<>();

    Collector(FileAnalysis analysis, TopLevel item, String name) {
      this.analysis = analysis;
      this.item = item;
      this.name = name;
    }

    Variable of(Node scope) {
      List<Part.Parameter> own =
          parameters(scope).stream().filter(p -> p.name().text().equals(name)).toList();
      own.forEach(parameter -> add(parameter.name(), Kind.BIND, false));
      scope.children().forEach(this::read);
      uses.sort(Comparator.comparingInt(Use::offset));
      return new Variable(name, !own.isEmpty(), uses);
    }

    private void read(Node node) {
      if (isScope(node) && binds(node, name)) {
        return;
      }
      List<Expr> targets = targets(node);
      targets.forEach(this::bind);
      for (Node child : node.children()) {
        if (!targets.contains(child)) {
          visit(child);
        }
      }
    }

    private void visit(Node node) {
      switch (node) {
        case Expr.Name found when found.id().equals(name) -> add(found, Kind.READ, false);
        case Expr.Subscript(SourceRange _, Expr.Name found, Expr index)
            when found.id().equals(name) -> {
          add(found, Kind.READ, true);
          visit(index);
        }
        default -> read(node);
      }
    }

    private void bind(Expr target) {
      switch (target) {
        case Expr.Name found -> {
          if (found.id().equals(name)) {
            add(found, Kind.BIND, false);
          }
        }
        case Expr.Subscript(SourceRange _, Expr.Name found, Expr index)
            when found.id().equals(name) -> {
          add(found, Kind.STORE, true);
          visit(index);
        }
        case Expr.TupleExpr tuple -> tuple.elements().forEach(this::bind);
        case Expr.ListExpr list -> list.elements().forEach(this::bind);
        case Expr.Starred starred -> bind(starred.value());
        default -> visit(target);
      }
    }

    private void add(Node place, Kind kind, boolean element) {
      TextRange range = analysis.tree().absolute(item, place.range());
      int offset = analysis.tree().offsets(item, place.range()).start();
      uses.add(new Use(range, offset, kind, element));
    }
  }
}
