package dev.orchlens.lower.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Builds what {@code x[...]} and {@code x[...] = y} mean (reference: docs/en/dev/language/00-python_syntax.md, "Subscripts"): a slice, an
 * element, an assembly. A position between the brackets drops its dimension, and missing trailing ones stand for all.
 */
public final class Subscripts {
  private final OperatorCatalog catalog;

  /** Makes the builder of calls from {@code catalog}. */
  public Subscripts(OperatorCatalog catalog) {
    this.catalog = catalog;
  }

  /** What stands between two commas of a subscript. */
  public sealed interface Index {
    /** A single position. */
    record At(Expr position) implements Index {}

    /** A range; {@code stepped} when it has a third part, which no operator supports. */
    record Range(Optional<Expr> lower, Optional<Expr> upper, boolean stepped) implements Index {}
  }

  /** A rectangle of a tensor or tile: offsets and extents for every dimension, and the dimensions that a position drops. */
  private record Window(List<Expr> offsets, List<Expr> extents, List<Integer> dropped) {
    List<Expr> kept() {
      List<Expr> result = new ArrayList<>();
      for (int i = 0; i < extents.size(); i++) {
        if (!dropped.contains(i)) {
          result.add(extents.get(i));
        }
      }
      return result;
    }
  }

  /** Returns the value of {@code base[indices]}; what is wrong is reported at {@code origin}. */
  public Expr read(Expr base, List<Index> indices, Origin origin, Consumer<Problem> problems) {
    try {
      return switch (base.type()) {
        case Type.Tuple tuple -> element(base, tuple, indices, origin);
        case Type.Array _ -> call("array.get_element", List.of(base, single(indices)), origin, problems);
        case Type.Tensor tensor -> readTensor(base, tensor, indices, origin, problems);
        case Type.Tile tile -> readTile(base, tile, indices, origin, problems);
        case Type.Unknown unknown -> throw RuleFailure.unknown(unknown);
        case Type other -> throw notSubscriptable(other);
      };
    } catch (RuleFailure failure) {
      return failed(failure, origin, problems);
    }
  }

  /**
   * Returns the call that {@code base[indices] = value} stands for, whose result is the new value of {@code base}; what is
   * wrong is reported at {@code origin}.
   */
  public Expr write(Expr base, List<Index> indices, Expr value, Origin origin, Consumer<Problem> problems) {
    try {
      return switch (base.type()) {
        case Type.Array array ->
            call(
                "array.update_element",
                List.of(base, single(indices), retyped(value, array.element())),
                origin,
                problems);
        case Type.Shaped target -> writeWindow(base, target, indices, value, origin, problems);
        case Type.Unknown unknown -> throw RuleFailure.unknown(unknown);
        case Type other -> throw notSubscriptable(other);
      };
    } catch (RuleFailure failure) {
      Expr unknown = failed(failure, origin, problems);
      return new Expr.Unknown(failure.getMessage(), base.type(), unknown.origin());
    }
  }

  private static Expr failed(RuleFailure failure, Origin origin, Consumer<Problem> problems) {
    if (!failure.isSilent()) {
      problems.accept(Problem.error(failure.code(), failure.getMessage() + ".", origin));
    }
    return new Expr.Unknown(failure.getMessage(), failure.guess(), origin);
  }

  private static RuleFailure notSubscriptable(Type type) {
    return new RuleFailure(
        "subscript/not-subscriptable",
        "Only tensors, tiles, arrays and tuples have elements, but this is " + ScalarArithmetic.noun(type));
  }

  private Expr call(String operator, List<Expr> args, Origin origin, Consumer<Problem> problems) {
    SurfaceCall call = new SurfaceCall("This subscript", List.of(), Map.of(), origin);
    return catalog.build(operator, args, Kwargs.none(), call, problems);
  }

  private static Expr element(Expr base, Type.Tuple tuple, List<Index> indices, Origin origin) {
    OptionalLong index = Extents.constant(single(indices));
    if (index.isEmpty()) {
      throw new RuleFailure("subscript/not-constant", "The position in a tuple must be an integer literal");
    }
    int size = tuple.elements().size();
    if (index.getAsLong() < 0 || index.getAsLong() >= size) {
      throw new RuleFailure(
          "subscript/out-of-range", "This tuple has " + size + " elements, so there is none at " + index.getAsLong());
    }
    int position = (int) index.getAsLong();
    return base instanceof Expr.MakeTuple made
        ? made.elements().get(position)
        : new Expr.TupleGet(base, position, tuple.elements().get(position), origin);
  }

  private static Expr single(List<Index> indices) {
    if (indices.size() == 1 && indices.getFirst() instanceof Index.At(Expr position)) {
      return position;
    }
    throw new RuleFailure("subscript/too-many-indices", "This takes one position, as in a[i]");
  }

  private static Expr retyped(Expr value, DataType dtype) {
    return value instanceof Expr.ConstInt c ? new Expr.ConstInt(c.value(), dtype, c.origin()) : value;
  }

