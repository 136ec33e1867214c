package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import java.util.Locale;

/** Writes scalar expressions as C++. */
public final class ExprText {
  private final Names names;

  public ExprText(Names names) {
    this.names = names;
  }

  /**
   * Returns the text of an expression; operations are in parentheses.
   *
   * @throws dev.orchlens.ir.Rejection for an expression that the generator has no C++ for
   */
  public String of(Expr expr) {
    return switch (expr) {
      case dev.orchlens.ir.Var v ->
          names.of((Expr) v).orElseThrow(() -> unsupported("a nameless value", expr));
      case Expr.ConstInt c -> Long.toString(c.value());
      case Expr.ConstFloat c -> CppNumbers.fixed(c.value());
      case Expr.ConstBool c -> c.value() ? "1" : "0";
      case Expr.Binary b -> binary(b);
      case Expr.Unary u -> unary(u);
      case Expr.TupleGet t -> of(t.tuple()) + "_" + t.index();
      case Expr.MakeTuple _ -> throw unsupported("a tuple", expr);
      case Expr.Invocation c -> throw unsupported("a call of " + c.callee().name(), expr);
      case Expr.Unknown _ -> throw unsupported("an unknown value", expr);
    };
  }

  /** Returns the text of an expression as an unsigned 32-bit number. */
  public String uint32(Expr expr) {
    String text = of(expr);
    return expr instanceof Expr.ConstInt ? text : castToUint32(text);
  }

  /** Returns {@code text} cast to an unsigned 32-bit number. */
  public static String castToUint32(String text) {
    return "static_cast<uint32_t>(" + text + ")";
  }

  private String binary(Expr.Binary b) {
    String symbol =
        switch (b.op()) {
          case ADD -> "+";
          case SUB -> "-";
          case MUL -> "*";
          case FLOOR_DIV -> "/";
          case FLOOR_MOD -> "%";
          case EQ -> "==";
          case NE -> "!=";
          case LT -> "<";
          case LE -> "<=";
          case GT -> ">";
          case GE -> ">=";
          case MIN, MAX -> "";
          case FLOAT_DIV, POW, AND, OR, XOR, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT ->
              throw unsupported(
                  "the operation " + b.op().name().toLowerCase(Locale.ROOT).replace('_', ' '), b);
        };
    if (symbol.isEmpty()) {
      String function = "std::" + b.op().name().toLowerCase(Locale.ROOT);
      return function
          + "<"
          + CppTypes.scalar(dtype(b))
          + ">("
          + of(b.left())
          + ", "
          + of(b.right())
          + ")";
    }
    return "(" + of(b.left()) + " " + symbol + " " + of(b.right()) + ")";
  }

  private String unary(Expr.Unary u) {
    return switch (u.op()) {
      case NEG -> "(-" + of(u.operand()) + ")";
      case CAST -> "static_cast<" + CppTypes.scalar(dtype(u)) + ">(" + of(u.operand()) + ")";
      case ABS, NOT, BIT_NOT ->
          throw unsupported(
              "the operation " + u.op().name().toLowerCase(Locale.ROOT).replace('_', ' '), u);
    };
  }

  private static DataType dtype(Expr expr) {
    if (expr.type() instanceof Type.Scalar s) {
      return s.dtype();
    }
    throw unsupported("an operation on values that are no numbers", expr);
  }

  private static dev.orchlens.ir.Rejection unsupported(String what, Expr expr) {
    return Failures.internal(
        "it has no C++ for "
            + what
            + " in an orchestration function. Move the computation into a kernel, or write it"
            + " with + - * // % min max and comparisons.",
        expr.origin());
  }
}
