package dev.orchlens.lower.jit;

import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the text of a function says by itself, whatever its names stand for. It does not hold the
 * definition as a whole. Immutable after construction.
 */
final class FunctionText {
  private final Map<String, Expr.Call> firstCalls = new LinkedHashMap<>();
  private final Map<Stmt, Set<String>> calls = new IdentityHashMap<>();
  private final List<Expr.Call> dynamicBindings = new ArrayList<>();
  private final Map<String, String> dynamicNames = new HashMap<>();
  private final Set<String> bound;
  private Optional<Expr> returned = Optional.empty();

  /** A node and the statement that it is part of. */
  private record Place(Node node, Stmt statement) {}

  FunctionText(Stmt.FunctionDef definition) {
    this.bound = NameUses.bound(definition);
    Deque<Place> open = new ArrayDeque<>();
    open.add(new Place(definition, definition));
    while (!open.isEmpty()) {
      Place place = open.remove();
      note(place.node(), place.statement(), definition);
      for (Node child : place.node().children()) {
        open.add(new Place(child, child instanceof Stmt own ? own : place.statement()));
      }
    }
  }

  private void note(Node node, Stmt statement, Stmt.FunctionDef definition) {
    switch (node) {
      case Expr.Call call when call.function() instanceof Expr.Name name -> {
        Expr.Call before = firstCalls.putIfAbsent(name.id(), call);
        if (before != null && call.range().start() < before.range().start()) {
          firstCalls.put(name.id(), call);
        }
        if (statement != definition) {
          calls.computeIfAbsent(statement, _ -> new LinkedHashSet<>()).add(name.id());
        }
      }
      case Stmt.ExprStmt(_, Expr.Call call) when isDynamicBinding(call) ->
          dynamicBindings.add(call);
      case Stmt.Assign assign when isDynamic(assign.value()) -> noteDynamic(assign);
      case Stmt.Return(_, var value) when value.isPresent() && returned.isEmpty() ->
          returned = value;
      default -> {}
    }
  }

  private void noteDynamic(Stmt.Assign assign) {
    List<Expr> arguments = ((Expr.Call) assign.value()).arguments();
    for (Expr target : assign.targets()) {
      if (target instanceof Expr.Name name) {
        boolean literal =
            !arguments.isEmpty() && arguments.getFirst() instanceof Literal.StringLiteral;
        dynamicNames.put(
            name.id(),
            literal ? ((Literal.StringLiteral) arguments.getFirst()).value() : name.id());
      }
    }
  }

  private static boolean isDynamicBinding(Expr.Call call) {
    return call.function() instanceof Expr.Attribute(_, Expr.Name _, var attribute)
        && attribute.text().equals("bind_dynamic");
  }

  /** Returns whether an expression is {@code pl.dynamic(...)}. */
  static boolean isDynamic(Expr node) {
    return node instanceof Expr.Call call
        && switch (call.function()) {
          case Expr.Attribute(_, Expr.Name base, var name) ->
              base.id().equals("pl") && name.text().equals("dynamic");
          case Expr.Name name -> name.id().equals("dynamic");
          default -> false;
        };
  }

  /**
   * Returns the names that are called, in the order in which Python's {@code ast.walk} meets them.
   */
  List<String> calledNames() {
    return List.copyOf(firstCalls.keySet());
  }

  /** Returns the call of a name that stands first in the text. */
  Optional<Expr.Call> firstCall(String name) {
    return Optional.ofNullable(firstCalls.get(name));
  }

  /**
   * Returns the names that a statement of the body calls, those that the statements inside it call
   * left out.
   */
  Set<String> calls(Stmt statement) {
    return calls.getOrDefault(statement, Set.of());
  }

  /** Returns the calls of {@code bind_dynamic}. */
  List<Expr.Call> dynamicBindings() {
    return dynamicBindings;
  }

  /** Returns the names that the body makes with {@code pl.dynamic}, each with what it passes. */
  Map<String, String> dynamicNames() {
    return dynamicNames;
  }

  /** Returns the names that the function binds anywhere, its parameters left out. */
  Set<String> bound() {
    return bound;
  }

  /**
   * Returns what the first return with a value returns, in the order in which Python's {@code
   * ast.walk} meets it.
   */
  Optional<Expr> returned() {
    return returned;
  }
}
