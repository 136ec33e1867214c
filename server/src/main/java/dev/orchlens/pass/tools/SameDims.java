package dev.orchlens.pass.tools;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.arith.Scalars;

/** Compares dimensions by what they compute, not by where they were written. */
public final class SameDims {
  private SameDims() {}

  /**
   * Returns whether values of {@code type} are tracked: tensors that no communication domain
   * shares.
   */
  public static boolean isPlainTensor(Type type) {
    return type instanceof Type.Tensor tensor && !tensor.distributed();
  }

  /**
   * Returns whether both are tracked tensors of one shape and element type, whatever their layout.
   */
  public static boolean sameShapeAndType(Type a, Type b) {
    return isPlainTensor(a)
        && isPlainTensor(b)
        && a.elementType().equals(b.elementType())
        && Scalars.pairwise(((Type.Tensor) a).shape(), ((Type.Tensor) b).shape(), SameDims::same);
  }

  /**
   * Returns whether the two compute the same: one variable, equal constants, or one operation on
   * same operands. Types and keywords do not count, as they do not where the reference compares
   * dimensions; {@code Scalars.same} is stricter.
   */
  static boolean same(Expr a, Expr b) {
    if (a == b) {
      return true;
    }
    if (a instanceof Expr.ConstInt x && b instanceof Expr.ConstInt y) {
      return x.value() == y.value();
    }
    if (a instanceof Expr.Binary x && b instanceof Expr.Binary y) {
      return x.op() == y.op() && same(x.left(), y.left()) && same(x.right(), y.right());
    }
    return a instanceof Expr.Invocation x
        && b instanceof Expr.Invocation y
        && x.callee().equals(y.callee())
        && Scalars.pairwise(x.args(), y.args(), SameDims::same);
  }
}
