package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Result rules of what makes, reads and writes memory (reference: docs/en/user/ops/01-catalog.md,
 * "Creation").
 */
final class MemoryRules {
  private static final Set<String> RANDOM = Set.of(Ops.TENSOR_RANDOM, Ops.TILE_RANDOM);
  private static final List<DataType> SEQUENCE_DTYPES =
      List.of(DataType.INT16, DataType.INT32, DataType.UINT16, DataType.UINT32);

  private MemoryRules() {}

  static Type createTensor(RuleInput in) {
    List<Expr> shape = in.elements(0);
    Shapes.requireIntegers(shape, "shape");
    TensorView.Layout layout = layout(in).orElse(TensorView.Layout.ND);
    Optional<TensorView> view =
        layout == TensorView.Layout.ND
            ? Optional.empty()
            : Optional.of(new TensorView(List.of(), layout, List.of(), TensorView.Pad.NULL));
    return Shapes.tensor(shape, dtype(in), view, List.of(), false);
  }

  /** Returns the layout that the keyword {@code layout} names. */
  static Optional<TensorView.Layout> layout(RuleInput in) {
    return in.text("layout").map(text -> name(text, TensorView.Layout.class));
  }

  /** Returns the memory that the keyword {@code key} names. */
  static Optional<MemorySpace> memory(RuleInput in, String key) {
    return in.text(key).map(text -> name(text, MemorySpace.class));
  }

