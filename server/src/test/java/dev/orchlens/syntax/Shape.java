package dev.orchlens.syntax;

import dev.orchlens.text.Document;
import dev.orchlens.text.SourceRange;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Writes syntax down for comparison: the names of the records and all they hold, without ranges.
 */
final class Shape {
  private Shape() {}

  /** Parses a text. */
  static SyntaxTree parse(String text) {
    return SyntaxTree.parse(Document.of("file:///test.py", 1, text));
  }

  /**
   * One line per statement; the statements of a block are indented below the line that opens it.
   */
  static String of(String text) {
    SyntaxTree tree = parse(text);
    StringBuilder out = new StringBuilder();
    tree.statements().forEach(statement -> writeStatement(statement, "", out));
    for (SyntaxProblem problem : tree.problems()) {
      var place = tree.document().lines().position(problem.range().start());
      out.append("! ").append(place.line() + 1).append(':').append(place.character() + 1);
      out.append(" '").append(problem.range().of(text).replace("\n", "\\n")).append("' ");
      out.append(problem.message()).append('\n');
    }
    return out.toString();
  }

  /**
   * The only expression of a text, as it is inside a function: there, {@code yield} and {@code
   * await} may stand.
   */
  static String ofExpression(String text) {
    SyntaxTree tree = parse("lambda: (" + text + ")");
    if (!tree.problems().isEmpty()) {
      return tree.problems().toString();
    }
    return value(((Expr.Lambda) ((Stmt.ExprStmt) tree.statements().getFirst()).value()).body());
  }

  private static void writeStatement(Object statement, String indentation, StringBuilder out) {
    StringBuilder blocks = new StringBuilder();
    out.append(indentation)
        .append(describe((Record) statement, indentation, blocks))
        .append('\n')
        .append(blocks);
  }

  private static String describe(Record node, String indentation, StringBuilder blocks) {
    StringJoiner parts = new StringJoiner(", ", "(", ")");
    parts.setEmptyValue("");
    for (RecordComponent component : node.getClass().getRecordComponents()) {
      Object value = read(node, component);
      if (isBlock(value)) {
        blocks.append(
            component.getName().equals("body") ? "" : indentation + component.getName() + ":\n");
        ((List<?>) value).forEach(each -> writeStatement(each, indentation + "  ", blocks));
      } else if (!(value instanceof SourceRange) && !isEmptyBlock(component.getName(), value)) {
        parts.add(value(value));
      }
    }
    return node.getClass().getSimpleName() + parts;
  }

  private static boolean isBlock(Object value) {
    return value instanceof List<?> list
        && !list.isEmpty()
        && (list.getFirst() instanceof Stmt
            || list.getFirst() instanceof Part.ExceptHandler
            || list.getFirst() instanceof Part.MatchCase);
  }

  private static boolean isEmptyBlock(String name, Object value) {
    return value instanceof List<?> list
        && list.isEmpty()
        && List.of("body", "orElse", "finalBody", "handlers", "cases").contains(name);
  }

  private static String value(Object value) {
    return switch (value) {
      case Expr.Name name -> name.id();
      case Part.Identifier name -> name.text();
      case Literal.IntLiteral number -> number.value().toString();
      case Literal.FloatLiteral number -> Double.toString(number.value());
      case Literal.StringLiteral text -> "'" + text.value() + "'";
      case Literal.BytesLiteral text -> "b'" + text.value() + "'";
      case Literal.BooleanLiteral bool -> bool.value() ? "True" : "False";
      case Literal.NoneLiteral _ -> "None";
      case Literal.EllipsisLiteral _ -> "...";
      case Expr.BinaryOp(_, Expr left, var operator, _, Expr right) ->
          "(" + value(left) + " " + operator.symbol() + " " + value(right) + ")";
      case Expr.UnaryOp(_, var operator, Expr operand) ->
          "(" + operator.symbol() + " " + value(operand) + ")";
      case Operator operator -> operator.symbol();
      case Optional<?> optional -> optional.map(Shape::value).orElse("-");
      case List<?> list -> list.stream().map(Shape::value).toList().toString();
      case Record node -> describe(node, "", new StringBuilder());
      default -> String.valueOf(value);
    };
  }

  private static Object read(Record node, RecordComponent component) {
    try {
      return component.getAccessor().invoke(node);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("a record can be read", impossible);
    }
  }

  /** The class and the text of every node below some nodes, outermost first. */
  static List<String> covered(String itemText, List<? extends Node> nodes) {
    List<String> all = new ArrayList<>();
    for (Node node : nodes) {
      all.add(node.getClass().getSimpleName() + " " + node.range().of(itemText));
      all.addAll(covered(itemText, node.children()));
    }
    return all;
  }
}
