package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result rules of operators between ranks (reference: docs/en/user/ops/01-catalog.md,
 * "Distributed").
 */
final class DistributedRules {
  /** The comparison {@code WaitCmp.Ge}. */
  private static final long AT_LEAST = 1;

  private DistributedRules() {}

  /** A shape is counted in elements, so that it needs extents that can be. */
  static Type windowBuffer(RuleInput in) {
    if (in.args().getFirst() instanceof Expr.MakeTuple(List<Expr> shape, Type _, Origin _)) {
      if (shape.isEmpty()) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT, "needs a shape of one dimension or more", Type.POINTER);
      }
      requirePositive(shape, "'size'");
    }
    return Type.POINTER;
  }

  static Type window(RuleInput in) {
    HandleRules.require(in, 0, Type.POINTER, "pld.alloc_window_buffer");
    DataType dtype =
        in.dtype("dtype")
            .orElseThrow(() -> new RuleFailure(Code.OP_MISSING_ARGUMENT, "needs 'dtype'"));
    return Shapes.tensor(in.elements(1), dtype, Optional.empty(), List.of(), true);
  }

  static Type remoteLoad(RuleInput in) {
    Type.Tensor target = in.tensor(0);
    List<Expr> shape = in.elements(3);
    List<Expr> valid =
        new WindowRead(
                target.shape(),
                Shapes.valid(target),
                in.elements(2),
                shape,
                in.elementsIfAny(4),
                false,
                false)
            .validShape("pass a smaller valid_shape for the last part");
    return Shapes.tile(shape, target.dtype(), valid, Optional.of(MemorySpace.Vec));
  }

  /**
   * A transfer of a whole tensor, or of the part that offsets and a shape behind the other
   * arguments name.
   */
  static Type transfer(RuleInput in) {
    Type.Tensor target = in.tensor(0);
    Type.Tensor source = in.tensor(2);
    requireSameDtype(target, source);
    if (target.shape().size() != source.shape().size()) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "transfers between tensors of as many dimensions, but gets "
              + target.shape().size()
              + " and "
              + source.shape().size());
    }
    requirePositive(target.shape(), "the shape of 'dst'");
    requirePositive(source.shape(), "the shape of 'src'");
    int behind = 3;
    while (behind < in.args().size() && !(in.args().get(behind) instanceof Expr.MakeTuple)) {
      behind++;
    }
    switch (in.args().size() - behind) {
      case 0 -> {
        for (int i = 0; i < target.shape().size(); i++) {
          Shapes.requireSame(
              target.shape().get(i),
              source.shape().get(i),
              "transfers between tensors of one shape");
        }
      }
      case 3 -> {
        List<Expr> shape = in.elements(behind + 2);
        requirePositive(shape, "'shape'");
        requirePart(target, in.elements(behind), shape, "dst");
        requirePart(source, in.elements(behind + 1), shape, "src");
      }
      default ->
          throw new RuleFailure(
              Code.OP_MISSING_ARGUMENT,
              "takes 'dst_offsets', 'src_offsets' and 'shape' together or not at all");
    }
    requireChunks(in);
    WindowRules.requireAtomicDtype(in, target.dtype());
    return new Type.None();
  }

  private static void requirePart(
      Type.Tensor tensor, List<Expr> offsets, List<Expr> shape, String name) {
    int rank = tensor.shape().size();
    if (offsets.size() != rank || shape.size() != rank) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "needs an offset and an extent for each of the "
              + rank
              + " dimensions of '"
              + name
              + "', but gets "
              + offsets.size()
              + " and "
              + shape.size());
    }
    for (int i = 0; i < rank; i++) {
      requireInside(
          offsets.get(i), shape.get(i), tensor.shape().get(i), "'" + name + "', dimension " + i);
    }
  }

  private static void requireInside(Expr offset, Expr extent, Expr available, String where) {
    OptionalLong start = Extents.constant(offset);
    if (start.isPresent() && start.getAsLong() < 0) {
      throw new RuleFailure(
          Code.OP_WRITE_OUT_OF_BOUNDS, "starts at " + start.getAsLong() + " in " + where);
    }
    OptionalLong length = Extents.constant(extent);
    OptionalLong end = Extents.constant(available);
    boolean known = start.isPresent() && length.isPresent() && end.isPresent();
    if (known && start.getAsLong() + length.getAsLong() > end.getAsLong()) {
      throw new RuleFailure(
          Code.OP_WRITE_OUT_OF_BOUNDS,
          "leaves "
              + where
              + ": offset "
              + start.getAsLong()
              + " and extent "
              + length.getAsLong()
              + " exceed its "
              + end.getAsLong());
    }
  }

  /** Two buffers take turns only where the transfer is cut into parts. */
  private static void requireChunks(RuleInput in) {
    for (String key : List.of("chunk_rows", "chunk_cols")) {
      Optional<Long> chunk = in.integer(key);
      if (chunk.filter(c -> c < 0).isPresent()) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT, "needs '" + key + "' to be 0 (all of it) or more");
      }
      if (in.kwargs().isTrue("pipeline") && chunk.orElse(0L) == 0) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT, "needs 'chunk_rows' and 'chunk_cols' with pipeline=True");
      }
    }
  }

  private static void requirePositive(List<Expr> shape, String what) {
    for (Expr extent : shape) {
      OptionalLong value = Extents.constant(extent);
      if (value.isPresent() && value.getAsLong() <= 0) {
        throw new RuleFailure(
            Code.OP_INVALID_ARGUMENT,
            "needs positive extents in " + what + ", but one is " + value.getAsLong());
      }
    }
  }

  /** The last two dimensions of the source are written; those before them hold one element each. */
  static Type remoteStore(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    Type.Tensor target = in.tensor(1);
    List<Expr> offsets = in.elements(3);
    int rank = target.shape().size();
    if (offsets.size() != rank) {
      throw new RuleFailure(
          Code.OP_WRONG_RANK,
          "needs an offset for each of the " + rank + " dimensions of the target");
    }
    requireSameDtype(target, source);
    List<Expr> written = source instanceof Type.Tile ? Shapes.valid(source) : source.shape();
    Shapes.requireRank(source, "its source", 2, Integer.MAX_VALUE);
    for (Expr leading : written.subList(0, written.size() - 2)) {
      if (Extents.constant(leading).orElse(1) != 1) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "writes the last two dimensions of its source, so those before them must be 1, but the"
                + " source is "
                + Extents.text(written));
      }
    }
    Shapes.requireRank(target, "its target", 2, Integer.MAX_VALUE);
    for (int i = 0; i < rank; i++) {
      Expr extent =
          i + 2 < rank ? Extents.index(1, Origin.none()) : written.get(written.size() - rank + i);
      requireInside(offsets.get(i), extent, target.shape().get(i), "its target, dimension " + i);
    }
    WindowRules.requireAtomicDtype(in, target.dtype());
    return new Type.None();
  }

  private static void requireSameDtype(Type.Shaped target, Type.Shaped source) {
    if (target.dtype() != source.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "transfers elements of one dtype, but gets " + source.dtype() + " for " + target.dtype());
    }
  }

  /** The offsets of a signal name one element of it. */
  static Type signal(RuleInput in) {
    Type.Tensor signal = in.tensor(0);
    int offsets = in.operator().name().equals(Ops.PLD_SYSTEM_NOTIFY) ? 2 : 1;
    if (in.elements(offsets).size() != signal.shape().size()) {
      throw new RuleFailure(
          Code.OP_WRONG_INDEX_COUNT,
          "needs an offset for each of the " + signal.shape().size() + " dimensions of the signal");
    }
    return new Type.None();
  }

  /**
   * A task that waits without holding a core: the runtime compares whole numbers, and only whether
   * enough came.
   */
  static Type deferredSignal(RuleInput in) {
    signal(in);
    Shapes.requireIntegers(in.elements(1), "offsets");
    Shapes.requireIntegers(List.of(in.args().get(2)), "expected");
    OptionalLong expected = Extents.constant(in.args().get(2));
    if (expected.isPresent()
        && (expected.getAsLong() < 0 || expected.getAsLong() > Integer.MAX_VALUE)) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT,
          "needs 'expected' to fit into 31 bits, but it is " + expected.getAsLong());
    }
    if (in.integer("cmp").filter(cmp -> cmp != AT_LEAST).isPresent()) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "can only wait for 'expected' or more: cmp=pld.WaitCmp.Ge");
    }
    return new Type.None();
  }
}