  private Expr readTensor(
      Expr base, Type.Tensor tensor, List<Index> indices, Origin origin, Consumer<Problem> problems) {
    requireCount(indices, tensor);
    if (isElement(indices, tensor)) {
      return call("tensor.read", List.of(base, positions(indices, origin)), origin, problems);
    }
    Window window = window(indices, tensor.shape(), origin);
    List<Expr> args = new ArrayList<>(List.of(base, tuple(window.extents, origin), tuple(window.offsets, origin)));
    if (!window.dropped.isEmpty()) {
      args.add(tuple(List.of(), origin));
      args.add(droppedTuple(window, origin));
    }
    return call("tensor.slice", args, origin, problems);
  }

  private static boolean isElement(List<Index> indices, Type.Shaped type) {
    return indices.size() == type.shape().size() && indices.stream().allMatch(Index.At.class::isInstance);
  }

  private static Expr.MakeTuple positions(List<Index> indices, Origin origin) {
    List<Expr> result = new ArrayList<>();
    for (Index index : indices) {
      if (index instanceof Index.At(Expr position)) {
        result.add(position);
      }
    }
    return tuple(result, origin);
  }

  private static Expr.MakeTuple tuple(List<Expr> elements, Origin origin) {
    return Expr.MakeTuple.of(elements, origin);
  }

  private static Expr.MakeTuple droppedTuple(Window window, Origin origin) {
    return tuple(window.dropped.stream().map(d -> Extents.index(d, origin)).toList(), origin);
  }

  private static void requireCount(List<Index> indices, Type.Shaped type) {
    int rank = type.shape().size();
    if (indices.size() > rank) {
      throw new RuleFailure(
          "subscript/too-many-indices",
          "This has " + indices.size() + " indices, but " + ScalarArithmetic.noun(type) + " of " + rank
              + (rank == 1 ? " dimension" : " dimensions") + " takes at most " + rank);
    }
  }

