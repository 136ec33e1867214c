package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Result rules of matrix products (reference: docs/en/user/ops/01-catalog.md, "Linear algebra").
 */
final class MatmulRules {
  private MatmulRules() {}

  /**
   * The four extents of one product: rows and columns of the result and the length summed over on
   * either side.
   */
  private record Product(Expr rows, Expr leftInner, Expr rightInner, Expr columns) {}

  static Type tensor(RuleInput in) {
    Type.Tensor left = in.tensor(0);
    Type.Tensor right = in.tensor(1);
    DataType dtype = in.dtype("out_dtype").orElse(Shapes.promote(left.dtype(), right.dtype()));
    requireAxes(left, in.kwargs().isTrue("a_trans"), "a_trans", "first");
    requireAxes(right, in.kwargs().isTrue("b_trans"), "b_trans", "second");
    int leftRank = left.shape().size();
    int rightRank = right.shape().size();
    if (leftRank == 0
        || rightRank == 0
        || (leftRank == 1 || rightRank == 1) && leftRank + rightRank > 3) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "cannot multiply operands of " + leftRank + " and " + rightRank + " dimensions");
    }
    Product product = product(in, left, right);
    requireInner(product);
    requireOneDtype(left, right);
    List<Expr> shape = new ArrayList<>();
    if (leftRank > 1 && rightRank > 1) {
      shape.addAll(Shapes.broadcast(batch(left), batch(right)));
    }
    if (leftRank > 1) {
      shape.add(product.rows);
    }
    if (rightRank > 1) {
      shape.add(product.columns);
    }
    return Shapes.tensor(shape, dtype, List.of());
  }

  private static void requireAxes(
      Type.Tensor operand, boolean transposed, String keyword, String which) {
    if (transposed && operand.shape().size() < 2) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "cannot transpose its " + which + " operand (" + keyword + "): it has one dimension");
    }
  }

  private static Product product(RuleInput in, Type.Shaped left, Type.Shaped right) {
    List<Expr> a = left.shape();
    List<Expr> b = right.shape();
    boolean transposedLeft = in.kwargs().isTrue("a_trans");
    boolean transposedRight = in.kwargs().isTrue("b_trans");
    Expr rows = a.size() < 2 ? a.getLast() : a.get(a.size() - (transposedLeft ? 1 : 2));
    Expr leftInner = a.get(a.size() - (transposedLeft ? 2 : 1));
    Expr rightInner = b.size() < 2 ? b.getLast() : b.get(b.size() - (transposedRight ? 1 : 2));
    Expr columns = b.get(b.size() - (transposedRight ? 2 : 1));
    return new Product(rows, leftInner, rightInner, columns);
  }

  private static void requireInner(Product product) {
    Shapes.requireSame(
        product.leftInner,
        product.rightInner,
        "needs as many columns on the left as rows on the right");
  }

  private static List<Expr> batch(Type.Shaped type) {
    return type.shape().subList(0, type.shape().size() - 2);
  }

  static Type tensorAccumulate(RuleInput in) {
    Type.Tensor sum = in.tensor(0);
    Type.Tensor left = in.tensor(1);
    Type.Tensor right = in.tensor(2);
    for (Type.Tensor each : List.of(sum, left, right)) {
      Shapes.requireRank(each, "each operand", 2, Integer.MAX_VALUE);
    }
    DataType dtype = accumulator(left, right);
    requireAccumulator(sum, dtype);
    requireCondition(in, 3);
    Product product = product(in, left, right);
    requireInner(product);
    requireTarget(sum, product);
    List<Expr> batch = Shapes.broadcast(batch(left), batch(right));
    if (batch.size() != batch(sum).size()) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK, "needs an accumulator with the operands' batch dimensions");
    }
    for (int i = 0; i < batch.size(); i++) {
      Shapes.requireSame(
          batch(sum).get(i), batch.get(i), "needs an accumulator with the operands' batch extents");
    }
    return Shapes.tensor(sum.shape(), dtype, List.of());
  }

  static Type tile(RuleInput in) {
    return product(in.tile(0), in.tile(1));
  }

  static Type tileAccumulate(RuleInput in) {
    requireCondition(in, 3);
    return accumulated(in.tile(0), product(in.tile(1), in.tile(2)));
  }

  static Type tileVector(RuleInput in) {
    return vector(in.tile(0), in.tile(1));
  }

  static Type tileVectorAccumulate(RuleInput in) {
    Type.Tile sum = in.tile(0);
    requireAccumulator(sum, vector(in.tile(1), in.tile(2)).dtype());
    return Shapes.tile(sum.shape(), sum.dtype(), Shapes.valid(sum), Optional.of(MemorySpace.Acc));
  }

  /** The hardware computes sixteen rows, of which one is valid. */
  private static Type.Tile vector(Type.Tile left, Type.Tile right) {
    requireMatrices(left, right);
    Expr row = left.shape().get(0);
    if (!Shapes.isOne(row)) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "multiplies one row by a matrix, but gets " + Extents.text(row) + " rows");
    }
    return Shapes.tile(
        List.of(Extents.index(16, row.origin()), right.shape().get(1)),
        accumulator(left, right),
        List.of(row, Shapes.valid(right).get(1)),
        Optional.of(MemorySpace.Acc));
  }

  static Type tileScaled(RuleInput in) {
    return scaled(in.tile(0), in.tile(2));
  }

  static Type tileScaledAccumulate(RuleInput in) {
    return accumulated(in.tile(0), scaled(in.tile(1), in.tile(3)));
  }

  static Type tileBatch(RuleInput in) {
    int first = in.operator().accumulates() ? 1 : 0;
    Type.Tile left = in.tile(first);
    Type.Tile right = in.tile(first + 1);
    Shapes.requireRank(left, "its left operand", 2, Integer.MAX_VALUE);
    Shapes.requireRank(right, "its right operand", 2, Integer.MAX_VALUE);
    DataType dtype = accumulator(left, right);
    Product product = product(in, left, right);
    requireInner(product);
    if (first == 1) {
      return in.type(0);
    }
    List<Expr> shape = new ArrayList<>(Shapes.broadcast(batch(left), batch(right)));
    shape.add(product.rows);
    shape.add(product.columns);
    return Shapes.tile(shape, dtype, List.of(), Optional.of(MemorySpace.Acc));
  }

  private static Type.Tile product(Type.Tile left, Type.Tile right) {
    requireMatrices(left, right);
    return result(left, right, accumulator(left, right));
  }

  private static Type.Tile scaled(Type.Tile left, Type.Tile right) {
    requireMatrices(left, right);
    return result(left, right, DataType.FP32);
  }

  private static void requireMatrices(Type.Tile left, Type.Tile right) {
    Shapes.requireRank(left, "its left operand", 2, 2);
    Shapes.requireRank(right, "its right operand", 2, 2);
    Shapes.requireSame(
        left.shape().get(1),
        right.shape().get(0),
        "needs as many columns on the left as rows on the right");
    if (Extents.exceeds(Shapes.valid(left).get(1), Shapes.valid(right).get(0))) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs the valid rows on the right to cover the valid columns on the left, but they are "
              + Extents.text(Shapes.valid(right).get(0))
              + " and "
              + Extents.text(Shapes.valid(left).get(1)));
    }
  }

  private static Type.Tile result(Type.Tile left, Type.Tile right, DataType dtype) {
    return Shapes.tile(
        List.of(left.shape().get(0), right.shape().get(1)),
        dtype,
        List.of(Shapes.valid(left).get(0), Shapes.valid(right).get(1)),
        Optional.of(MemorySpace.Acc));
  }

  private static Type accumulated(Type.Tile sum, Type.Tile product) {
    Shapes.requireRank(sum, "its accumulator", 2, 2);
    requireAccumulator(sum, product.dtype());
    Shapes.requireSame(
        sum.shape().get(0), product.shape().get(0), "needs an accumulator with the product's rows");
    Shapes.requireSame(
        sum.shape().get(1),
        product.shape().get(1),
        "needs an accumulator with the product's columns");
    return Shapes.tile(
        sum.shape(), product.dtype(), Shapes.valid(sum), Optional.of(MemorySpace.Acc));
  }

  private static void requireTarget(Type.Shaped sum, Product product) {
    List<Expr> shape = sum.shape();
    Shapes.requireSame(
        shape.get(shape.size() - 2), product.rows, "needs an accumulator with the product's rows");
    Shapes.requireSame(
        shape.getLast(), product.columns, "needs an accumulator with the product's columns");
  }

  /**
   * The product of tensors becomes one of tiles, which wants one dtype; so it is told here, where
   * it is written.
   */
  private static void requireOneDtype(Type.Shaped left, Type.Shaped right) {
    if (left.dtype() != right.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "multiplies operands of one dtype, but gets "
              + left.dtype()
              + " and "
              + right.dtype()
              + "; convert one of them with pl.cast");
    }
  }

  private static DataType accumulator(Type.Shaped left, Type.Shaped right) {
    requireOneDtype(left, right);
    return left.dtype().isFloat() ? DataType.FP32 : DataType.INT32;
  }

  private static void requireAccumulator(Type.Shaped sum, DataType dtype) {
    if (sum.dtype() != dtype) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "needs an accumulator of dtype " + dtype + ", but it has " + sum.dtype());
    }
  }

  private static void requireCondition(RuleInput in, int index) {
    if (index < in.args().size()
        && !in.type(index).equals(Type.BOOL)
        && !(in.type(index) instanceof Type.Unknown)) {
      throw new RuleFailure(
          Code.OP_WRONG_KIND,
          "needs a condition for 'init_cond', such as k == 0, but gets "
              + ScalarArithmetic.noun(in.type(index)));
    }
  }
}
