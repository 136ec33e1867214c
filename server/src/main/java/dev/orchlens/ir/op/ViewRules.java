package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result rules of operators that look at memory another way (reference:
 * docs/en/user/ops/01-catalog.md, "Shape and layout").
 */
final class ViewRules {
  private ViewRules() {}

  static Type fillPadding(RuleInput in) {
    requirePadding(in);
    return switch (in.shaped(0)) {
      case Type.Tensor t -> Shapes.tensor(t.shape(), t.dtype(), t.view(), List.of(), false);
      case Type.Tile t -> Shapes.tile(t.shape(), t.dtype(), List.of(), t.space());
    };
  }

  private static void requirePadding(RuleInput in) {
    if (WindowRules.pad(in).filter(p -> p == TensorView.Pad.NULL).isPresent()) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "needs something to pad with: pl.PadValue.zero, max or min");
    }
  }

  static Type fillPaddingExpand(RuleInput in) {
    requirePadding(in);
    Type.Shaped source = in.shaped(0);
    List<Expr> shape = in.elements(1);
    if (shape.size() != source.shape().size()) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "needs an extent for each of the " + source.shape().size() + " dimensions");
    }
    for (int i = 0; i < shape.size(); i++) {
      OptionalLong wanted = Extents.constant(shape.get(i));
      OptionalLong had = Extents.constant(source.shape().get(i));
      if (wanted.isEmpty() || wanted.getAsLong() <= 0) {
        throw new RuleFailure(
            Code.OP_NOT_CONSTANT, "needs positive extents that are known while compiling");
      }
      if (had.isPresent() && wanted.getAsLong() < had.getAsLong()) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "cannot make dimension "
                + i
                + " smaller, from "
                + had.getAsLong()
                + " to "
                + wanted.getAsLong());
      }
    }
    return switch (source) {
      case Type.Tensor t -> {
        TensorView.Pad pad = WindowRules.pad(in).orElse(TensorView.Pad.ZERO);
        TensorView view =
            new TensorView(
                List.of(),
                t.view().map(TensorView::layout).orElse(TensorView.Layout.ND),
                List.of(),
                pad);
        yield Shapes.tensor(shape, t.dtype(), Optional.of(view), List.of(), false);
      }
      case Type.Tile t -> Shapes.tile(shape, t.dtype(), List.of(), t.space());
    };
  }

  static Type setValidShape(RuleInput in) {
    Type.Shaped value = in.shaped(0);
    Shapes.requireRank(value, "its operand", 2, 2);
    List<Expr> valid = List.of(in.args().get(1), in.args().get(2));
    for (int i = 0; i < 2; i++) {
      requireIndexLike(valid.get(i), i == 0 ? "valid_rows" : "valid_cols");
      OptionalLong extent = Extents.constant(valid.get(i));
      OptionalLong bound = Extents.constant(value.shape().get(i));
      boolean outside =
          extent.isPresent() && bound.isPresent() && extent.getAsLong() > bound.getAsLong();
      if (outside || extent.isPresent() && extent.getAsLong() < 0) {
        throw new RuleFailure(
            Code.OP_VALID_SHAPE_TOO_LARGE,
            "marks "
                + extent.getAsLong()
                + " elements of dimension "
                + i
                + " as valid, of "
                + Extents.text(value.shape().get(i)));
      }
    }
    return switch (value) {
      case Type.Tensor t -> Shapes.tensor(t.shape(), t.dtype(), t.view(), valid, false);
      case Type.Tile t -> Shapes.tile(t.shape(), t.dtype(), valid, t.space());
    };
  }

  private static void requireIndexLike(Expr value, String name) {
    boolean fits =
        switch (value.type()) {
          case Type.Scalar s ->
              s.dtype() == DataType.INDEX
                  || s.dtype() == DataType.INT64
                  || s.dtype() == DataType.UINT64;
          case Type.Unknown _ -> true;
          default -> false;
        };
    if (!fits) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE,
          "needs '"
              + name
              + "' to have dtype INDEX, INT64 or UINT64, but it is "
              + ScalarArithmetic.noun(value.type()));
    }
  }

  static Type reshape(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    List<Expr> shape = in.elements(1);
    Shapes.requireIntegers(shape, "shape");
    requireSameSize(source.shape(), shape);
    List<Expr> requested = in.elementsIfAny(2);
    List<Expr> valid = requested.isEmpty() ? mappedValid(source, shape) : requested;
    return switch (source) {
      case Type.Tensor t -> {
        TensorView.Pad pad = t.view().map(TensorView::pad).orElse(TensorView.Pad.NULL);
        TensorView view = new TensorView(List.of(), TensorView.Layout.ND, List.of(), pad);
        yield Shapes.tensor(shape, t.dtype(), Optional.of(view), valid, false);
      }
      case Type.Tile t -> Shapes.tile(shape, t.dtype(), valid, t.space());
    };
  }

  /** Compares sizes that are known; a size of 0 fits any other, as in the reference. */
  private static void requireSameSize(List<Expr> from, List<Expr> to) {
    OptionalLong before = Extents.elements(from);
    OptionalLong after = Extents.elements(to);
    if (before.orElse(0) > 0 && after.orElse(0) > 0 && before.getAsLong() != after.getAsLong()) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "cannot make "
              + Extents.text(to)
              + ", "
              + after.getAsLong()
              + " elements, of "
              + Extents.text(from)
              + ", "
              + before.getAsLong()
              + " elements");
    }
  }

  /**
   * A partly valid source keeps its region where the shapes differ in dimensions of extent 1 only.
   */
  private static List<Expr> mappedValid(Type.Shaped source, List<Expr> shape) {
    List<Expr> valid = Shapes.valid(source);
    if (Extents.equal(valid, source.shape())) {
      return List.of();
    }
    List<Expr> result = new ArrayList<>();
    int from = 0;
    for (Expr extent : shape) {
      while (from < valid.size()
          && isDroppable(source, valid, from)
          && !Extents.equal(source.shape().get(from), extent)) {
        from++;
      }
      if (from < valid.size() && Extents.equal(source.shape().get(from), extent)) {
        result.add(valid.get(from++));
      } else if (Shapes.isOne(extent)) {
        result.add(extent);
      } else {
        return List.of();
      }
    }
    return result;
  }

  private static boolean isDroppable(Type.Shaped source, List<Expr> valid, int axis) {
    return Shapes.isOne(source.shape().get(axis)) && Shapes.isOne(valid.get(axis));
  }

  static Type reinterpret(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    DataType dtype = in.dtype("dtype").orElse(source.dtype());
    if (dtype == source.dtype()) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT,
          "needs another dtype than the operand's, " + dtype + "; reshape changes the shape alone");
    }
    boolean columns =
        source instanceof Type.Tensor t
            && t.view().filter(v -> v.layout() == TensorView.Layout.DN).isPresent();
    int axis = source.shape().size() - (columns ? 2 : 1);
    List<Expr> shape = new ArrayList<>(in.elementsIfAny(1));
    List<Expr> valid = new ArrayList<>(Shapes.valid(source));
    boolean whole = Extents.equal(valid, source.shape());
    if (shape.isEmpty()) {
      shape.addAll(source.shape());
      shape.set(axis, rescaled(shape.get(axis), source.dtype(), dtype));
      valid.set(axis, rescaled(valid.get(axis), source.dtype(), dtype));
    } else {
      requireSameBytes(source, shape, dtype);
      valid = whole ? new ArrayList<>(shape) : valid;
    }
    List<Expr> region = whole || valid.size() != shape.size() ? List.of() : valid;
    return switch (source) {
      case Type.Tensor t -> Shapes.tensor(shape, dtype, t.view(), region, false);
      case Type.Tile t -> Shapes.tile(shape, dtype, region, t.space());
    };
  }

  private static void requireSameBytes(Type.Shaped source, List<Expr> shape, DataType dtype) {
    OptionalLong before = Extents.elements(source.shape());
    OptionalLong after = Extents.elements(shape);
    if (before.isPresent()
        && after.isPresent()
        && before.getAsLong() * source.dtype().bits() != after.getAsLong() * dtype.bits()) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs a shape of as many bytes, which "
              + Extents.text(shape)
              + " of "
              + dtype
              + " is not");
    }
  }

  private static Expr rescaled(Expr extent, DataType from, DataType to) {
    OptionalLong constant = Extents.constant(extent);
    if (constant.isPresent()) {
      long bits = constant.getAsLong() * from.bits();
      if (bits % to.bits() != 0) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "cannot divide an extent of " + constant.getAsLong() + " into elements of " + to);
      }
      return Extents.index(bits / to.bits(), extent.origin());
    }
    if (from.bits() == to.bits()) {
      return extent;
    }
    boolean grows = from.bits() > to.bits();
    long factor = grows ? from.bits() / to.bits() : to.bits() / from.bits();
    return ScalarArithmetic.binary(
        grows ? Expr.BinaryOp.MUL : Expr.BinaryOp.FLOOR_DIV,
        extent,
        Extents.index(factor, extent.origin()),
        extent.origin());
  }

  /**
   * The strides of the source stay with their dimensions, so that the result describes the same
   * memory.
   */
  static Type transpose(RuleInput in) {
    Type.Tensor source = in.tensor(0);
    int[] axes = axes(in, source);
    int rank = source.shape().size();
    boolean trailing =
        Math.min(axes[0], axes[1]) == rank - 2 && Math.max(axes[0], axes[1]) == rank - 1;
    TensorView.Layout layout = source.view().map(TensorView::layout).orElse(TensorView.Layout.ND);
    if (trailing) {
      layout = layout == TensorView.Layout.ND ? TensorView.Layout.DN : TensorView.Layout.ND;
    }
    List<Expr> stride =
        source
            .view()
            .map(TensorView::stride)
            .filter(s -> !s.isEmpty())
            .orElse(packedStrides(source.shape()));
    List<Expr> shape = swapped(source.shape(), axes);
    List<Expr> swappedStride = swapped(stride, axes);
    boolean packed =
        layout == TensorView.Layout.ND && Extents.equal(swappedStride, packedStrides(shape));
    List<Expr> valid = in.elementsIfAny(3);
    if (valid.isEmpty() && source.view().filter(v -> !v.validShape().isEmpty()).isPresent()) {
      valid = swapped(Shapes.valid(source), axes);
    }
    TensorView.Pad pad = source.view().map(TensorView::pad).orElse(TensorView.Pad.NULL);
    TensorView view = new TensorView(packed ? List.of() : swappedStride, layout, List.of(), pad);
    return Shapes.tensor(shape, source.dtype(), Optional.of(view), valid, false);
  }

  private static int[] axes(RuleInput in, Type.Shaped source) {
    Shapes.requireRank(source, "its operand", 2, Integer.MAX_VALUE);
    int rank = source.shape().size();
    int[] axes = new int[2];
    for (int i = 0; i < 2; i++) {
      OptionalLong axis = Extents.constant(in.args().get(i + 1));
      if (axis.isEmpty()) {
        throw new RuleFailure(Code.OP_NOT_CONSTANT, "needs its axes to be known while compiling");
      }
      if (axis.getAsLong() < -rank || axis.getAsLong() >= rank) {
        throw new RuleFailure(
            Code.OP_AXIS_OUT_OF_RANGE,
            "gets axis " + axis.getAsLong() + " of " + rank + " dimensions");
      }
      axes[i] = Math.floorMod((int) axis.getAsLong(), rank);
    }
    if (axes[0] == axes[1]) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "needs two different axes, but gets " + axes[0] + " twice");
    }
    return axes;
  }

  private static List<Expr> swapped(List<Expr> list, int[] axes) {
    List<Expr> result = new ArrayList<>(list);
    Collections.swap(result, axes[0], axes[1]);
    return result;
  }

  /** Returns the strides of a packed tensor whose last dimension is contiguous. */
  static List<Expr> packedStrides(List<Expr> shape) {
    List<Expr> result = new ArrayList<>();
    Expr stride = Extents.index(1, Origin.none());
    for (int i = shape.size() - 1; i >= 0; i--) {
      result.addFirst(stride);
      OptionalLong a = Extents.constant(stride);
      OptionalLong b = Extents.constant(shape.get(i));
      if (a.isPresent() && b.isPresent()) {
        stride = Extents.index(a.getAsLong() * b.getAsLong(), stride.origin());
      } else {
        stride =
            a.isPresent() && a.getAsLong() == 1
                ? shape.get(i)
                : ScalarArithmetic.binary(
                    Expr.BinaryOp.MUL, stride, shape.get(i), shape.get(i).origin());
      }
    }
    return result;
  }

  static Type tileTranspose(RuleInput in) {
    Type.Tile source = in.tile(0);
    return Shapes.tile(
        swapped(source.shape(), axes(in, source)), source.dtype(), List.of(), source.space());
  }

  static Type transposeView(RuleInput in) {
    Type.Tile source = in.tile(0);
    int rank = source.shape().size();
    Shapes.requireRank(source, "its operand", 2, Integer.MAX_VALUE);
    int[] last = {rank - 2, rank - 1};
    return Shapes.tile(
        swapped(source.shape(), last),
        source.dtype(),
        swapped(Shapes.valid(source), last),
        source.space());
  }

  static Type view(RuleInput in) {
    Type.Tensor source = in.tensor(0);
    TensorView.Layout from = source.view().map(TensorView::layout).orElse(TensorView.Layout.ND);
    TensorView.Layout to = MemoryRules.layout(in).orElse(from);
    boolean reshaped = in.args().size() > 1;
    if (!reshaped && MemoryRules.layout(in).isEmpty()) {
      throw new RuleFailure(Code.OP_MISSING_ARGUMENT, "needs 'shape' or 'layout'");
    }
    if (to != TensorView.Layout.ND && to != TensorView.Layout.DN) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "cannot view a tensor in layout " + to);
    }
    List<Expr> shape = new ArrayList<>(reshaped ? in.elements(1) : source.shape());
    List<Expr> valid = new ArrayList<>(in.elementsIfAny(2));
    int rank = shape.size();
    if (to == TensorView.Layout.DN && rank < 2) {
      throw new RuleFailure(Code.OP_WRONG_RANK, "needs two dimensions for layout DN");
    }
    if (reshaped) {
      requireSameSize(source.shape(), shape);
    } else {
      valid.addAll(source.view().map(TensorView::validShape).orElse(List.of()));
      if (from != to) {
        Collections.swap(shape, rank - 2, rank - 1);
        if (!valid.isEmpty()) {
          Collections.swap(valid, rank - 2, rank - 1);
        }
      }
    }
    TensorView.Pad pad =
        source
            .view()
            .filter(_ -> !reshaped || !valid.isEmpty())
            .map(TensorView::pad)
            .orElse(TensorView.Pad.NULL);
    List<Expr> stride = source.view().map(TensorView::stride).orElse(List.of());
    if (!reshaped && from != to && !stride.isEmpty()) {
      stride = swapped(stride, new int[] {rank - 2, rank - 1});
    } else if (reshaped || stride.isEmpty()) {
      stride = to == TensorView.Layout.ND ? packedStrides(shape) : columnStrides(shape);
    }
    TensorView view = new TensorView(stride, to, List.of(), pad);
    return Shapes.tensor(shape, source.dtype(), Optional.of(view), valid, source.distributed());
  }

  /** Returns the strides of a packed tensor whose second-to-last dimension is contiguous. */
  private static List<Expr> columnStrides(List<Expr> shape) {
    int rank = shape.size();
    List<Expr> flipped = new ArrayList<>(shape);
    Collections.swap(flipped, rank - 2, rank - 1);
    List<Expr> strides = new ArrayList<>(packedStrides(flipped));
    Collections.swap(strides, rank - 2, rank - 1);
    return strides;
  }

  static Type concat(RuleInput in) {
    Type.Shaped first = in.shaped(0);
    Type.Shaped second = in.shaped(1);
    if (first.dtype() != second.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "joins operands of one dtype, but gets " + first.dtype() + " and " + second.dtype());
    }
    Shapes.requireRank(first, "its first operand", 2, 2);
    Shapes.requireRank(second, "its second operand", 2, 2);
    Shapes.requireSame(
        first.shape().get(0), second.shape().get(0), "joins operands of as many rows");
    Expr columns =
        Extents.sum(first.shape().get(1), second.shape().get(1), first.shape().get(1).origin());
    return Shapes.fresh(first, List.of(first.shape().get(0), columns), first.dtype(), List.of());
  }
}
