package dev.orchlens.analysis.facts;

import dev.orchlens.ir.Callee;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import dev.orchlens.text.FloatText;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes an expression as the user would: source names, Python operators, no more parentheses than
 * needed.
 */
public final class ExprText {
  private static final int PRIMARY = 20;
  private static final int UNARY = 14;

  private final Function<Var, String> names;

  private ExprText(Function<Var, String> names) {
    this.names = names;
  }

  /** Returns the text of {@code expr}, with the names of the source. */
  public static String of(Expr expr) {
    return new ExprText(Var::sourceName).text(expr, 0);
  }

  /** Returns the text of {@code expr}, with the names of the facts. */
  public static String ofFacts(Expr expr) {
    return new ExprText(FactNames::of).text(expr, 0);
  }

  private String text(Expr expr, int outer) {
    return switch (expr) {
      case Var v -> names.apply(v);
      case Expr.ConstInt c -> Long.toString(c.value());
      case Expr.ConstFloat c -> FloatText.repr(c.value());
      case Expr.ConstBool c -> c.value() ? "True" : "False";
      case Expr.Binary b -> binary(b, outer);
      case Expr.Unary u -> unary(u, outer);
      case Expr.MakeTuple t -> "[" + list(t.elements()) + "]";
      case Expr.TupleGet g -> text(g.tuple(), PRIMARY) + "[" + g.index() + "]";
      case Expr.Invocation i -> call(i);
      case Expr.Unknown _ -> "?";
    };
  }

  private String call(Expr.Invocation i) {
    String prefix = i.callee() instanceof Callee.Op ? "pl." : "self.";
    return prefix + i.callee().name() + "(" + list(i.args()) + ")";
  }

  private String list(List<Expr> exprs) {
    return exprs.stream().map(e -> text(e, 0)).collect(Collectors.joining(", "));
  }

  private String unary(Expr.Unary u, int outer) {
    return switch (u.op()) {
      case CAST -> text(u.operand(), outer);
      case ABS -> "abs(" + text(u.operand(), 0) + ")";
      case NEG -> parenthesised("-" + text(u.operand(), UNARY), UNARY, outer);
      case BIT_NOT -> parenthesised("~" + text(u.operand(), UNARY), UNARY, outer);
      case NOT -> parenthesised("not " + text(u.operand(), 4), 4, outer);
    };
  }

  private String binary(Expr.Binary b, int outer) {
    if (b.op() == Expr.BinaryOp.MIN || b.op() == Expr.BinaryOp.MAX) {
      return (b.op() == Expr.BinaryOp.MIN ? "min(" : "max(")
          + text(b.left(), 0)
          + ", "
          + text(b.right(), 0)
          + ")";
    }
    int level = precedence(b.op());
    String body = text(b.left(), level) + " " + symbol(b.op()) + " " + text(b.right(), level + 1);
    return parenthesised(body, level, outer);
  }

  private static String parenthesised(String body, int level, int outer) {
    return level < outer ? "(" + body + ")" : body;
  }

  private static int precedence(Expr.BinaryOp op) {
    return switch (op) {
      case OR -> 2;
      case AND -> 3;
      case XOR -> 2;
      case EQ, NE, LT, LE, GT, GE -> 5;
      case BIT_OR -> 6;
      case BIT_XOR -> 7;
      case BIT_AND -> 8;
      case SHIFT_LEFT, SHIFT_RIGHT -> 9;
      case ADD, SUB -> 10;
      case MUL, FLOOR_DIV, FLOOR_MOD, FLOAT_DIV -> 12;
      case POW -> 16;
      case MIN, MAX -> PRIMARY;
    };
  }

  private static String symbol(Expr.BinaryOp op) {
    return switch (op) {
      case ADD -> "+";
      case SUB -> "-";
      case MUL -> "*";
      case FLOOR_DIV -> "//";
      case FLOOR_MOD -> "%";
      case FLOAT_DIV -> "/";
      case MIN -> "min";
      case MAX -> "max";
      case POW -> "**";
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
      case AND -> "and";
      case OR -> "or";
      case XOR -> "xor";
      case BIT_AND -> "&";
      case BIT_OR -> "|";
      case BIT_XOR -> "^";
      case SHIFT_LEFT -> "<<";
      case SHIFT_RIGHT -> ">>";
    };
  }
}
