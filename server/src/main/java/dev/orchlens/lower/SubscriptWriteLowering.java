package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.lower.op.Operand;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.Slice;
import dev.orchlens.syntax.Expr.Subscript;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers assignments to subscripts (reference: docs/en/dev/language/00-python_syntax.md, "Subscript
 * Indexing"): a window is assembled into its tensor or tile, a slot of an array is updated, and the
 * name is bound to the result.
 */
final class SubscriptWriteLowering {
  private final FunctionLowering in;

  SubscriptWriteLowering(FunctionLowering in) {
    this.in = in;
  }

  /**
   * The written window: where it starts, how far it goes, and which dimensions a scalar index
   * drops.
   */
  private record Window(List<Expr> offsets, List<Expr> extents, List<Boolean> dropped) {
    List<Expr> keptExtents() {
      List<Expr> kept = new ArrayList<>();
      for (int i = 0; i < extents.size(); i++) {
        if (!dropped.get(i)) {
          kept.add(extents.get(i));
        }
      }
      return kept;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Lowers {@code target = value}, where the target is a subscript. */
  void write(Subscript target, dev.orchlens.syntax.Expr value) {
    if (in.header.singleAssignment()) {
      in.error(
          Code.NAME_BOUND_TWICE,
          target,
          "Assigning to a subscript binds its name again, which a program with"
              + " single assignment does not allow. Write an explicit pl.assemble.");
      return;
    }
    if (!(target.value() instanceof Name name)) {
      in.error(
          Code.ASSIGNMENT_TARGET,
          target,
          "Only a subscript of a name can be assigned to. Bind '"
              + in.origins().quote(target.value())
              + "' to a name first.");
      in.expressions.lower(value);
      return;
    }
    Expr base = in.expressions.lower(name);
    switch (base.type()) {
      case Type.Array _ -> slot(name, base, target, value);
      case Type.Tensor tensor -> window(name, base, tensor, "tensor", target, value);
      case Type.Tile tile -> window(name, base, tile, "tile", target, value);
      case Type.Unknown _ -> in.expressions.lower(value);
      case Type.Scalar _, Type.Tuple _, Type.Opaque _, Type.None _ -> {
        in.error(
            Code.SUBSCRIPT_TYPE,
            target,
            "'"
                + name.id()
                + "' is "
                + TypeText.kind(base.type())
                + "; only tensors, tiles and arrays can be written to.");
        in.expressions.lower(value);
      }
    }
  }

  private void slot(Name name, Expr base, Subscript target, dev.orchlens.syntax.Expr valueNode) {
    if (target.index() instanceof TupleExpr) {
      in.error(Code.SUBSCRIPT_FORM, target, "An array has one dimension: write arr[i] = value.");
      return;
    }
    Expr index = in.expressions.lower(target.index());
    Expr value = in.expressions.lower(valueNode);
    if (value instanceof Expr.ConstInt c && base.type() instanceof Type.Array array) {
      value = new Expr.ConstInt(c.value(), array.element(), c.origin());
    }
    List<Operand> arguments =
        List.of(
            SubscriptLowering.value(base),
            SubscriptLowering.value(index),
            SubscriptLowering.value(value));
    in.bind(
        name.id(),
        in.operators.buildImplied(Ops.ARRAY_UPDATE_ELEMENT, arguments, Map.of(), target),
        target);
  }

  private void window(
      Name name,
      Expr base,
      Type.Shaped type,
      String kind,
      Subscript target,
      dev.orchlens.syntax.Expr valueNode) {
    Optional<Window> window = window(target, type, kind);
    Expr source = in.expressions.lower(valueNode);
    if (window.isEmpty() || FunctionLowering.isUnknown(source)) {
      return;
    }
    boolean sameKind =
        type instanceof Type.Tensor
            ? source.type() instanceof Type.Tensor
            : source.type() instanceof Type.Tile;
    if (!sameKind) {
      in.error(
          Code.SUBSCRIPT_SHAPE,
          target,
          "A window of a "
              + kind
              + " takes a "
              + kind
              + ", but the value is "
              + TypeText.kind(source.type())
              + ".");
      return;
    }
    Type.Shaped sourceType = (Type.Shaped) source.type();
    if (!fits(window.get(), type, sourceType, target)) {
      return;
    }
    if (sourceType.shape().size() != window.get().extents().size()) {
      source = lifted(source, sourceType, window.get(), kind, target);
    }
    List<Operand> arguments =
        List.of(
            SubscriptLowering.value(base),
            SubscriptLowering.value(source),
            SubscriptLowering.items(window.get().offsets()));
    in.bind(
        name.id(),
        in.operators.buildImplied(kind + ".assemble", arguments, Map.of(), target),
        target);
  }

  private Optional<Window> window(Subscript target, Type.Shaped type, String kind) {
    List<dev.orchlens.syntax.Expr> indices = SubscriptLowering.indices(target);
    int rank = type.shape().size();
    if (indices.size() > rank) {
      in.error(
          Code.SUBSCRIPT_RANK,
          target,
          SubscriptLowering.tooManyIndices(indices.size(), kind, rank));
      return Optional.empty();
    }
    if (indices.size() == rank && indices.stream().noneMatch(Slice.class::isInstance)) {
      in.error(
          Code.SUBSCRIPT_ELEMENT_WRITE,
          target,
          "A single element of a "
              + kind
              + " cannot be assigned. Write a window, or use pl.write in a kernel.");
      return Optional.empty();
    }
    List<Expr> offsets = new ArrayList<>();
    List<Expr> extents = new ArrayList<>();
    List<Boolean> dropped = new ArrayList<>();
    for (int dim = 0; dim < rank; dim++) {
      var written = dim < indices.size() ? indices.get(dim) : null;
      dropped.add(written != null && !(written instanceof Slice));
      switch (written) {
        case null -> {
          offsets.add(in.subscripts.index(0, target));
          extents.add(type.shape().get(dim));
        }
        case Slice slice when slice.step().isPresent() -> {
          in.error(
              Code.SUBSCRIPT_FORM, slice, "A slice with a step does not exist: write start:stop.");
          return Optional.empty();
        }
        case Slice slice -> {
          Expr lower =
              slice
                  .lower()
                  .map(in.expressions::lower)
                  .orElseGet(() -> in.subscripts.index(0, target));
          Expr upper = slice.upper().map(in.expressions::lower).orElse(type.shape().get(dim));
          offsets.add(lower);
          extents.add(in.subscripts.extent(upper, lower, slice));
        }
        case dev.orchlens.syntax.Expr index -> {
          offsets.add(in.expressions.lower(index));
          extents.add(in.subscripts.index(1, target));
        }
      }
    }
    return Optional.of(new Window(offsets, extents, dropped));
  }

  /**
   * Returns whether a value has the rank and extents of the window; a valid region counts where it
   * is smaller.
   */
  private boolean fits(Window window, Type.Shaped base, Type.Shaped source, Subscript target) {
    List<Expr> kept = window.keptExtents();
    int natural = kept.size();
    int floored = base instanceof Type.Tile ? Math.max(2, natural) : natural;
    int rank = source.shape().size();
    if (rank != natural && rank != floored) {
      in.error(
          Code.SUBSCRIPT_SHAPE,
          target,
          "The window has " + natural + " dimensions, but the value has " + rank + ".");
      return false;
    }
    int leading = rank - natural;
    List<Expr> valid = valid(source);
    for (int axis = 0; axis < rank; axis++) {
      Optional<Long> wanted =
          axis < leading ? Optional.of(1L) : kept.get(axis - leading).constant();
      Optional<Long> given = source.shape().get(axis).constant();
      boolean clear = wanted.isPresent() && given.isPresent() && !wanted.get().equals(given.get());
      if (clear && !valid.isEmpty()) {
        Optional<Long> region = valid.get(axis).constant();
        clear = region.isPresent() && !region.get().equals(wanted.get());
      }
      if (clear) {
        in.error(
            Code.SUBSCRIPT_SHAPE,
            target,
            "The window takes "
                + wanted.get()
                + " elements in dimension "
                + axis
                + " of the value, which has "
                + given.get()
                + ".");
        return false;
      }
    }
    return true;
  }

  private static List<Expr> valid(Type.Shaped type) {
    return switch (type) {
      case Type.Tensor t -> t.view().map(TensorView::validShape).orElse(List.of());
      case Type.Tile t -> t.validShape();
    };
  }

  /** Returns the value with a dimension of extent 1 for each one that a scalar index dropped. */
  private Expr lifted(Expr source, Type.Shaped type, Window window, String kind, Node node) {
    int leading = type.shape().size() - window.keptExtents().size();
    Origin origin = in.at(node);
    List<Expr> arguments = new ArrayList<>(List.of(source));
    arguments.add(Expr.MakeTuple.of(raised(type.shape(), leading, window, node), origin));
    List<Expr> valid = valid(type);
    if (type instanceof Type.Tensor && !valid.isEmpty() && !Scalars.same(valid, type.shape())) {
      arguments.add(Expr.MakeTuple.of(raised(valid, leading, window, node), origin));
    }
    return in.program
        .operators()
        .operators()
        .call(
            kind + ".reshape",
            arguments,
            Kwargs.none(),
            origin,
            problem -> in.reportOfFunction(problem, node));
  }

  private List<Expr> raised(List<Expr> shape, int leading, Window window, Node node) {
    List<Expr> result = new ArrayList<>();
    int next = leading;
    for (boolean dropped : window.dropped()) {
      result.add(dropped ? in.subscripts.index(1, node) : shape.get(next++));
    }
    return result;
  }
}
