package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.MemorySpace;
import dev.orchlens.ir.Type;
import java.util.List;
import java.util.Optional;

/** Result rules of operators between ranks (reference: docs/en/user/ops/01-catalog.md, "Distributed"). */
final class DistributedRules {
  private DistributedRules() {}

  static Type window(RuleInput in) {
    DataType dtype = in.dtype("dtype").orElseThrow(() -> new RuleFailure(Fault.MISSING_ARGUMENT, "needs 'dtype'"));
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

  static Type transfer(RuleInput in) {
    Type.Tensor target = in.tensor(0);
    Type.Tensor source = in.tensor(2);
    requireSameDtype(target, source);
    WindowRules.requireAtomicDtype(in, target.dtype());
    return new Type.None();
  }

  static Type remoteStore(RuleInput in) {
    Type.Shaped source = in.shaped(0);
    Type.Tensor target = in.tensor(1);
    requireSameDtype(target, source);
    if (in.elements(3).size() != target.shape().size()) {
      throw new RuleFailure(
          Fault.WRONG_RANK, "needs an offset for each of the " + target.shape().size() + " dimensions of the target");
    }
    WindowRules.requireAtomicDtype(in, target.dtype());
    return new Type.None();
  }

  private static void requireSameDtype(Type.Shaped target, Type.Shaped source) {
    if (target.dtype() != source.dtype()) {
      throw new RuleFailure(
          Fault.DTYPE_MISMATCH,
          "transfers elements of one dtype, but gets " + source.dtype() + " for " + target.dtype());
    }
  }

  /** The offsets of a signal name one element of it. */
  static Type signal(RuleInput in) {
    Type.Tensor signal = in.tensor(0);
    int offsets = in.operator().endsWith("notify") ? 2 : 1;
    if (in.elements(offsets).size() != signal.shape().size()) {
      throw new RuleFailure(
          Fault.WRONG_INDEX_COUNT,
          "needs an offset for each of the " + signal.shape().size() + " dimensions of the signal");
    }
    return new Type.None();
  }
}
