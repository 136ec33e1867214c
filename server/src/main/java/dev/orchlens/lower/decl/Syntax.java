package dev.orchlens.lower.decl;

import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.SourceRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Recognises the forms of the language in syntax trees. The language is always written {@code pl.},
 * whatever the module is imported as (reference: docs/en/dev/ir/07-parser.md).
 */
public final class Syntax {
  private Syntax() {}

  /**
   * Returns the parts of a dotted name, such as {@code pl}, {@code tensor}, {@code slice}; empty
   * for other nodes.
   */
  public static List<String> path(Node node) {
    Deque<String> parts = new ArrayDeque<>();
    Node at = node;
    while (at instanceof Attribute attribute) {
      parts.push(attribute.name().text());
      at = attribute.value();
    }
    if (!(at instanceof Name name)) {
      return List.of();
    }
    parts.push(name.id());
    return List.copyOf(parts);
  }

  /** Returns whether a node is a call of {@code pl.name}. */
  public static boolean isLanguageCall(Node node, String name) {
    return node instanceof Call call && path(call.function()).equals(List.of("pl", name));
  }

  /** Returns whether a node is a call of something whose last part is {@code name}. */
  public static boolean isCallNamed(Node node, String name) {
    return node instanceof Call call
        && switch (call.function()) {
          case Attribute attribute -> attribute.name().text().equals(name);
          case Name plain -> plain.id().equals(name);
          default -> false;
        };
  }

  /** Returns whether a node is a call of an attribute called {@code name}. */
  public static boolean isMethodCall(Node node, String name) {
    return node instanceof Call call
        && call.function() instanceof Attribute attribute
        && attribute.name().text().equals(name);
  }

  /** Returns whether a node is {@code self.name}. */
  public static boolean isSelfAttribute(Node node) {
    return node instanceof Attribute attribute
        && attribute.value() instanceof Name name
        && name.id().equals("self");
  }

  /** Returns the truth value that a literal is. */
  public static Optional<Boolean> booleanLiteral(Node node) {
    return node instanceof Literal.BooleanLiteral literal
        ? Optional.of(literal.value())
        : Optional.empty();
  }

  /** Returns the text that a string literal is. */
  public static Optional<String> stringLiteral(Node node) {
    return node instanceof Literal.StringLiteral literal
        ? Optional.of(literal.value())
        : Optional.empty();
  }

  /** Returns whether a statement is nothing but a string. */
  public static boolean isDocString(Stmt statement) {
    return statement instanceof Stmt.ExprStmt(_, Literal.StringLiteral _);
  }

  /** Returns whether a node or one below it satisfies a condition. */
  public static boolean anyBelow(Node node, Predicate<Node> condition) {
    return condition.test(node)
        || node.children().stream().anyMatch(child -> anyBelow(child, condition));
  }

  /** Returns how many nodes, this one and those below it, satisfy a condition. */
  public static int countBelow(Node node, Predicate<Node> condition) {
    int below = node.children().stream().mapToInt(child -> countBelow(child, condition)).sum();
    return below + (condition.test(node) ? 1 : 0);
  }

  /**
   * Returns the stretch that stands for a node in messages: the head of a compound statement, else
   * all of it.
   */
  public static SourceRange head(Node node) {
    return switch (node) {
      case Stmt.FunctionDef def -> def.header();
      case Stmt.ClassDef def -> def.header();
      case Stmt.For loop -> loop.header();
      case Stmt.While loop -> loop.header();
      case Stmt.If branch -> branch.header();
      case Stmt.With region -> region.header();
      case Stmt.Match match -> match.header();
      case Stmt.Try attempt -> attempt.header();
      default -> node.range();
    };
  }
}
