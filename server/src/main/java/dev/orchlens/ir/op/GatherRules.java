package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result rules of gathers, scatters, sorts and splits (reference: docs/en/user/ops/01-catalog.md,
 * "Gather, scatter, sort", "Cross-core transfer").
 */
final class GatherRules {
  private GatherRules() {}

  static Type gather(RuleInput in) {
    Type.Tensor source = in.tensor(0);
    Type.Tensor index = in.tensor(1);
    requireIndexDtype(source, index);
    int rank = source.shape().size();
    Shapes.requireRank(source, "its source", 2, Integer.MAX_VALUE);
    Shapes.requireRank(index, "its index", rank, rank);
    int dim = axis(in, rank);
    for (int i = 0; i < rank; i++) {
      if (i != dim && Extents.exceeds(index.shape().get(i), source.shape().get(i))) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "gets an index of shape "
                + Extents.text(index.shape())
                + ", larger than the source "
                + Extents.text(source.shape())
                + " in dimension "
                + i);
      }
    }
    return Shapes.tensor(index.shape(), source.dtype(), List.of());
  }

  private static int axis(RuleInput in, int rank) {
    long dim = in.integer("dim").orElse(-1L);
    if (dim < -rank || dim >= rank) {
      throw new RuleFailure(
          Code.OP_AXIS_OUT_OF_RANGE, "gets dim " + dim + " of " + rank + " dimensions");
    }
    return (int) Math.floorMod(dim, (long) rank);
  }

  private static void requireIndexDtype(Type.Shaped source, Type.Shaped index) {
    boolean narrow = index.dtype() == DataType.INT16 && source.dtype().bits() == 16;
    if (index.dtype() != DataType.INT32 && !narrow) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE,
          "needs an index of INT32, or of INT16 for 16-bit elements, but it has dtype "
              + index.dtype());
    }
  }

  static Type tileGather(RuleInput in) {
    Type.Tile source = in.tile(0);
    Type.Tile index = in.tile(1);
    requireIndexDtype(source, index);
    return Shapes.fresh(source, index.shape(), source.dtype(), List.of());
  }

  /** One offset names a block of 32 bytes. */
  static Type gatherBlocks(RuleInput in) {
    Type.Tile source = in.tile(0);
    Type.Tile offset = in.tile(1);
    Shapes.requireRank(source, "its source", 2, 2);
    Shapes.requireRank(offset, "its offsets", 2, 2);
    DataType dtype = in.dtype("output_dtype").orElse(source.dtype());
    long perBlock = 256 / dtype.bits();
    List<Expr> shape = new ArrayList<>(offset.shape());
    List<Expr> valid = new ArrayList<>(Shapes.valid(offset));
    shape.set(1, scaled(shape.get(1), perBlock));
    valid.set(1, scaled(valid.get(1), perBlock));
    return Shapes.fresh(source, shape, dtype, valid);
  }

  private static Expr scaled(Expr extent, long factor) {
    OptionalLong constant = Extents.constant(extent);
    return constant.isPresent()
        ? Extents.index(constant.getAsLong() * factor, extent.origin())
        : ScalarArithmetic.binary(
            Expr.BinaryOp.MUL, extent, Extents.index(factor, extent.origin()), extent.origin());
  }

  static Type gatherMask(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    Shapes.requireRank(source, "its source", 2, 2);
    long step = maskStep(in);
    Expr columns = source.shape().get(1);
    OptionalLong constant = Extents.constant(columns);
    if (constant.isPresent() && constant.getAsLong() % step != 0) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "keeps one column of "
              + step
              + ", so the number of columns must be divisible by it, but is "
              + constant.getAsLong());
    }
    Expr kept =
        constant.isPresent()
            ? Extents.index(constant.getAsLong() / step, columns.origin())
            : ScalarArithmetic.binary(
                Expr.BinaryOp.FLOOR_DIV,
                columns,
                Extents.index(step, columns.origin()),
                columns.origin());
    DataType dtype = in.dtype("output_dtype").orElse(source.dtype());
    if (dtype.bits() != source.dtype().bits()) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE,
          "needs an output dtype as wide as " + source.dtype() + ", but gets " + dtype);
    }
    return Shapes.fresh(source, List.of(source.shape().get(0), kept), dtype, List.of());
  }

  /** Patterns 1 and 2 keep every second column, 3 to 6 every fourth, 7 all of them. */
  private static long maskStep(RuleInput in) {
    long pattern = in.integer("mask_pattern").orElse(0L);
    if (pattern < 1 || pattern > 7) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "needs a mask pattern from 1 to 7, but gets " + pattern);
    }
    return pattern == 7 ? 1 : pattern <= 2 ? 2 : 4;
  }

  static Type gatherCompare(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    Shapes.requireRank(source, "its source", 2, 2);
    Optional<DataType> threshold = in.type(1).elementType();
    if (threshold.isPresent() && threshold.get() != source.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "compares with a value of the source's dtype, but gets "
              + threshold.get()
              + " and "
              + source.dtype());
    }
    long columns = in.integer("out_cols").orElse(0L);
    if (columns <= 0) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "needs a positive 'out_cols', but gets " + columns);
    }
    DataType count = in.dtype("count_dtype").orElse(DataType.INT32);
    Shapes.requireDtype(count, "its counts", List.of(DataType.INT32, DataType.UINT32));
    Expr rows = source.shape().get(0);
    Origin origin = rows.origin();
    return new Type.Tuple(
        List.of(
            Shapes.fresh(
                source, List.of(rows, Extents.index(columns, origin)), DataType.INT32, List.of()),
            Shapes.fresh(source, List.of(Extents.index(1, origin), rows), count, List.of())));
  }

  /** A gather of rows has a row for each index, one of elements an element for each. */
  static Type gatherMemory(RuleInput in) {
    Type.Tensor memory = in.tensor(0);
    Type.Shaped index = in.shaped(1);
    MemorySpace space = MemoryRules.memory(in, "target_memory").orElse(MemorySpace.Vec);
    boolean rows = in.integer("coalesce").orElse(0L) == 0;
    List<Expr> shape = index.shape();
    if (rows && !index.shape().isEmpty()) {
      Expr count =
          Extents.elements(index.shape()).isPresent()
              ? Extents.index(Extents.elements(index.shape()).getAsLong(), Origin.none())
              : index.shape().getLast();
      shape = List.of(count, memory.shape().getLast());
    }
    return Shapes.tile(shape, memory.dtype(), List.of(), Optional.of(space));
  }

  static Type pagedGather(RuleInput in) {
    Type.Tensor pool = in.tensor(0);
    Shapes.requireRank(pool, "its source", 2, 2);
    for (int i = 1; i <= 2; i++) {
      Shapes.requireDtype(
          in.tensor(i).dtype(), "its indices and block table", List.of(DataType.INT32));
      Shapes.requireRank(in.tensor(i), "its indices and block table", 1, 2);
    }
    for (String key : List.of("block_size", "size", "max_indices")) {
      if (in.integer(key).orElse(0L) <= 0) {
        throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "needs a positive '" + key + "'");
      }
    }
    Expr rows = Extents.index(in.integer("max_indices").orElse(1L), Origin.none());
    Expr size = Extents.index(in.integer("size").orElse(1L), Origin.none());
    List<Expr> shape = in.kwargs().isTrue("is_trans") ? List.of(size, rows) : List.of(rows, size);
    return Shapes.tensor(shape, pool.dtype(), List.of());
  }

  static Type gatherRow(RuleInput in) {
    Type.Shaped target = in.shaped(0);
    Type.Tensor source = in.tensor(1);
    if (target.dtype() != source.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "gathers elements of one dtype, but gets " + target.dtype() + " and " + source.dtype());
    }
    for (Expr extent : in.elements(4)) {
      if (Extents.constant(extent).isEmpty() && !(extent.type() instanceof Type.Unknown)) {
        throw new RuleFailure(
            Code.OP_NOT_CONSTANT,
            "needs 'shapes' to be known while compiling; pass a runtime extent as valid_shape");
      }
    }
    if (in.args().size() > 5) {
      requirePart(in.elements(5), in.elements(4), in.kwargs().isTrue("transpose"));
    }
    return target;
  }

  /** A transposed row is written column by column, how many of them the compiler has to know. */
  private static void requirePart(List<Expr> valid, List<Expr> shape, boolean transposed) {
    if (valid.size() != shape.size()) {
      throw new RuleFailure(Code.OP_WRONG_RANK, "needs as many valid extents as extents");
    }
    Shapes.requireIntegers(valid, "valid_shape");
    for (int i = 0; i < valid.size(); i++) {
      if (transposed && valid.get(i) instanceof Var) {
        throw new RuleFailure(
            Code.OP_NOT_CONSTANT,
            "needs 'valid_shape' to be known while compiling with transpose=True; gather without it"
                + " and multiply with b_trans=True");
      }
      if (Extents.exceeds(valid.get(i), shape.get(i))
          || Extents.exceeds(Extents.index(0, Origin.none()), valid.get(i))) {
        throw new RuleFailure(
            Code.OP_VALID_SHAPE_TOO_LARGE,
            "needs 'valid_shape' to lie within 'shapes', but gets "
                + Extents.text(valid.get(i))
                + " where there are "
                + Extents.text(shape.get(i)));
      }
    }
  }

  static Type scatter(RuleInput in) {
    boolean tile = in.type(0) instanceof Type.Tile;
    Type.Shaped target = in.shaped(0);
    Type.Shaped source = in.shaped(tile ? 1 : 2);
    Type.Shaped index = in.shaped(tile ? 2 : 1);
    requireSameDtype(target, source);
    int needed = target.dtype().bits() == 8 ? 16 : target.dtype().bits();
    if (index.dtype() != DataType.INT16 && index.dtype() != DataType.INT32
        || index.dtype().bits() != needed) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE,
          "needs an index of INT"
              + needed
              + " for elements of "
              + target.dtype()
              + ", but it has dtype "
              + index.dtype());
    }
    for (Type.Shaped each : List.of(target, source, index)) {
      Shapes.requireRank(each, "each operand", 2, 2);
    }
    if (!tile && axis(in, 2) != 1) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "scatters along the last dimension only, dim=-1");
    }
    Shapes.requireSame(
        source.shape().get(0), index.shape().get(0), "needs as many rows of indices as of values");
    Shapes.requireSame(
        source.shape().get(1),
        index.shape().get(1),
        "needs as many columns of indices as of values");
    return inPlace(target);
  }

  private static void requireSameDtype(Type.Shaped target, Type.Shaped source) {
    if (target.dtype() != source.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "scatters elements of one dtype, but gets " + target.dtype() + " and " + source.dtype());
    }
  }

  private static Type inPlace(Type.Shaped target) {
    return switch (target) {
      case Type.Tensor t -> Shapes.tensor(t.shape(), t.dtype(), List.of());
      case Type.Tile t -> t;
    };
  }

  static Type scatterMask(RuleInput in) {
    boolean tile = in.type(0) instanceof Type.Tile;
    Type.Shaped target = in.shaped(tile ? 0 : 1);
    Type.Shaped source = in.shaped(tile ? 1 : 0);
    requireSameDtype(target, source);
    Shapes.requireRank(target, "its target", 2, 2);
    Shapes.requireRank(source, "its source", 2, 2);
    Shapes.requireSame(
        target.shape().get(1),
        scaled(source.shape().get(1), maskStep(in)),
        "needs a target with " + maskStep(in) + " columns for each of the source");
    return inPlace(target);
  }

  static Type scatterUpdate(RuleInput in) {
    Type.Shaped target = in.shaped(0);
    Type.Shaped index = in.shaped(1);
    Type.Shaped source = in.shaped(2);
    int rank = target.shape().size();
    if (rank != 2 && rank != 4) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK, "updates a target of 2 or 4 dimensions, but it has " + rank);
    }
    Shapes.requireRank(index, "its index", 2, 2);
    Shapes.requireRank(source, "its values", rank, rank);
    requireSameDtype(target, source);
    if (!index.dtype().isInteger()) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE, "needs an integer index, but it has dtype " + index.dtype());
    }
    if (in.integer("dim").orElse(-2L) != -2) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "updates along dim=-2 only");
    }
    return inPlace(target);
  }

  static Type sort32(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    Type.Shaped index = in.shaped(1);
    if (source instanceof Type.Tensor) {
      Shapes.requireDtype(index.dtype(), "its index", List.of(DataType.UINT32));
    }
    OptionalLong last = Extents.constant(source.shape().getLast());
    if (last.isPresent() && (last.getAsLong() <= 0 || last.getAsLong() % 32 != 0)) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "sorts blocks of 32, so the last extent must be a multiple of it, but is "
              + last.getAsLong());
    }
    if (!Extents.equal(source.shape(), index.shape())) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs an index of the source's shape, but gets "
              + Extents.text(index.shape())
              + " and "
              + Extents.text(source.shape()));
    }
    List<Expr> shape = new ArrayList<>(source.shape());
    shape.set(shape.size() - 1, scaled(shape.getLast(), 2));
    return Shapes.fresh(source, shape, source.dtype(), List.of());
  }

  /**
   * The lists are joined along the last dimension; of tiles the scratch tile comes last and has the
   * result's shape.
   */
  static Type mergeSort(RuleInput in) {
    Type.Shaped first = in.shaped(0);
    int lists = in.args().size() - (first instanceof Type.Tile ? 1 : 0);
    Expr columns = first.shape().getLast();
    for (int i = 1; i < lists; i++) {
      Type.Shaped other = in.shaped(i);
      if (other.dtype() != first.dtype()) {
        throw new RuleFailure(
            Code.OP_DTYPE_MISMATCH,
            "merges lists of one dtype, but gets " + first.dtype() + " and " + other.dtype());
      }
      Shapes.requireRank(other, "each list", first.shape().size(), first.shape().size());
      columns = Extents.sum(columns, other.shape().getLast(), columns.origin());
    }
    if (first instanceof Type.Tile) {
      return Shapes.fresh(first, in.tile(lists).shape(), first.dtype(), List.of());
    }
    List<Expr> shape = new ArrayList<>(first.shape());
    shape.set(shape.size() - 1, columns);
    return Shapes.fresh(first, shape, first.dtype(), List.of());
  }

  static Type mergeSortBlocks(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    OptionalLong block = Extents.constant(in.args().get(1));
    if (block.isPresent() && (block.getAsLong() <= 0 || block.getAsLong() % 64 != 0)) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT,
          "needs a block length that is a multiple of 64, but gets " + block.getAsLong());
    }
    return Shapes.fresh(source, source.shape(), source.dtype(), List.of());
  }

  static Type splitHalf(RuleInput in) {
    return split(in, true);
  }

  static Type splitDouble(RuleInput in) {
    return split(in, false);
  }

  /** Mode 0 splits nothing, mode 1 the rows, mode 2 the columns, between the two vector cores. */
  private static Type split(RuleInput in, boolean halve) {
    Type.Shaped value = in.shaped(0);
    long mode = in.integer("split").orElse(0L);
    if (mode == 0) {
      return value;
    }
    Shapes.requireRank(value, "its operand", 2, 2);
    int axis = (int) mode - 1;
    List<Expr> shape = new ArrayList<>(value.shape());
    List<Expr> valid = new ArrayList<>(Shapes.valid(value));
    shape.set(axis, halve ? halved(shape.get(axis)) : scaled(shape.get(axis), 2));
    valid.set(axis, halve ? halved(valid.get(axis)) : scaled(valid.get(axis), 2));
    return switch (value) {
      case Type.Tensor _ -> Shapes.tensor(shape, value.dtype(), valid);
      case Type.Tile _ -> Shapes.tile(shape, value.dtype(), valid, Optional.empty());
    };
  }

  private static Expr halved(Expr extent) {
    OptionalLong constant = Extents.constant(extent);
    return constant.isPresent()
        ? Extents.index((constant.getAsLong() + 1) / 2, extent.origin())
        : ScalarArithmetic.binary(
            Expr.BinaryOp.FLOOR_DIV, extent, Extents.index(2, extent.origin()), extent.origin());
  }
}
