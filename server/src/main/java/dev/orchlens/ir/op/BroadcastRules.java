package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Result rules of row and column vectors and of reductions (reference:
 * docs/en/user/ops/01-catalog.md, "Reductions", "Broadcast and expand").
 */
final class BroadcastRules {
  private BroadcastRules() {}

  static Type rowExpand(RuleInput in) {
    Type.Shaped value = in.shaped(0);
    Type.Shaped vector = in.shaped(1);
    Shapes.requireRank(value, "its first operand", 2, Integer.MAX_VALUE);
    Shapes.requireRank(vector, "its second operand", 2, Integer.MAX_VALUE);
    if (!Shapes.isOne(vector.shape().getLast())) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs one value for each row, a second operand of one column, but its shape is "
              + Extents.text(vector.shape()));
    }
    Shapes.requireSame(rows(value), rows(vector), "needs operands with as many rows");
    return expanded(value, vector);
  }

  static Type rowExpandSame(RuleInput in) {
    Type.Shaped value = in.shaped(0);
    Type.Shaped vector = in.shaped(1);
    if (value.dtype() != vector.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "needs operands of one dtype, but gets " + value.dtype() + " and " + vector.dtype());
    }
    return value instanceof Type.Tile ? expanded(value, vector) : rowExpand(in);
  }

  static Type colExpand(RuleInput in) {
    Type.Shaped value = in.shaped(0);
    Type.Shaped vector = in.shaped(1);
    Shapes.requireRank(value, "its first operand", 2, Integer.MAX_VALUE);
    Shapes.requireRank(vector, "its second operand", 2, Integer.MAX_VALUE);
    if (!Shapes.isOne(rows(vector))) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs one value for each column, a second operand of one row, but its shape is "
              + Extents.text(vector.shape()));
    }
    Shapes.requireSame(
        value.shape().getLast(), vector.shape().getLast(), "needs operands with as many columns");
    return expanded(value, vector);
  }

  static Type tileColExpand(RuleInput in) {
    return expanded(in.tile(0), in.tile(1));
  }

  private static Type expanded(Type.Shaped value, Type.Shaped vector) {
    DataType dtype = Shapes.promote(value.dtype(), vector.dtype());
    List<Expr> valid = value instanceof Type.Tile ? Shapes.valid(value) : List.of();
    return Shapes.fresh(value, value.shape(), dtype, valid);
  }

  private static Expr rows(Type.Shaped type) {
    return type.shape().get(type.shape().size() - 2);
  }

  static Type expandScalar(RuleInput in) {
    Type.Shaped target = in.shaped(0);
    if (target instanceof Type.Tensor) {
      return Shapes.tensor(target.shape(), target.dtype(), List.of());
    }
    DataType dtype =
        in.type(1).elementType().map(d -> Shapes.promote(target.dtype(), d)).orElse(target.dtype());
    return Shapes.fresh(target, target.shape(), dtype, Shapes.valid(target));
  }

  static Type expandClone(RuleInput in) {
    Type.Tensor value = in.tensor(0);
    Type.Tensor target = in.tensor(1);
    Shapes.requireRank(value, "its first operand", 3, 3);
    Shapes.requireRank(target, "its second operand", 3, 3);
    int repeated = 0;
    for (int i = 0; i < 3; i++) {
      if (!Extents.equal(value.shape().get(i), target.shape().get(i))) {
        repeated++;
        if (!Shapes.isOne(value.shape().get(i)) || repeated > 1) {
          throw new RuleFailure(
              Code.OP_INCOMPATIBLE_SHAPES,
              "repeats one dimension of extent 1, so it cannot make "
                  + Extents.text(target.shape())
                  + " of "
                  + Extents.text(value.shape()));
        }
      }
    }
    return Shapes.tensor(target.shape(), Shapes.promote(value.dtype(), target.dtype()), List.of());
  }

  static Type rowReduction(RuleInput in) {
    return reduced(in, -1, Optional.empty());
  }

  static Type rowPosition(RuleInput in) {
    return reduced(in, -1, Optional.of(DataType.INT32));
  }

  static Type colReduction(RuleInput in) {
    return reduced(in, -2, Optional.empty());
  }

  static Type colPosition(RuleInput in) {
    return reduced(in, -2, Optional.of(DataType.INT32));
  }

  /** {@code axis} counts from the end; the column of a tile is its first dimension. */
  private static Type reduced(RuleInput in, int axis, Optional<DataType> dtype) {
    Type.Shaped value = in.shaped(0);
    boolean tile = value instanceof Type.Tile;
    Shapes.requireRank(value, "its operand", tile || axis == -2 ? 2 : 1, Integer.MAX_VALUE);
    if (in.args().size() > 1
        && in.type(1) instanceof Type.Tile scratch
        && scratch.dtype() != value.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "needs a scratch tile of the operand's dtype, but gets "
              + scratch.dtype()
              + " and "
              + value.dtype());
    }
    for (Expr extent : Shapes.valid(value)) {
      if (Shapes.isConstant(extent, 0)) {
        throw new RuleFailure(Code.OP_EMPTY_REDUCTION, "cannot reduce what has no valid element");
      }
    }
    int index = tile && axis == -2 ? 0 : value.shape().size() + axis;
    List<Expr> shape = new ArrayList<>(value.shape());
    List<Expr> valid = new ArrayList<>(Shapes.valid(value));
    shape.set(index, Extents.index(1, value.shape().get(index).origin()));
    valid.set(index, shape.get(index));
    return Shapes.fresh(value, shape, dtype.orElse(value.dtype()), valid);
  }
}
