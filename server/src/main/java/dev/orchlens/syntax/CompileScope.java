package dev.orchlens.syntax;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A module, class or function body as Python's compiler sees it: a scope of names.
 *
 * @param kind what it is
 * @param outer the scope around it
 * @param parameters the parameters of a function
 * @param body its statements; of a module only those of the item at hand
 */
record CompileScope(
    Kind kind, Optional<CompileScope> outer, List<Part.Parameter> parameters, List<Stmt> body) {

  /** What a scope is. */
  enum Kind {
    MODULE,
    CLASS,
    FUNCTION,
    ASYNC_FUNCTION,
    /** The block of a statement that does not parse. */
    UNKNOWN
  }

  static CompileScope module(List<Stmt> body) {
    return new CompileScope(Kind.MODULE, Optional.empty(), List.of(), body);
  }

  static CompileScope classBody(CompileScope outer, Stmt.ClassDef def) {
    return new CompileScope(Kind.CLASS, Optional.of(outer), List.of(), def.body());
  }

  static CompileScope function(CompileScope outer, Stmt.FunctionDef def) {
    Kind kind = def.isAsync() ? Kind.ASYNC_FUNCTION : Kind.FUNCTION;
    return new CompileScope(kind, Optional.of(outer), def.parameters(), def.body());
  }

  static CompileScope unknown(CompileScope outer, List<Stmt> body) {
    return new CompileScope(Kind.UNKNOWN, Optional.of(outer), List.of(), body);
  }

  /** Whether it is the body of a function, or may be. */
  boolean isInFunction() {
    return kind == Kind.FUNCTION || kind == Kind.ASYNC_FUNCTION || kind == Kind.UNKNOWN;
  }

  boolean hasParameter(String name) {
    return parameters.stream().anyMatch(parameter -> parameter.name().text().equals(name));
  }

  /** Whether a function around this scope may bind a name that {@code nonlocal} here can mean. */
  boolean isBoundOutside(String name) {
    // Methods have this one without writing it.
    if (name.equals("__class__")) {
      return true;
    }
    for (Optional<CompileScope> scope = outer; scope.isPresent(); scope = scope.get().outer) {
      CompileScope each = scope.get();
      if (each.kind == Kind.UNKNOWN
          || each.isInFunction() && (each.hasParameter(name) || each.binds(name))) {
        return true;
      }
    }
    return false;
  }

  private boolean binds(String name) {
    Names names = new Names();
    names.read(body);
    return names.nonlocal.contains(name)
        || names.bound.contains(name) && !names.global.contains(name);
  }

  /**
   * Whether a name is used in this scope, or declared by the other word, before a declaration that
   * starts at an offset of the item; inner scopes do not count.
   */
  boolean usesBefore(String name, boolean global, int offset) {
    Names names = new Names();
    names.limit = offset;
    names.read(body);
    return names.bound.contains(name)
        || names.used.contains(name)
        || (global ? names.nonlocal : names.global).contains(name);
  }

  /** The names that the statements of a scope bind, use and declare. */
  private static final class Names {
    private final Set<String> bound = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> global = new HashSet<>();
    private final Set<String> nonlocal = new HashSet<>();
    private int limit = Integer.MAX_VALUE;

    void read(List<? extends Node> nodes) {
      Deque<Node> open = new ArrayDeque<>(nodes);
      while (!open.isEmpty()) {
        Node node = open.pop();
        if (node.range().start() < limit) {
          visit(node).forEach(open::push);
        }
      }
    }

    /**
     * Notes what a node says of names; returns the nodes below it that belong to the same scope.
     */
    private List<? extends Node> visit(Node node) {
      switch (node) {
        case Stmt.FunctionDef def -> {
          bound.add(def.name().text());
          return def.decorators();
        }
        case Stmt.ClassDef def -> {
          bound.add(def.name().text());
          return def.bases();
        }
        case Expr.Lambda _ -> {
          return List.of();
        }
        case Expr.ListComp(_, _, var clauses) -> {
          return List.of(clauses.getFirst().iterable());
        }
        case Expr.SetComp(_, _, var clauses) -> {
          return List.of(clauses.getFirst().iterable());
        }
        case Expr.DictComp(_, _, _, var clauses) -> {
          return List.of(clauses.getFirst().iterable());
        }
        case Expr.GeneratorExpr(_, _, var clauses) -> {
          return List.of(clauses.getFirst().iterable());
        }
        case Stmt.Global(_, var names) -> names.forEach(name -> global.add(name.text()));
        case Stmt.Nonlocal(_, var names) -> names.forEach(name -> nonlocal.add(name.text()));
        case Stmt.Assign(_, var targets, _) -> targets.forEach(this::bind);
        case Stmt.AugAssign(_, Expr target, _, _) -> bind(target);
        case Stmt.AnnAssign(_, Expr target, _, _, _) -> bind(target);
        case Stmt.For loop -> bind(loop.target());
        case Stmt.Delete(_, var targets) -> targets.forEach(this::bind);
        case Stmt.TypeAlias(_, var name, _, _) -> bound.add(name.text());
        case Part.WithItem(_, _, var target) -> target.ifPresent(this::bind);
        case Part.ExceptHandler handler -> handler.name().ifPresent(name -> bound.add(name.text()));
        case Part.Alias alias -> bound.add(alias.bound().text());
        case Expr.NamedExpr(_, Expr target, _) -> bind(target);
        case Pattern.CapturePattern(_, _, var name) ->
            name.ifPresent(each -> bound.add(each.text()));
        case Pattern.StarPattern(_, var name) -> name.ifPresent(each -> bound.add(each.text()));
        case Pattern.MappingPattern(_, _, _, var rest) ->
            rest.ifPresent(each -> bound.add(each.text()));
        case Expr.Name(_, String id) -> used.add(id);
        default -> {}
      }
      return node.children();
    }

    private void bind(Expr target) {
      switch (target) {
        case Expr.Name(_, String id) -> bound.add(id);
        case Expr.Starred(_, Expr value) -> bind(value);
        case Expr.TupleExpr(_, var elements) -> elements.forEach(this::bind);
        case Expr.ListExpr(_, var elements) -> elements.forEach(this::bind);
        default -> {}
      }
    }
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
