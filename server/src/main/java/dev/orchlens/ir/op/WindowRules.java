package dev.orchlens.ir.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Result rules of reads and writes of rectangles (reference: docs/en/user/ops/01-catalog.md, "Data
 * movement").
 */
final class WindowRules {
  private static final List<DataType> ATOMIC_DTYPES =
      List.of(
          DataType.FP32,
          DataType.BF16,
          DataType.FP16,
          DataType.INT32,
          DataType.INT16,
          DataType.INT8);

  private WindowRules() {}

  static Type slice(RuleInput in) {
    Type.Tensor source = in.tensor(0);
    List<Expr> window = in.elements(1);
    List<Expr> offsets = in.elements(2);
    List<Expr> requested = in.elementsIfAny(3);
    Shapes.requireIntegers(window, "shape");
    Shapes.requireIntegers(offsets, "offset");
    List<Integer> dropped = droppedDimensions(in, window);
    List<Expr> valid = requested.isEmpty() ? window : requested;
    if (window.size() == source.shape().size() && offsets.size() == window.size()) {
      boolean clamp = in.kwargs().isTrue("clamp");
      valid =
          new WindowRead(
                  source.shape(), Shapes.valid(source), offsets, window, requested, clamp, false)
              .validShape(MemoryRules.clampRemedy("pl.slice(x, shape, offset, clamp=True)"));
    } else if (valid.size() != window.size()) {
      throw new RuleFailure(Code.OP_WRONG_RANK, "needs as many valid extents as extents");
    }
    requireWhole(dropped, valid);
    TensorView.Pad pad =
        pad(in).orElse(source.view().map(TensorView::pad).orElse(TensorView.Pad.NULL));
    TensorView view = new TensorView(List.of(), TensorView.Layout.ND, List.of(), pad);
    return Shapes.tensor(
        without(window, dropped),
        source.dtype(),
        Optional.of(view),
        without(valid, dropped),
        source.distributed());
  }

  static Type tileSlice(RuleInput in) {
    Type.Tile source = in.tile(0);
    List<Expr> window = in.elements(1);
    requireConstant(window);
    List<Expr> valid =
        new WindowRead(
                source.shape(),
                Shapes.valid(source),
                in.elements(2),
                window,
                in.elementsIfAny(3),
                false,
                true)
            .validShape("a tile cannot be read outside; clamp the load instead");
    List<Integer> dropped = droppedDimensions(in, window);
    requireWhole(dropped, valid);
    if (dropped.isEmpty()) {
      return Shapes.tile(window, source.dtype(), valid, source.space());
    }
    List<Expr> shape = atLeast2D(without(window, dropped));
    return Shapes.tile(shape, source.dtype(), atLeast2D(without(valid, dropped)), source.space());
  }

  private static List<Expr> atLeast2D(List<Expr> shape) {
    List<Expr> result = new ArrayList<>(shape);
    while (result.size() < 2) {
      result.addFirst(Extents.index(1, Origin.none()));
    }
    return result;
  }

  static Type extract(RuleInput in) {
    Type.Tile source = in.tile(0);
    List<Expr> window = in.elements(3);
    Shapes.requireRank(source, "its source", 2, 2);
    requireConstant(window);
    if (window.size() != 2) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK, "needs a shape of two dimensions, but gets " + window.size());
    }
    List<Expr> offsets = List.of(in.args().get(1), in.args().get(2));
    List<Expr> valid =
        new WindowRead(
                source.shape(), Shapes.valid(source), offsets, window, List.of(), false, true)
            .validShape("the part must be inside the tile");
    MemorySpace space = MemoryRules.memory(in, "target_memory").orElse(MemorySpace.Vec);
    return Shapes.tile(window, source.dtype(), valid, Optional.of(space));
  }

  private static void requireConstant(List<Expr> window) {
    for (Expr extent : window) {
      OptionalLong value = Extents.constant(extent);
      if (value.isEmpty() || value.getAsLong() <= 0) {
        throw new RuleFailure(
            Code.OP_NOT_CONSTANT,
            "needs positive extents that are known while compiling, but one is "
                + Extents.text(extent));
      }
    }
  }

  private static List<Integer> droppedDimensions(RuleInput in, List<Expr> window) {
    TreeSet<Integer> axes = new TreeSet<>();
    for (Expr element : in.elementsIfAny(4)) {
      OptionalLong axis = Extents.constant(element);
      if (axis.isEmpty() || axis.getAsLong() < 0 || axis.getAsLong() >= window.size()) {
        throw new RuleFailure(
            Code.OP_AXIS_OUT_OF_RANGE,
            "drops dimension " + Extents.text(element) + " of " + window.size());
      }
      int index = (int) axis.getAsLong();
      if (!Shapes.isOne(window.get(index))) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT,
            "drops dimension "
                + index
                + ", whose extent is "
                + Extents.text(window.get(index))
                + " and not 1");
      }
      if (!axes.add(index)) {
        throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "drops dimension " + index + " twice");
      }
    }
    if (!axes.isEmpty() && axes.size() == window.size() && in.type(0) instanceof Type.Tensor) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "drops every dimension; read the element with pl.read instead");
    }
    return List.copyOf(axes);
  }

  private static void requireWhole(List<Integer> dropped, List<Expr> valid) {
    for (int axis : dropped) {
      if (!Shapes.isOne(valid.get(axis))) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT,
            "drops dimension "
                + axis
                + ", of which not the one element is sure to be valid ("
                + Extents.text(valid.get(axis))
                + ")");
      }
    }
  }

  private static List<Expr> without(List<Expr> shape, List<Integer> dropped) {
    List<Expr> result = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      if (!dropped.contains(i)) {
        result.add(shape.get(i));
      }
    }
    return result;
  }

  /** Returns the padding mode that the keyword {@code pad_value} names. */
  static Optional<TensorView.Pad> pad(RuleInput in) {
    return in.text("pad_value")
        .map(
            text ->
                TensorView.Pad.valueOf(
                    text.substring(text.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT)));
  }

  static Type assemble(RuleInput in) {
    Type.Shaped target = in.shaped(0);
    Type.Shaped source = in.shaped(1);
    List<Expr> offsets = in.elements(2);
    Shapes.requireIntegers(offsets, "offset");
    requireAtomicDtype(in, target.dtype());
    boolean tile = target instanceof Type.Tile;
    if (tile) {
      requireTileDtypes(target.dtype(), source.dtype());
    }
    List<Expr> valid = target.shape();
    int rank = target.shape().size();
    if (source.shape().size() == rank && offsets.size() == rank) {
      List<Expr> extent = tile ? source.shape() : Shapes.valid(source);
      valid = new WindowWrite(target.shape(), Shapes.valid(target), extent, offsets).validShape();
    }
    return switch (target) {
      case Type.Tile t -> Shapes.tile(t.shape(), t.dtype(), valid, t.space());
      case Type.Tensor t ->
          Shapes.tensor(t.shape(), t.dtype(), Optional.empty(), valid, t.distributed());
    };
  }

  private static void requireTileDtypes(DataType target, DataType source) {
    boolean narrowed =
        source == DataType.FP32 && (target == DataType.BF16 || target == DataType.FP16);
    if (target != source && !narrowed) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "writes a tile of dtype " + source + " into a tile of dtype " + target);
    }
  }

  /** Fails for a combining store of a dtype that the hardware cannot combine. */
  static void requireAtomicDtype(RuleInput in, DataType dtype) {
    boolean combines =
        in.kwargs().get("atomic").filter(a -> !a.equals(new Attr.Int(0))).isPresent();
    if (combines && !ATOMIC_DTYPES.contains(dtype)) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE, "cannot add atomically to elements of dtype " + dtype);
    }
  }
}
