package dev.orchlens.codegen;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import java.util.Optional;

/** Writes over how many blocks a task is launched. */
final class LaunchSpecs {
  private static final String CLUSTERS = "system.available_cluster_count";
  private static final String VECTOR_CORES = "system.available_aiv_count";

  private final Emitter emitter;
  private final ExprText text;

  LaunchSpecs(Emitter emitter, ExprText text) {
    this.emitter = emitter;
    this.text = text;
  }

  /** Returns the number of blocks of a launch over blocks. */
  static Optional<Expr> blocks(Expr.Invocation launch) {
    return launch.attrs().coreNum();
  }

  /** Returns whether a call asks the device for its number of cores. */
  static boolean isDeviceQuery(Expr.Invocation call) {
    return call.isOp(CLUSTERS) || call.isOp(VECTOR_CORES);
  }

  /** Returns the text of a question for the number of cores. */
  static String deviceQuery(Expr.Invocation call) {
    return call.isOp(VECTOR_CORES) ? "rt_available_aiv_count()" : "rt_available_cluster_count()";
  }

  /** Returns the text of a number of blocks. */
  String text(Expr blocks) {
    return switch (blocks) {
      case Expr.Invocation call when isDeviceQuery(call) -> deviceQuery(call);
      case Expr.ConstInt _, Expr.Binary _, Expr.Unary _, Var _ -> text.of(blocks);
      case Expr.ConstFloat _, Expr.ConstBool _, Expr.MakeTuple _, Expr.TupleGet _, Expr.Invocation _,
          Expr.Unknown _ ->
          throw Failures.internal(
              "the number of blocks must be a number, a name, arithmetic on them, or a device query.",
              blocks.origin());
    };
  }

  /** Adds the launch specification of a task to its arguments {@code args}. */
  void emit(Expr.Invocation launch, String args) {
    Optional<Expr> blocks = blocks(launch);
    if (blocks.isEmpty()) {
      return;
    }
    emitter.line(args + ".launch_spec.set_block_num(" + text(blocks.get()) + ");");
    if (launch.attrs().syncStart()) {
      emitter.line(args + ".launch_spec.set_require_sync_start(true);");
    }
  }
}