  private static Window window(List<Index> indices, List<Expr> shape, Origin origin) {
    List<Expr> offsets = new ArrayList<>();
    List<Expr> extents = new ArrayList<>();
    List<Integer> dropped = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      Index index = i < indices.size() ? indices.get(i) : new Index.Range(Optional.empty(), Optional.empty(), false);
      switch (index) {
        case Index.At(Expr position) -> {
          offsets.add(position);
          extents.add(Extents.index(1, origin));
          dropped.add(i);
        }
        case Index.Range range -> {
          requireNoStep(range);
          Expr lower = range.lower().orElseGet(() -> Extents.index(0, origin));
          Expr upper = range.upper().orElse(shape.get(i));
          offsets.add(lower);
          extents.add(range.lower().isEmpty() ? upper : Extents.difference(upper, lower, origin));
        }
      }
    }
    return new Window(offsets, extents, dropped);
  }

  private static void requireNoStep(Index.Range range) {
    if (range.stepped()) {
      throw new RuleFailure("subscript/step", "A range here cannot have a step; write start:stop");
    }
  }

  private Expr readTile(Expr base, Type.Tile tile, List<Index> indices, Origin origin, Consumer<Problem> problems) {
    requireCount(indices, tile);
    if (isElement(indices, tile)) {
      return call("tile.read", List.of(base, positions(indices, origin)), origin, problems);
    }
    Window window = window(indices, tile.shape(), origin);
    List<Expr> extents = new ArrayList<>();
    List<Expr> valid = new ArrayList<>();
    for (int i = 0; i < window.extents.size(); i++) {
      TileRange range = tileRange(i < indices.size() ? indices.get(i) : null, window, tile, i, origin);
      extents.add(range.allocated);
      valid.add(range.valid);
    }
    List<Expr> args = new ArrayList<>(List.of(base, tuple(extents, origin), tuple(window.offsets, origin)));
    boolean partly = !Extents.equal(extents, valid);
    if (partly || !window.dropped.isEmpty()) {
      args.add(tuple(partly ? valid : List.of(), origin));
    }
    if (!window.dropped.isEmpty()) {
      args.add(droppedTuple(window, origin));
    }
    return call("tile.slice", args, origin, problems);
  }

  /** How much of a dimension a tile slice allocates, which must be constant, and how much of that is valid. */
  private record TileRange(Expr allocated, Expr valid) {}

  private static TileRange tileRange(Index index, Window window, Type.Tile tile, int i, Origin origin) {
    Expr physical = tile.shape().get(i);
    Expr logical = Shapes.valid(tile).get(i);
    if (index == null) {
      return new TileRange(physical, logical);
    }
    if (!(index instanceof Index.Range range)) {
      return new TileRange(window.extents.get(i), window.extents.get(i));
    }
    Expr lower = window.offsets.get(i);
    OptionalLong start = Extents.constant(lower);
    if (start.isEmpty()) {
      throw new RuleFailure(
          "subscript/not-constant", "A range of a tile must start at a position that is known while compiling");
    }
    Expr upper = range.upper().map(u -> decided(BinaryOp.MIN, u, logical, origin)).orElse(logical);
    Expr valid =
        range.lower().isEmpty()
            ? upper
            : decided(BinaryOp.MAX, Extents.difference(upper, lower, origin), Extents.index(0, origin), origin);
    Expr rest = Extents.difference(physical, lower, origin);
    Expr allocated =
        range.upper().filter(u -> Extents.constant(u).isPresent()).isPresent()
            ? Extents.min(Extents.difference(range.upper().get(), lower, origin), rest, origin)
            : rest;
    OptionalLong size = Extents.constant(allocated);
    if (size.isPresent() && size.getAsLong() <= 0) {
      throw new RuleFailure("subscript/empty-range", "This range of a tile is empty");
    }
    return new TileRange(allocated, valid);
  }

  /** Returns the smaller or larger of two extents, as an operation unless both are constants. */
  private static Expr decided(BinaryOp op, Expr left, Expr right, Origin origin) {
    boolean constant = Extents.constant(left).isPresent() && Extents.constant(right).isPresent();
    if (!constant) {
      return ScalarArithmetic.binary(op, left, right, origin);
    }
    return op == BinaryOp.MIN ? Extents.min(left, right, origin) : Extents.max(left, right, origin);
  }

  private Expr writeWindow(
      Expr base, Type.Shaped target, List<Index> indices, Expr value, Origin origin, Consumer<Problem> problems) {
    requireCount(indices, target);
    if (isElement(indices, target)) {
      throw new RuleFailure(
          "subscript/element-write",
          "A single element cannot be assigned; use pl.write, or ranges such as x[i : i + 1]");
    }
    Type.Shaped source = source(target, value);
    Window window = window(indices, target.shape(), origin);
    int leading = requireShape(target, source, window);
    boolean tensor = target instanceof Type.Tensor;
    Expr lifted = value;
    if (source.shape().size() != window.extents.size()) {
      lifted = lifted(value, source, window, leading, tensor, origin, problems);
    }
    return call(
        tensor ? "tensor.assemble" : "tile.assemble",
        List.of(base, lifted, tuple(window.offsets, origin)),
        origin,
        problems);
  }

  private static Type.Shaped source(Type.Shaped target, Expr value) {
    return switch (value.type()) {
      case Type.Tensor t when target instanceof Type.Tensor -> t;
      case Type.Tile t when target instanceof Type.Tile -> t;
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      case Type other ->
          throw new RuleFailure(
              "subscript/wrong-kind",
              "A part of " + ScalarArithmetic.noun(target) + " can only be replaced by another, but this is "
                  + ScalarArithmetic.noun(other));
    };
  }

  /** Fails unless the value fits the window; returns how many leading dimensions of extent 1 a tile has too many. */
  private static int requireShape(Type.Shaped target, Type.Shaped source, Window window) {
    List<Expr> kept = window.kept();
    int natural = kept.size();
    int rank = source.shape().size();
    int floored = target instanceof Type.Tile ? Math.max(2, natural) : natural;
    if (rank != natural && rank != floored) {
      throw new RuleFailure(
          "subscript/size-mismatch",
          "The assigned part has " + natural + " dimensions, but the value has " + rank);
    }
    int leading = rank - natural;
    for (int i = 0; i < rank; i++) {
      OptionalLong wanted = i < leading ? OptionalLong.of(1) : Extents.constant(kept.get(i - leading));
      OptionalLong given = Extents.constant(source.shape().get(i));
      OptionalLong valid = Extents.constant(Shapes.valid(source).get(i));
      boolean narrowed = !Extents.equal(Shapes.valid(source), source.shape());
      boolean validFits = narrowed && (valid.isEmpty() || wanted.equals(valid));
      if (wanted.isPresent() && given.isPresent() && !wanted.equals(given) && !validFits) {
        throw new RuleFailure(
            "subscript/size-mismatch",
            "The assigned part has " + wanted.getAsLong() + " elements in dimension " + i + " of the value, but the value has "
                + given.getAsLong());
      }
    }
    return leading;
  }

  /** Gives the value the dimensions of extent 1 that positions dropped from the window. */
  private Expr lifted(
      Expr value,
      Type.Shaped source,
      Window window,
      int leading,
      boolean tensor,
      Origin origin,
      Consumer<Problem> problems) {
    List<Expr> args = new ArrayList<>(List.of(value, tuple(lift(source.shape(), window, leading, origin), origin)));
    List<Expr> valid = Shapes.valid(source);
    if (tensor && !Extents.equal(valid, source.shape())) {
      args.add(tuple(lift(valid, window, leading, origin), origin));
    }
    return call(tensor ? "tensor.reshape" : "tile.reshape", args, origin, problems);
  }

  private static List<Expr> lift(List<Expr> shape, Window window, int leading, Origin origin) {
    List<Expr> result = new ArrayList<>();
    int next = leading;
    for (int i = 0; i < window.extents.size(); i++) {
      result.add(window.dropped.contains(i) ? Extents.index(1, origin) : shape.get(next++));
    }
    return result;
  }
}
