package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.Optional;
import java.util.OptionalLong;

/** Result rules of arrays on the stack (reference: docs/en/user/ops/01-catalog.md, "Arrays"). */
final class ArrayRules {
  /** The largest number of slots: no stack holds more, and each of them is followed on its own. */
  private static final long MAX_SLOTS = 1 << 20;

  private ArrayRules() {}

  static Type create(RuleInput in) {
    DataType dtype =
        in.dtype("dtype")
            .orElseThrow(() -> new RuleFailure(Code.OP_MISSING_ARGUMENT, "needs 'dtype'"));
    if (!dtype.isInteger() && dtype != DataType.BOOL && dtype != DataType.TASK_ID) {
      throw new RuleFailure(
          Code.OP_UNSUPPORTED_DTYPE, "makes arrays of integers, BOOL or TASK_ID, not of " + dtype);
    }
    OptionalLong extent =
        in.args().isEmpty() ? OptionalLong.empty() : Extents.constant(in.args().getFirst());
    if (extent.isEmpty()) {
      throw new RuleFailure(
          Code.OP_NOT_CONSTANT,
          "needs the number of slots to be known while compiling",
          new Type.Unknown("an array of unknown extent"));
    }
    if (extent.getAsLong() <= 0) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT, "needs at least one slot, but gets " + extent.getAsLong());
    }
    if (extent.getAsLong() > MAX_SLOTS) {
      throw new RuleFailure(
          Code.OP_INVALID_ARGUMENT,
          "makes arrays on the stack, of at most "
              + MAX_SLOTS
              + " slots, but gets "
              + extent.getAsLong(),
          new Type.Unknown("an array that no stack holds"));
    }
    return new Type.Array(dtype, extent.getAsLong());
  }

  static Type get(RuleInput in) {
    Type.Array array = array(in);
    requireIndex(in, array);
    return new Type.Scalar(array.element());
  }

  static Type update(RuleInput in) {
    Type.Array array = array(in);
    requireIndex(in, array);
    Optional<DataType> value =
        in.type(2).elementType().filter(_ -> in.type(2) instanceof Type.Scalar);
    boolean known = !(in.type(2) instanceof Type.Unknown);
    boolean fits =
        value.isPresent()
            && (value.get() == array.element()
                || value.get() == DataType.INDEX && array.element().isInteger()
                || array.element() == DataType.INDEX && value.get().isInteger());
    if (known && !fits) {
      throw new RuleFailure(
          Code.OP_DTYPE_MISMATCH,
          "stores " + ScalarArithmetic.noun(in.type(2)) + " in an array of " + array.element(),
          array);
    }
    return array;
  }

  private static Type.Array array(RuleInput in) {
    return switch (in.type(0)) {
      case Type.Array a -> a;
      case Type.Unknown u -> throw RuleFailure.unknown(u);
      default -> throw new RuleFailure(Code.OP_WRONG_KIND, "needs an array");
    };
  }

  private static void requireIndex(RuleInput in, Type.Array array) {
    boolean integer =
        in.type(1) instanceof Type.Unknown
            || in.type(1) instanceof Type.Scalar s && s.dtype().isInteger();
    if (!integer) {
      throw new RuleFailure(
          Code.OP_NOT_AN_INTEGER, "needs an integer index", new Type.Scalar(array.element()));
    }
  }
}
