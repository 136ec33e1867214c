package dev.orchlens.lower;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.arith.Analyzer;
import dev.orchlens.ir.arith.Scalars;
import dev.orchlens.lower.op.Operand;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Slice;
import dev.orchlens.syntax.Expr.Subscript;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers subscripts that read (reference: docs/en/dev/language/00-python_syntax.md, "Subscript
 * Indexing"): a scalar index drops its dimension, a slice keeps it, missing ones are whole; all
 * scalars read one element.
 */
final class SubscriptLowering {
  private final FunctionLowering in;

  SubscriptLowering(FunctionLowering in) {
    this.in = in;
  }

  /** The arguments of a window. */
  private record Window(
      List<Expr> shape,
      List<Expr> offsets,
      Optional<List<Expr>> validShape,
      List<Integer> dropped) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Returns the element or window that a subscript reads. */
  Expr read(Subscript node) {
    Expr base = in.expressions.lower(node.value());
    return switch (base.type()) {
      case Type.Tuple tuple -> element(base, tuple, node);
      case Type.Tensor tensor -> shaped(base, tensor, node, "tensor");
      case Type.Tile tile -> shaped(base, tile, node, "tile");
      case Type.Array _ -> slot(base, node);
      case Type.Unknown _ -> in.unknown(node, "the subscripted value is not known");
      case Type.Scalar _, Type.Opaque _, Type.None _ ->
          in.fail(
              Code.SUBSCRIPT_TYPE,
              node,
              "'"
                  + in.origins().quote(node.value())
                  + "' is "
                  + TypeText.kind(base.type())
                  + " and has no elements. Only tuples, tensors, tiles and arrays have.");
    };
  }

  private Expr element(Expr base, Type.Tuple tuple, Subscript node) {
    if (!(node.index() instanceof Literal.IntLiteral index)) {
      return in.fail(
          Code.SUBSCRIPT_FORM,
          node,
          "An element of a tuple is chosen by a number that is written in place.");
    }
    return tupleElement(
        base,
        tuple,
        index.value().bitLength() > 31 ? Integer.MAX_VALUE : index.value().intValue(),
        node);
  }

  /** Returns element {@code index} of a tuple, or reports that there is none. */
  Expr tupleElement(Expr base, Type.Tuple tuple, int index, Node node) {
    if (index < 0 || index >= tuple.elements().size()) {
      String message =
          "The tuple has "
              + tuple.elements().size()
              + " elements, so there is no element "
              + index
              + ".";
      in.errorOfFunction(Code.ASSIGNMENT_UNPACKING, node, message);
      return in.unknown(node, message);
    }
    return new Expr.TupleGet(base, index, tuple.elements().get(index), in.at(node));
  }

  private Expr slot(Expr base, Subscript node) {
    if (node.index() instanceof TupleExpr) {
      return in.fail(Code.SUBSCRIPT_FORM, node, "An array has one dimension: write arr[i].");
    }
    Expr index = in.expressions.lower(node.index());
    return in.operators.buildImplied(
        Ops.ARRAY_GET_ELEMENT, List.of(value(base), value(index)), Map.of(), node);
  }

  private Expr shaped(Expr base, Type.Shaped type, Subscript node, String kind) {
    List<dev.orchlens.syntax.Expr> indices = indices(node);
    int rank = type.shape().size();
    if (indices.size() > rank) {
      return in.fail(Code.SUBSCRIPT_RANK, node, tooManyIndices(indices.size(), kind, rank));
    }
    boolean slices = indices.stream().anyMatch(Slice.class::isInstance);
    if (!slices && indices.size() == rank) {
      List<Operand> positions = new ArrayList<>();
      indices.forEach(i -> positions.add(value(in.expressions.lower(i))));
      return in.operators.buildImplied(
          kind + ".read", List.of(value(base), new Operand.Items(positions)), Map.of(), node);
    }
    Optional<Window> window =
        type instanceof Type.Tile tile
            ? tileWindow(indices, tile, node)
            : window(indices, type, node);
    return window
        .map(w -> slice(base, w, kind, node))
        .orElseGet(() -> in.unknown(node, "the window is not known"));
  }

  static String tooManyIndices(int given, String kind, int rank) {
    return "The subscript has "
        + given
        + " indices, but the "
        + kind
        + " has "
        + rank
        + (rank == 1 ? " dimension." : " dimensions.");
  }

  private Expr slice(Expr base, Window window, String kind, Subscript node) {
    List<Operand> arguments =
        new ArrayList<>(List.of(value(base), items(window.shape()), items(window.offsets())));
    window.validShape().ifPresent(v -> arguments.add(items(v)));
    Map<String, Operand> keywords = new LinkedHashMap<>();
    if (!window.dropped().isEmpty()) {
      List<Attr> dims = new ArrayList<>();
      window.dropped().forEach(d -> dims.add(new Attr.Int(d)));
      keywords.put("drop_dims", new Operand.Constant(new Attr.Values(dims)));
    }
    return in.operators.buildImplied(kind + ".slice", arguments, keywords, node);
  }

  /** Returns the indices of a subscript, one for each dimension written. */
  static List<dev.orchlens.syntax.Expr> indices(Subscript node) {
    return node.index() instanceof TupleExpr tuple ? tuple.elements() : List.of(node.index());
  }

  private Optional<Window> window(
      List<dev.orchlens.syntax.Expr> indices, Type.Shaped type, Subscript node) {
    List<Expr> shape = new ArrayList<>();
    List<Expr> offsets = new ArrayList<>();
    List<Integer> dropped = new ArrayList<>();
    for (int dim = 0; dim < type.shape().size(); dim++) {
      if (dim >= indices.size()) {
        offsets.add(index(0, node));
        shape.add(type.shape().get(dim));
      } else if (!(indices.get(dim) instanceof Slice slice)) {
        offsets.add(in.expressions.lower(indices.get(dim)));
        shape.add(index(1, node));
        dropped.add(dim);
      } else if (slice.step().isPresent()) {
        in.error(
            Code.SUBSCRIPT_FORM, slice, "A slice with a step does not exist: write start:stop.");
        return Optional.empty();
      } else {
        Expr lower = slice.lower().map(in.expressions::lower).orElseGet(() -> index(0, node));
        Expr upper = slice.upper().map(in.expressions::lower).orElse(type.shape().get(dim));
        offsets.add(lower);
        shape.add(slice.lower().isEmpty() ? upper : extent(upper, lower, slice));
      }
    }
    return Optional.of(new Window(shape, offsets, Optional.empty(), dropped));
  }

  /**
   * Returns the window of a tile: its allocated extent is known while compiling, a smaller valid
   * extent may not be.
   */
  private Optional<Window> tileWindow(
      List<dev.orchlens.syntax.Expr> indices, Type.Tile type, Subscript node) {
    List<Expr> logical =
        type.validShape().size() == type.shape().size() ? type.validShape() : type.shape();
    List<Expr> shape = new ArrayList<>();
    List<Expr> offsets = new ArrayList<>();
    List<Expr> valid = new ArrayList<>();
    List<Integer> dropped = new ArrayList<>();
    boolean narrowed = false;
    for (int dim = 0; dim < type.shape().size(); dim++) {
      if (dim >= indices.size()) {
        offsets.add(index(0, node));
        shape.add(type.shape().get(dim));
        valid.add(logical.get(dim));
      } else if (!(indices.get(dim) instanceof Slice slice)) {
        offsets.add(in.expressions.lower(indices.get(dim)));
        shape.add(index(1, node));
        valid.add(index(1, node));
        dropped.add(dim);
      } else {
        Optional<TileExtent> extent = tileExtent(slice, type.shape().get(dim), logical.get(dim));
        if (extent.isEmpty()) {
          return Optional.empty();
        }
        offsets.add(extent.get().offset());
        shape.add(extent.get().allocated());
        valid.add(extent.get().valid());
      }
      narrowed |= !Scalars.same(shape.getLast(), valid.getLast());
    }
    return Optional.of(
        new Window(shape, offsets, narrowed ? Optional.of(valid) : Optional.empty(), dropped));
  }

  private record TileExtent(Expr offset, Expr allocated, Expr valid) {}

  private Optional<TileExtent> tileExtent(Slice slice, Expr full, Expr logical) {
    if (slice.step().isPresent()) {
      in.error(Code.SUBSCRIPT_FORM, slice, "A slice with a step does not exist: write start:stop.");
      return Optional.empty();
    }
    Expr lower = slice.lower().map(in.expressions::lower).orElseGet(() -> index(0, slice));
    Optional<Long> from = lower.constant();
    if (from.isEmpty()) {
      in.error(
          Code.SUBSCRIPT_FORM,
          slice,
          "A slice of a tile must start at a constant. Use an operation such as pl.slice for other"
              + " windows.");
      return Optional.empty();
    }
    Optional<Expr> upper = slice.upper().map(in.expressions::lower);
    Expr validEnd = upper.map(u -> smaller(u, logical, slice)).orElse(logical);
    Expr valid = slice.lower().isEmpty() ? validEnd : clamped(validEnd, lower, slice);
    Optional<Long> end = upper.flatMap(Expr::constant);
    Optional<Long> room = full.constant().map(f -> Math.max(f - from.get(), 0));
    Optional<Long> wanted =
        end.map(e -> Math.max(e - from.get(), 0)).map(e -> room.map(r -> Math.min(r, e)).orElse(e));
    Optional<Long> allocated = wanted.or(() -> room);
    if (allocated.isPresent() && allocated.get() <= 0) {
      in.error(
          Code.SUBSCRIPT_FORM,
          slice,
          "The slice is empty. Keep it inside the tile, with its end above its " + "start.");
      return Optional.empty();
    }
    return Optional.of(
        new TileExtent(lower, allocated.<Expr>map(a -> index(a, slice)).orElse(full), valid));
  }

  private Expr smaller(Expr a, Expr b, Node node) {
    Optional<Long> x = a.constant();
    Optional<Long> y = b.constant();
    if (x.isPresent() && y.isPresent()) {
      return index(Math.min(x.get(), y.get()), node);
    }
    return in.expressions.combine(Expr.BinaryOp.MIN, a, b, node);
  }

  private Expr clamped(Expr upper, Expr lower, Node node) {
    Expr extent = extent(upper, lower, node);
    Optional<Long> known = extent.constant();
    return known.isPresent()
        ? index(Math.max(known.get(), 0), node)
        : in.expressions.combine(Expr.BinaryOp.MAX, extent, index(0, node), node);
  }

  /** Returns {@code upper - lower}, without the terms that cancel each other. */
  Expr extent(Expr upper, Expr lower, Node node) {
    Expr difference = in.expressions.combine(Expr.BinaryOp.SUB, upper, lower, node);
    if (!(difference instanceof Expr.Binary)) {
      return difference;
    }
    Expr simplified = new Analyzer().simplify(difference);
    return simplified.constant().map(v -> index(v, node)).orElse(simplified);
  }

  /** Returns an index constant. */
  Expr index(long value, Node node) {
    Origin origin = in.at(node);
    return new Expr.ConstInt(value, DataType.INDEX, origin);
  }

  static Operand value(Expr expr) {
    return new Operand.Value(expr);
  }

  static Operand items(List<Expr> exprs) {
    List<Operand> operands = new ArrayList<>();
    exprs.forEach(e -> operands.add(new Operand.Value(e)));
    return new Operand.Items(operands);
  }
}
