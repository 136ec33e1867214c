package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemRef;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.Optional;

/** Compares types by what they say, origins included. */
final class SameType {
  private SameType() {}

  /** Returns whether one of the two can stand for the other in all that is shown of a program. */
  static boolean of(Type a, Type b) {
    return a == b
        || switch (a) {
          case Type.Tensor x ->
              b instanceof Type.Tensor y
                  && x.dtype() == y.dtype()
                  && x.distributed() == y.distributed()
                  && all(x.shape(), y.shape())
                  && views(x.view(), y.view())
                  && allocations(x.memRef(), y.memRef());
          case Type.Tile x ->
              b instanceof Type.Tile y
                  && x.dtype() == y.dtype()
                  && x.space().equals(y.space())
                  && all(x.shape(), y.shape())
                  && all(x.validShape(), y.validShape());
          case Type.Tuple x -> b instanceof Type.Tuple y && elements(x.elements(), y.elements());
          case Type.Scalar _, Type.Array _, Type.Opaque _, Type.Unknown _, Type.None _ ->
              a.equals(b);
        };
  }

  private static boolean elements(List<Type> a, List<Type> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!of(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean views(Optional<TensorView> a, Optional<TensorView> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() && b.isEmpty();
    }
    TensorView x = a.get();
    TensorView y = b.get();
    return x.layout() == y.layout()
        && x.pad() == y.pad()
        && all(x.stride(), y.stride())
        && all(x.validShape(), y.validShape());
  }

  private static boolean allocations(Optional<MemRef> a, Optional<MemRef> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() && b.isEmpty();
    }
    MemRef x = a.get();
    MemRef y = b.get();
    return x.base().equals(y.base())
        && x.size() == y.size()
        && same(x.byteOffset(), y.byteOffset());
  }

  private static boolean all(List<Expr> a, List<Expr> b) {
    if (a == b) {
      return true;
    }
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Expr a, Expr b) {
    return a == b
        || switch (a) {
          case Expr.Const _ -> a.equals(b);
          case Expr.Binary x ->
              b instanceof Expr.Binary y
                  && x.op() == y.op()
                  && x.type().equals(y.type())
                  && x.origin().equals(y.origin())
                  && same(x.left(), y.left())
                  && same(x.right(), y.right());
          case Expr.Unary x ->
              b instanceof Expr.Unary y
                  && x.op() == y.op()
                  && x.type().equals(y.type())
                  && x.origin().equals(y.origin())
                  && same(x.operand(), y.operand());
          case Var _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Invocation _, Expr.Unknown _ -> false;
        };
  }
}