  private static <E extends Enum<E>> E name(String text, Class<E> type) {
    String constant = text.substring(text.lastIndexOf('.') + 1);
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(constant)) {
        return value;
      }
    }
    throw new RuleFailure(
        Code.OP_INVALID_ARGUMENT, "gets " + text + ", which is no " + type.getSimpleName());
  }

  private static DataType dtype(RuleInput in) {
    return in.dtype("dtype")
        .orElseThrow(() -> new RuleFailure(Code.OP_MISSING_ARGUMENT, "needs 'dtype'"));
  }

  static Type createOnChip(RuleInput in) {
    return Shapes.tensor(constantShape(in, 0), dtype(in), List.of());
  }

  static Type createTile(RuleInput in) {
    Optional<MemorySpace> space = memory(in, "target_memory");
    if (space.filter(s -> s == MemorySpace.LeftScale || s == MemorySpace.RightScale).isPresent()) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT,
          "cannot create a tile in a scale memory; load and move it there");
    }
    boolean matrix = space.filter(s -> s == MemorySpace.Mat).isPresent();
    if (in.kwargs().isTrue("transpose") && !(matrix && in.elements(0).size() == 2)
        || in.kwargs().isTrue("flat_layout") && !(matrix && !in.kwargs().isTrue("transpose"))) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "lays out a tile specially in MemorySpace.Mat only");
    }
    return Shapes.tile(constantShape(in, 0), dtype(in), List.of(), space);
  }

  static Type fullTensor(RuleInput in) {
    Shapes.requireIntegers(in.elements(0), "shape");
    requireConstantValue(in, 1);
    return Shapes.tensor(in.elements(0), dtype(in), List.of());
  }

  static Type fullTile(RuleInput in) {
    requireConstantValue(in, 1);
    return Shapes.tile(constantShape(in, 0), dtype(in), List.of(), Optional.of(MemorySpace.Vec));
  }

  private static void requireConstantValue(RuleInput in, int index) {
    if (!(in.args().get(index) instanceof Expr.Const)
        && !(in.type(index) instanceof Type.Unknown)) {
      throw new RuleFailure(Code.OP_NOT_CONSTANT, "needs 'value' to be a constant");
    }
  }

  static Type sequence(RuleInput in) {
    return Shapes.tensor(
        sequenceShape(in, in.elements(in.args().size() - 1)), dtype(in), List.of());
  }

  static Type tileSequence(RuleInput in) {
    int shape = in.operator().name().equals(Ops.TILE_RANDOM) ? 6 : 1;
    List<Expr> valid = in.elementsIfAny(shape + 1);
    return Shapes.tile(
        sequenceShape(in, constantShape(in, shape)),
        dtype(in),
        valid,
        Optional.of(MemorySpace.Vec));
  }

  /**
   * A sequence fills one row of more than one column; random values and triangles fill a matrix.
   */
  private static List<Expr> sequenceShape(RuleInput in, List<Expr> shape) {
    Shapes.requireIntegers(shape, "shape");
    if (shape.isEmpty()) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "needs a shape with at least one dimension");
    }
    if (RANDOM.contains(in.operator().name())) {
      Shapes.requireDtype(dtype(in), "its result", List.of(DataType.INT32, DataType.UINT32));
      requireMatrixShape(shape);
      return shape;
    }
    if (in.operator().name().equals(Ops.TILE_TRI)) {
      requireMatrixShape(shape);
      return shape;
    }
    Shapes.requireDtype(dtype(in), "its result", SEQUENCE_DTYPES);
    Optional<DataType> start = in.type(0).elementType();
    if (start.isPresent() && start.get() != dtype(in)) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "needs a start of the result's dtype, but gets " + start.get() + " and " + dtype(in));
    }
    if (Shapes.isOne(shape.getLast())) {
      throw new RuleFailure(Code.OP_INCOMPATIBLE_SHAPES, "needs more than one column");
    }
    for (Expr leading : shape.subList(0, shape.size() - 1)) {
      OptionalLong extent = Extents.constant(leading);
      if (extent.isPresent() && extent.getAsLong() != 1) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "fills one row, so every dimension but the last must be 1, but the shape is "
                + Extents.text(shape));
      }
    }
    return shape;
  }

  private static void requireMatrixShape(List<Expr> shape) {
    if (shape.size() != 2) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK, "needs a shape of two dimensions, but gets " + shape.size());
    }
  }

  private static List<Expr> constantShape(RuleInput in, int index) {
    List<Expr> shape = in.elements(index);
    if (shape.isEmpty()) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "needs a shape with at least one dimension");
    }
    for (Expr extent : shape) {
      OptionalLong value = Extents.constant(extent);
      if (value.isEmpty() && !(extent.type() instanceof Type.Unknown)) {
        throw new RuleFailure(
            Code.OP_NOT_CONSTANT,
            "needs every extent of its shape to be known while compiling, but "
                + Extents.text(extent)
                + " is not");
      }
      if (value.isPresent() && value.getAsLong() <= 0) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT, "needs positive extents, but one is " + value.getAsLong());
      }
    }
    return shape;
  }

  static Type read(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    requireIndices(in, source);
    return new Type.Scalar(source.dtype());
  }

  static Type write(RuleInput in) {
    Type.Shaped target = in.shaped(0);
    requireIndices(in, target);
    Optional<DataType> value = in.type(2).elementType();
    if (value.isPresent() && value.get() != target.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "writes a value of dtype "
              + value.get()
              + " to elements of dtype "
              + target.dtype()
              + "; convert it with pl.cast",
          target);
    }
    return target;
  }

  private static void requireIndices(RuleInput in, Type.Shaped target) {
    List<Expr> indices = in.elements(1);
    int rank = target.shape().size();
    boolean flat = target instanceof Type.Tile && indices.size() == 1;
    if (indices.size() != rank && !flat) {
      throw new RuleFailure(
          Code.OP_WRONG_INDEX_COUNT,
          "needs one index for each of the " + rank + " dimensions, but gets " + indices.size(),
          new Type.Scalar(target.dtype()));
    }
    Shapes.requireIntegers(indices, "indices");
  }

  static Type dim(RuleInput in) {
    Type.Tensor tensor = in.tensor(0);
    OptionalLong axis = Extents.constant(in.args().get(1));
    if (axis.isEmpty()) {
      throw new RuleFailure(
          Code.OP_NOT_CONSTANT, "needs 'axis' to be known while compiling", Type.INDEX);
    }
    int rank = tensor.shape().size();
    if (axis.getAsLong() < -rank || axis.getAsLong() >= rank) {
      throw new RuleFailure(
          Code.OP_AXIS_OUT_OF_RANGE,
          "gets axis " + axis.getAsLong() + " of a tensor of " + rank + " dimensions",
          Type.INDEX);
    }
    return Type.INDEX;
  }

  static Type load(RuleInput in) {
    Type.Tensor tensor = in.tensor(0);
    List<Expr> offsets = in.elements(1);
    List<Expr> shape = in.elements(2);
    List<Expr> requested = in.elementsIfAny(3);
    MemorySpace space = memory(in, "target_memory").orElse(MemorySpace.Vec);
    if (space != MemorySpace.Vec && space != MemorySpace.Mat) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "loads to MemorySpace.Vec or MemorySpace.Mat, not to " + space);
    }
    if (shape.isEmpty()
        || offsets.size() != shape.size()
        || requested.size() != shape.size() && !requested.isEmpty()) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "needs as many offsets as extents, and at least one, but gets "
              + offsets.size()
              + " and "
              + shape.size());
    }
    List<Expr> valid = requested;
    if (shape.size() == tensor.shape().size()) {
      boolean clamp = in.kwargs().isTrue("clamp");
      valid =
          new WindowRead(
                  tensor.shape(), Shapes.valid(tensor), offsets, shape, requested, clamp, false)
              .validShape(clampRemedy("pl.load(x, offsets, shapes, clamp=True)"));
    }
    return Shapes.tile(shape, tensor.dtype(), valid, Optional.of(space));
  }

  /** Returns the advice for a read that leaves its source. */
  static String clampRemedy(String call) {
    return "pass clamp=True, as in " + call + ", to read only what is inside";
  }

  /** The result is the stored-to tensor, whose valid region grows by what is written. */
  static Type store(RuleInput in) {
    Type.Tile tile = in.tile(0);
    Type.Tensor target = in.tensor(2);
    List<Expr> offsets = in.elements(1);
    WindowRules.requireAtomicDtype(in, tile.dtype());
    boolean direct = in.args().size() == 3 && tile.shape().size() == target.shape().size();
    if (!direct || offsets.size() != target.shape().size()) {
      return target;
    }
    List<Expr> valid =
        new WindowWrite(target.shape(), Shapes.valid(target), Shapes.valid(tile), offsets)
            .validShape();
    return Extents.equal(valid, Shapes.valid(target))
        ? target
        : new Type.Tensor(
            target.shape(),
            target.dtype(),
            Shapes.tensor(
                    target.shape(), target.dtype(), target.view(), valid, target.distributed())
                .view(),
            target.memRef(),
            target.distributed());
  }

  static Type move(RuleInput in) {
    Type.Tile tile = in.tile(0);
    MemorySpace space = memory(in, "target_memory").orElse(MemorySpace.Vec);
    boolean scale = space == MemorySpace.LeftScale || space == MemorySpace.RightScale;
    DataType dtype = scale && tile.dtype() == DataType.UINT8 ? DataType.FP8E8M0 : tile.dtype();
    return Shapes.tile(tile.shape(), dtype, tile.validShape(), Optional.of(space));
  }

  /** A popped tile has the type that the keywords describe, or one that only the producer knows. */
  static Type popTile(RuleInput in) {
    MemorySpace space =
        in.operator().name().equals(Ops.TILE_TPOP_FROM_AIC) ? MemorySpace.Vec : MemorySpace.Mat;
    Optional<DataType> dtype = in.dtype("dtype");
    Optional<Attr> shape = in.kwargs().get("shape");
    if (dtype.isPresent()
        && shape.isPresent()
        && shape.get() instanceof Attr.Values(List<Attr> extents)) {
      List<Expr> dims =
          extents.stream()
              .filter(Attr.Int.class::isInstance)
              .map(a -> Extents.index(((Attr.Int) a).value(), Origin.none()))
              .toList();
      return Shapes.tile(dims, dtype.get(), List.of(), Optional.of(space));
    }
    return new Type.Unknown("the tile's type is known to the kernel that pushes it");
  }
}
