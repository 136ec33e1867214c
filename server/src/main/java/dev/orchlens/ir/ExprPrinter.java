package dev.orchlens.ir;

import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.text.FloatText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Writes expressions and types as the language spells them (reference:
 * docs/en/dev/language/00-python_syntax.md).
 */
final class ExprPrinter {
  private static final int LOOSEST = 0;
  private static final int COMPARISON = 4;
  private static final int UNARY = 11;
  private static final int TIGHTEST = 13;

  private final Function<Var, String> names;

  ExprPrinter(Function<Var, String> names) {
    this.names = names;
  }

  /** Returns the name that is printed for a variable. */
  String name(Var var) {
    return names.apply(var);
  }

  /** Returns the text of an expression. */
  String expr(Expr expr) {
    return expr(expr, LOOSEST);
  }

  /** Returns the texts of expressions, separated by commas. */
  String list(List<? extends Expr> exprs) {
    return String.join(", ", exprs.stream().map(this::expr).toList());
  }

  /** Returns the text of a tuple. */
  String tuple(List<? extends Expr> exprs) {
    return "(" + list(exprs) + (exprs.size() == 1 ? ",)" : ")");
  }

  private String expr(Expr expr, int around) {
    return switch (expr) {
      case Var v -> name(v);
      case Expr.ConstInt c ->
          c.dtype() == DataType.INDEX
              ? parenthesised(Long.toString(c.value()), c.value() < 0 ? UNARY : TIGHTEST, around)
              : "pl.const(" + c.value() + ", " + dtype(c.dtype()) + ")";
      case Expr.ConstFloat c ->
          c.dtype() == DataType.FP32
              ? parenthesised(FloatText.repr(c.value()), c.value() < 0 ? UNARY : TIGHTEST, around)
              : "pl.const(" + c.value() + ", " + dtype(c.dtype()) + ")";
      case Expr.ConstBool c -> c.value() ? "True" : "False";
      case Expr.Binary e -> binary(e, around);
      case Expr.Unary e -> unary(e, around);
      case Expr.MakeTuple e -> "[" + list(e.elements()) + "]";
      case Expr.TupleGet e -> expr(e.tuple(), TIGHTEST) + "[" + e.index() + "]";
      case Expr.Call e -> call(e);
      case Expr.Submit e -> submit(e);
      case Expr.Unknown _ -> "...";
    };
  }

  private static String parenthesised(String text, int precedence, int around) {
    return precedence < around ? "(" + text + ")" : text;
  }

  private String binary(Expr.Binary e, int around) {
    if (e.op() == BinaryOp.MIN || e.op() == BinaryOp.MAX) {
      return "pl."
          + e.op().name().toLowerCase(Locale.ROOT)
          + "("
          + expr(e.left())
          + ", "
          + expr(e.right())
          + ")";
    }
    int precedence = precedence(e.op());
    boolean isRight = e.op() == BinaryOp.POW;
    int left = isRight || precedence == COMPARISON ? precedence + 1 : precedence;
    int right = isRight ? precedence : precedence + 1;
    String text = expr(e.left(), left) + " " + symbol(e.op()) + " " + expr(e.right(), right);
    return parenthesised(text, precedence, around);
  }

  private static int precedence(BinaryOp op) {
    return switch (op) {
      case OR -> 1;
      case AND -> 2;
      case EQ, NE, LT, LE, GT, GE -> COMPARISON;
      case BIT_OR -> 5;
      case XOR, BIT_XOR -> 6;
      case BIT_AND -> 7;
      case SHIFT_LEFT, SHIFT_RIGHT -> 8;
      case ADD, SUB -> 9;
      case MUL, FLOOR_DIV, FLOOR_MOD, FLOAT_DIV -> 10;
      case POW -> 12;
      case MIN, MAX -> TIGHTEST;
    };
  }

