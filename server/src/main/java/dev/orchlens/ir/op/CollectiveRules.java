package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.OptionalLong;

/**
 * Result rules of operators in which all ranks take part (reference:
 * docs/en/dev/distributed_ops.md, "Op reference"). Each gives its target back; the signal is a
 * window of counters, one for each rank.
 */
final class CollectiveRules {
  /** The reduction {@code ReduceOp.Sum}. */
  private static final long SUM = 0;

  private CollectiveRules() {}

  static Type allReduce(RuleInput in) {
    Type.Tensor target = in.tensor(0);
    Shapes.requireDtype(target.dtype(), "its target", List.of(DataType.FP16, DataType.FP32));
    if (in.args().size() > 1) {
      requireCounters(in.tensor(1), "its signal");
    } else if (in.text("mode").filter(mode -> !mode.equals("mesh")).isPresent()) {
      throw new RuleFailure(
          Code.OP_MISSING_ARGUMENT,
          "needs 'signal' with another mode than \"mesh\": the compiler makes none for it");
    }
    if (in.integer("core_num").filter(cores -> cores <= 0).isPresent()) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "needs 'core_num' to be positive");
    }
    return in.type(0);
  }

  static Type broadcast(RuleInput in) {
    in.tensor(0);
    requireCounters(in.tensor(1), "its signal");
    if (in.integer("root").filter(root -> root < 0).isPresent()) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "needs 'root' to be a rank, 0 or more");
    }
    return in.type(0);
  }

  static Type reduceScatter(RuleInput in) {
    Shapes.requireRank(in.tensor(0), "its target", 2, 2);
    requireCounters(in.tensor(1), "its signal");
    if (in.integer("op").filter(op -> op != SUM).isPresent()) {
      throw new RuleFailure(Code.OP_INVALID_ARGUMENT, "can only add: op=pld.ReduceOp.Sum");
    }
    return in.type(0);
  }

  static Type allGather(RuleInput in) {
    requireDifferent(in);
    Type.Tensor part = in.tensor(0);
    Type.Tensor target = in.tensor(1);
    Shapes.requireRank(part, "its input", 2, 2);
    Shapes.requireRank(target, "its target", 2, 2);
    OptionalLong rows = Extents.constant(part.shape().getFirst());
    if (rows.isPresent() && rows.getAsLong() != 1) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs its input to be the one row of this rank, [1, SIZE], but it has "
              + rows.getAsLong()
              + " rows");
    }
    requireSameElements(target, part);
    requireSignal(in.tensor(2), 1);
    Shapes.requireSame(
        in.tensor(2).shape().getFirst(),
        target.shape().getFirst(),
        "needs a counter for each row of its target");
    return target;
  }

  static Type allToAll(RuleInput in) {
    requireDifferent(in);
    Type.Tensor input = in.tensor(0);
    Type.Tensor target = in.tensor(1);
    requireExchanged(target, input);
    requireSignal(in.tensor(2), 1);
    Shapes.requireSame(
        in.tensor(2).shape().getFirst(),
        input.shape().getFirst(),
        "needs a counter for each row of its input");
    return target;
  }

  /**
   * What the ranks exchange are rows: as many in the target as in the input, of the same elements.
   */
  private static void requireExchanged(Type.Tensor target, Type.Tensor input) {
    Shapes.requireRank(input, "its input", 2, 2);
    Shapes.requireRank(target, "its target", 2, 2);
    Shapes.requireSame(
        target.shape().getFirst(),
        input.shape().getFirst(),
        "needs as many rows in its target as in its input");
    requireSameElements(target, input);
  }

  /**
   * The rows of the target are as many for each rank; how many of them count is only known at run
   * time.
   */
  static Type allToAllCounted(RuleInput in) {
    Type.Tensor input = in.tensor(0);
    Type.Tensor target = in.tensor(1);
    requireExchanged(target, input);
    requireSignal(in.tensor(2), 2);
    OptionalLong rows = Extents.constant(target.shape().getFirst());
    OptionalLong ranks = Extents.constant(in.tensor(2).shape().getFirst());
    if (rows.isPresent()
        && ranks.isPresent()
        && (ranks.getAsLong() <= 0 || rows.getAsLong() % ranks.getAsLong() != 0)) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs as many rows of its target for each of the "
              + ranks.getAsLong()
              + " ranks, but the target has "
              + rows.getAsLong());
    }
    requireCounts(in, 3, 1, "send_counts");
    requireCounts(in, 4, 2, "recv_counts");
    return target;
  }

  private static void requireDifferent(RuleInput in) {
    if (in.args().get(0) instanceof Var input && input == in.args().get(1)) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "cannot take one tensor as input and as target");
    }
  }

  private static void requireSameElements(Type.Tensor target, Type.Tensor input) {
    if (target.dtype() != input.dtype()) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "needs its input and its target to have one dtype, but gets "
              + input.dtype()
              + " and "
              + target.dtype());
    }
    Shapes.requireSame(
        input.shape().get(1),
        target.shape().get(1),
        "needs rows of one length in its input and its target");
  }

  /** A signal of one column, or of one dimension where {@code least} allows that. */
  private static void requireSignal(Type.Tensor signal, int least) {
    requireCounters(signal, "its signal");
    requireColumn(signal, "its signal", least);
  }

  private static void requireCounts(RuleInput in, int index, int least, String name) {
    String what = "'" + name + "'";
    requireCounters(in.tensor(index), what);
    requireColumn(in.tensor(index), what, least);
    Shapes.requireSame(
        in.tensor(index).shape().getFirst(),
        in.tensor(2).shape().getFirst(),
        "needs as many counts in " + what + " as counters in its signal");
  }

  private static void requireCounters(Type.Tensor counters, String what) {
    Shapes.requireDtype(counters.dtype(), what, List.of(DataType.INT32));
  }

  private static void requireColumn(Type.Tensor tensor, String what, int least) {
    Shapes.requireRank(tensor, what, least, 2);
    OptionalLong columns =
        tensor.shape().size() < 2 ? OptionalLong.empty() : Extents.constant(tensor.shape().get(1));
    if (columns.isPresent() && columns.getAsLong() != 1) {
      throw new RuleFailure(
          Code.OP_INCOMPATIBLE_SHAPES,
          "needs " + what + " to have one column, but it has " + columns.getAsLong());
    }
  }
}
