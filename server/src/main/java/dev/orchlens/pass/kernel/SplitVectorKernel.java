package dev.orchlens.pass.kernel;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.pass.tools.Calls;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.function.Consumer;

/**
 * Decides which vector kernels run on both vector lanes: those that divide their work, by an
 * attribute or by the {@code split=} of what they exchange with the cube core (reference:
 * docs/en/dev/passes/split_vector_kernel).
 */
public final class SplitVectorKernel implements RememberingPass {

  private static final PassMemory.Question<Boolean> DIVIDED = SplitVectorKernel::isDivided;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return program.mapFunctions(
        f ->
            f.type() == FunctionType.AIV && memory.ask(DIVIDED, f)
                ? f.withAttrs(f.attrs().withDualAiv(true))
                : f);
  }

  private static boolean isDivided(Function kernel) {
    return kernel.attrs().splitAiv()
        || kernel.attrs().split() != SplitMode.NONE
        || exchangesHalves(kernel);
  }

  private static boolean exchangesHalves(Function kernel) {
    return Calls.any(kernel, call -> isExchange(call) && isSplit(call));
  }

  /** Returns whether a call hands a tile to the other core, or takes one from it. */
  static boolean isExchange(Expr.Invocation call) {
    return call.isOp(Ops.TILE_TPUSH_TO_AIV)
        || call.isOp(Ops.TILE_TPUSH_TO_AIC)
        || call.isOp(Ops.TILE_TPOP_FROM_AIV)
        || call.isOp(Ops.TILE_TPOP_FROM_AIC);
  }

  /** Returns whether a call that exchanges a tile says that each lane has a part of it. */
  static boolean isSplit(Expr.Invocation call) {
    return call.kwargs().get("split").orElse(null) instanceof Attr.Int(long code) && code != 0;
  }
}