  private static String symbol(BinaryOp op) {
    return switch (op) {
      case ADD -> "+";
      case SUB -> "-";
      case MUL -> "*";
      case FLOOR_DIV -> "//";
      case FLOOR_MOD -> "%";
      case FLOAT_DIV -> "/";
      case POW -> "**";
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
      case AND -> "and";
      case OR -> "or";
      case XOR, BIT_XOR -> "^";
      case BIT_AND -> "&";
      case BIT_OR -> "|";
      case SHIFT_LEFT -> "<<";
      case SHIFT_RIGHT -> ">>";
      case MIN -> "min";
      case MAX -> "max";
    };
  }

  private String unary(Expr.Unary e, int around) {
    return switch (e.op()) {
      case NEG -> parenthesised("-" + expr(e.operand(), UNARY), UNARY, around);
      case BIT_NOT -> parenthesised("~" + expr(e.operand(), UNARY), UNARY, around);
      case NOT -> parenthesised("not " + expr(e.operand(), COMPARISON), COMPARISON - 1, around);
      case ABS -> "pl.abs(" + expr(e.operand()) + ")";
      case CAST ->
          "pl.cast("
              + expr(e.operand())
              + e.type().elementType().map(t -> ", " + dtype(t)).orElse("")
              + ")";
    };
  }

  // ---------------------------------------------------------------- calls

  private String call(Expr.Call e) {
    if (e.isOp(Ops.ARRAY_GET_ELEMENT)) {
      return expr(e.args().getFirst(), TIGHTEST) + "[" + expr(e.args().get(1)) + "]";
    }
    List<String> parts = arguments(e);
    e.kwargs().values().forEach((k, v) -> parts.add(k + "=" + attr(v)));
    if (!e.attrs().manualDeps().isEmpty() || e.isOp(Ops.SYSTEM_TASK_DUMMY)) {
      parts.add("deps=[" + list(e.attrs().manualDeps()) + "]");
    }
    addNotes(e, parts);
    return calleeName(e.callee()) + "(" + String.join(", ", parts) + ")";
  }

  private static String calleeName(Callee callee) {
    return switch (callee) {
      case Callee.Op op -> "pl." + op.name();
      case Callee.Function f -> "self." + f.name();
    };
  }

  private String submit(Expr.Submit e) {
    CallAttrs attrs = e.attrs();
    boolean isSpmd = attrs.coreNum().isPresent();
    List<String> parts = arguments(e);
    parts.addFirst(calleeName(e.callee()));
    attrs.coreNum().ifPresent(n -> parts.add("core_num=" + expr(n)));
    if (attrs.syncStart()) {
      parts.add("sync_start=True");
    }
    if (!e.deps().isEmpty()) {
      parts.add("deps=[" + list(e.deps()) + "]");
    }
    if (attrs.allowEarlyResolve()) {
      parts.add("allow_early_resolve=True");
    }
    e.predicate().ifPresent(p -> parts.add("predicate=(" + expr(p) + ")"));
    addNotes(e, parts);
    return (isSpmd ? "pl.spmd_submit(" : "pl.submit(") + String.join(", ", parts) + ")";
  }

