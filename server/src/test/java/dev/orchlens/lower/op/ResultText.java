package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints what a call means, as tests state it. */
final class ResultText {
  private ResultText() {}

  /** Returns an expression with its type. */
  static String of(Expr expr) {
    return text(expr) + ": " + type(expr.type());
  }

  private static String text(Expr expr) {
    return switch (expr) {
      case Var v -> v.name();
      case Expr.ConstInt c -> c.value() + (c.dtype() == DataType.INDEX ? "" : suffix(c.dtype()));
      case Expr.ConstFloat c -> c.value() + (c.dtype() == DataType.FP32 ? "" : suffix(c.dtype()));
      case Expr.ConstBool c -> c.value() ? "True" : "False";
      case Expr.Binary b -> "(" + text(b.left()) + " " + b.op() + " " + text(b.right()) + ")";
      case Expr.Unary u ->
          u.op() + "(" + text(u.operand()) + ")" + suffix(u.type().elementType().orElseThrow());
      case Expr.MakeTuple t ->
          "[" + String.join(", ", t.elements().stream().map(ResultText::text).toList()) + "]";
      case Expr.TupleGet t -> text(t.tuple()) + "#" + t.index();
      case Expr.Unknown _ -> "?";
      case Expr.Invocation call -> {
        List<String> parts = new ArrayList<>(call.args().stream().map(ResultText::text).toList());
        call.kwargs().values().forEach((key, value) -> parts.add(key + "=" + text(value)));
        call.attrs().manualDeps().forEach(dep -> parts.add("after " + text(dep)));
        yield call.callee().name() + "(" + String.join(", ", parts) + ")";
      }
    };
  }

  private static String suffix(DataType dtype) {
    return "'" + dtype;
  }

  private static String text(Attr attr) {
    return switch (attr) {
      case Attr.Int(long value) -> Long.toString(value);
      case Attr.Float(double value) -> Double.toString(value);
      case Attr.Bool(boolean value) -> value ? "True" : "False";
      case Attr.Text(String value) -> value;
      case Attr.DType(DataType value) -> value.toString();
      case Attr.Values(List<Attr> values) ->
          values.stream().map(ResultText::text).toList().toString();
    };
  }

  private static String type(Type type) {
    return switch (type) {
      case Type.Scalar(DataType dtype) -> dtype.toString();
      case Type.Tensor t ->
          (t.distributed() ? "window " : "")
              + t.dtype()
              + shape(t.shape())
              + t.view().map(ResultText::view).orElse("");
      case Type.Tile t ->
          "tile "
              + t.dtype()
              + shape(t.shape())
              + (t.validShape().isEmpty() ? "" : " valid " + shape(t.validShape()))
              + t.space().map(s -> " in " + s).orElse("");
      case Type.Array a -> a.element() + " x " + a.extent();
      case Type.Tuple t ->
          "(" + String.join(", ", t.elements().stream().map(ResultText::type).toList()) + ")";
      case Type.Opaque o -> o.name();
      case Type.Unknown _ -> "?";
      case Type.None _ -> "None";
    };
  }

  private static String view(TensorView view) {
    return (view.stride().isEmpty() ? "" : " stride " + shape(view.stride()))
        + (view.layout() == TensorView.Layout.ND ? "" : " " + view.layout())
        + (view.validShape().isEmpty() ? "" : " valid " + shape(view.validShape()))
        + (view.pad() == TensorView.Pad.NULL
            ? ""
            : " pad " + view.pad().name().toLowerCase(Locale.ROOT));
  }

  private static String shape(List<Expr> shape) {
    return shape.stream().map(ResultText::text).toList().toString();
  }
}
