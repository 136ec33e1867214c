package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Type;
import dev.orchlens.rule.Code;
import java.util.List;
import java.util.OptionalLong;

/**
 * Result rules of operators on handles, which only fit the operators that they are made for
 * (reference: docs/en/user/ops/01-catalog.md, "Prefetch" and "Distributed").
 */
final class HandleRules {
  private HandleRules() {}

  /** Returns what identifies a rank, or how many there are. */
  static Type ofCommContext(RuleInput in) {
    require(in, 0, Type.COMM_CTX, "pld.get_comm_ctx");
    return new Type.Scalar(DataType.INT32);
  }

  /** A region that lies in one piece, so that one request covers it. */
  static Type prefetch(RuleInput in) {
    List<Expr> shape = in.tensor(0).shape();
    if (shape.isEmpty()) {
      throw new RuleFailure(Code.OP_WRONG_RANK, "needs 'src' to have a dimension");
    }
    for (Expr leading : shape.subList(0, shape.size() - 1)) {
      OptionalLong extent = Extents.constant(leading);
      if (extent.isPresent() && extent.getAsLong() != 1) {
        throw new RuleFailure(
            Code.OP_INCOMPATIBLE_SHAPES,
            "fetches one row, so all dimensions of 'src' but the last must be 1, but its shape is "
                + Extents.text(shape)
                + "; reshape it");
      }
    }
    require(in, 1, Type.PREFETCH_CONTEXT, "pl.prefetch.make_context");
    return Type.ASYNC_EVENT;
  }

  static Type session(RuleInput in) {
    require(in, 0, Type.PREFETCH_CONTEXT, "pl.prefetch.make_context");
    return Type.ASYNC_SESSION;
  }

  static Type waitForPrefetch(RuleInput in) {
    require(in, 0, Type.ASYNC_EVENT, "pl.prefetch.async_prefetch");
    require(in, 1, Type.ASYNC_SESSION, "pl.prefetch.session");
    return Type.BOOL;
  }

  /** Fails when an argument is another handle than that which {@code maker} returns. */
  static void require(RuleInput in, int index, Type wanted, String maker) {
    if (in.type(index) instanceof Type.Opaque && !in.type(index).equals(wanted)) {
      throw new RuleFailure(
          Code.OP_WRONG_KIND,
          "needs the result of "
              + maker
              + " as argument "
              + (index + 1)
              + ", but gets another handle");
    }
  }
}