  private List<String> arguments(Expr.Invocation e) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < e.args().size(); i++) {
      String text = expr(e.args().get(i));
      parts.add(e.attrs().noDepArgs().contains(i) ? "pl.no_dep(" + text + ")" : text);
    }
    return parts;
  }

  /** Adds what passes noted on a call, as the language's {@code attrs=} argument. */
  private void addNotes(Expr.Invocation e, List<String> parts) {
    CallAttrs a = e.attrs();
    if (!a.dumpVars().isEmpty()) {
      parts.add("dumps=[" + list(a.dumpVars()) + "]");
    }
    a.device().ifPresent(d -> parts.add("device=" + expr(d)));
    List<String> notes = new ArrayList<>();
    if (!a.argDirections().isEmpty()) {
      List<String> directions = a.argDirections().stream().map(ExprPrinter::direction).toList();
      notes.add("\"arg_directions\": [" + String.join(", ", directions) + "]");
    }
    if (e instanceof Expr.Call && a.coreNum().isPresent()) {
      notes.add("\"core_num\": " + expr(a.coreNum().get()));
    }
    if (!a.compilerDeps().isEmpty()) {
      notes.add("\"compiler_manual_dep_edges\": [" + list(a.compilerDeps()) + "]");
    }
    if (a.autoManual()) {
      notes.add("\"__compiler_auto_manual_scope_candidate\": True");
    }
    if (!notes.isEmpty()) {
      parts.add("attrs={" + String.join(", ", notes) + "}");
    }
  }

  private static String direction(ArgDirection direction) {
    return "pl.adir." + direction.name().toLowerCase(Locale.ROOT).replace("in_out", "inout");
  }

  private static String attr(Attr attr) {
    return switch (attr) {
      case Attr.Int a -> Long.toString(a.value());
      case Attr.Float a -> FloatText.repr(a.value());
      case Attr.Bool a -> a.value() ? "True" : "False";
      case Attr.Text a -> isEnumConstant(a.value()) ? "pl." + a.value() : "\"" + a.value() + "\"";
      case Attr.DType a -> dtype(a.value());
      case Attr.Values a ->
          "[" + String.join(", ", a.values().stream().map(ExprPrinter::attr).toList()) + "]";
    };
  }

  /**
   * Returns whether {@code text} names a constant of an enumeration, such as {@code PadValue.zero}.
   */
  private static boolean isEnumConstant(String text) {
    return Character.isUpperCase(text.codePointAt(0)) && text.matches("\\w+\\.\\w+");
  }

  // ---------------------------------------------------------------- types

  private static String dtype(DataType type) {
    return "pl." + type.name();
  }

  /** Returns the annotation that writes a type. */
  String type(Type type) {
    return switch (type) {
      case Type.Scalar t -> "pl.Scalar[" + dtype(t.dtype()) + "]";
      case Type.Tensor t -> tensor(t);
      case Type.Tile t ->
          "pl.Tile[["
              + list(t.shape())
              + "], "
              + dtype(t.dtype())
              + t.space().map(s -> ", pl.Mem." + s).orElse("")
              + (t.validShape().isEmpty()
                  ? ""
                  : ", pl.TileView(valid_shape=[" + list(t.validShape()) + "])")
              + "]";
      case Type.Array t -> "pl.Array[" + t.extent() + ", " + dtype(t.element()) + "]";
      case Type.Tuple t ->
          "pl.Tuple[" + String.join(", ", t.elements().stream().map(this::type).toList()) + "]";
      case Type.Opaque t -> "pl." + t.name();
      case Type.Unknown _ -> "...";
      case Type.None _ -> "None";
    };
  }

  private String tensor(Type.Tensor t) {
    StringBuilder out =
        new StringBuilder(t.distributed() ? "pld.DistributedTensor[[" : "pl.Tensor[[");
    out.append(list(t.shape())).append("], ").append(dtype(t.dtype()));
    t.memRef()
        .ifPresent(
            m ->
                out.append(", pl.MemRef(\"")
                    .append(m.base())
                    .append("\", ")
                    .append(expr(m.byteOffset()))
                    .append(", ")
                    .append(m.size())
                    .append(")"));
    t.view().ifPresent(v -> out.append(", ").append(view(v)));
    return out.append("]").toString();
  }

  private String view(TensorView v) {
    List<String> parts = new ArrayList<>();
    if (!v.stride().isEmpty()) {
      parts.add("stride=[" + list(v.stride()) + "]");
    }
    parts.add("layout=pl.TensorLayout." + v.layout());
    if (!v.validShape().isEmpty()) {
      parts.add("valid_shape=[" + list(v.validShape()) + "]");
    }
    if (v.pad() != TensorView.Pad.NULL) {
      parts.add("pad=pl.PadValue." + v.pad().name().toLowerCase(Locale.ROOT));
    }
    return "pl.TensorView(" + String.join(", ", parts) + ")";
  }
}
