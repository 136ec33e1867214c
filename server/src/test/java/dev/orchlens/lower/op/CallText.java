package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.op.ScalarArithmetic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads calls as tests write them, and builds what they mean. */
final class CallText {
  private static final Origin ORIGIN = new Origin("test.py", "f", 0, 1, Optional.empty());

  private final OperatorCatalog catalog;
  private final Map<String, Expr> names;
  private final Consumer<Problem> problems;
  private final String text;
  private int at;

  CallText(
      OperatorCatalog catalog,
      Map<String, ? extends Expr> names,
      Consumer<Problem> problems,
      String text) {
    this.catalog = catalog;
    this.names = Map.copyOf(names);
    this.problems = problems;
    this.text = text;
  }

  /** Builds the expression. */
  Expr build() {
    return ((Operand.Value) operand()).expr();
  }

  private Operand operand() {
    Operand left = term();
    while (peek("+") || peek("-") || peek("*")) {
      BinaryOp op =
          switch (text.charAt(at++)) {
            case '+' -> BinaryOp.ADD;
            case '-' -> BinaryOp.SUB;
            default -> BinaryOp.MUL;
          };
      Expr right = ((Operand.Value) term()).expr();
      left =
          new Operand.Value(
              ScalarArithmetic.binary(op, ((Operand.Value) left).expr(), right, ORIGIN, problems));
    }
    return left;
  }

  private Operand term() {
    skip();
    char c = text.charAt(at);
    if (c == '[') {
      at++;
      return new Operand.Items(list("]"));
    }
    if (c == '\'') {
      int end = text.indexOf('\'', at + 1);
      Operand result = new Operand.Constant(new Attr.Text(text.substring(at + 1, end)));
      at = end + 1;
      return result;
    }
    if (Character.isDigit(c) || c == '-') {
      return number();
    }
    return named();
  }

  private Operand number() {
    int start = at++;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    String digits = text.substring(start, at);
    return new Operand.Value(
        digits.contains(".")
            ? new Expr.ConstFloat(Double.parseDouble(digits), DataType.FP32, ORIGIN)
            : new Expr.ConstInt(Long.parseLong(digits), DataType.INDEX, ORIGIN));
  }

  private Operand named() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "._".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    String name = text.substring(start, at);
    if (peek("(")) {
      at++;
      return new Operand.Value(
          catalog.build(call(name.startsWith("pl.") ? name.substring(3) : name), problems));
    }
    if (names.containsKey(name)) {
      return new Operand.Value(names.get(name));
    }
    String constant = name.substring(name.indexOf('.') + 1);
    return switch (name) {
      case "None" -> new Operand.None();
      case "True" -> new Operand.Constant(new Attr.Bool(true));
      case "False" -> new Operand.Constant(new Attr.Bool(false));
      default ->
          new Operand.Constant(
              DataType.ofName(constant).<Attr>map(Attr.DType::new).orElse(new Attr.Text(constant)));
    };
  }

  private SurfaceCall call(String path) {
    List<Operand> positional = new ArrayList<>();
    Map<String, Operand> keyword = new LinkedHashMap<>();
    while (!peek(")")) {
      int before = at;
      int end = at;
      while (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_') {
        end++;
      }
      if (text.charAt(end) == '=' && end > before) {
        at = end + 1;
        keyword.put(text.substring(before, end), literal(operand()));
      } else {
        positional.add(operand());
      }
      if (peek(",")) {
        at++;
        skip();
      }
    }
    at++;
    return new SurfaceCall(path, positional, keyword, ORIGIN);
  }

  /** A literal keyword value is known while compiling. */
  private static Operand literal(Operand operand) {
    return switch (operand) {
      case Operand.Value(Expr.ConstInt c) -> new Operand.Constant(new Attr.Int(c.value()));
      case Operand.Value(Expr.ConstFloat c) -> new Operand.Constant(new Attr.Float(c.value()));
      default -> operand;
    };
  }

  private List<Operand> list(String close) {
    List<Operand> result = new ArrayList<>();
    while (!peek(close)) {
      result.add(operand());
      if (peek(",")) {
        at++;
      }
    }
    at++;
    return result;
  }

  private boolean peek(String next) {
    skip();
    return text.startsWith(next, at);
  }

  private void skip() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }
}
